"""A call: its method and path, the function that answers it, and what goes in and out."""

from collections.abc import Awaitable, Callable, Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar, get_type_hints

import msgspec

from crownland.server.refusal import RefusedError

if TYPE_CHECKING:
    from crownland.server.services import Services

__all__ = ["CREATED", "JSON", "Answer", "Call", "Caller", "Calls"]

FunctionT = TypeVar("FunctionT", bound=Callable[..., Awaitable[Any]])

JSON = "application/json"
CREATED = 201

_encode = msgspec.json.Encoder().encode


class Caller(Protocol):
    """Who calls. The parameters of a call that stand neither in its path nor in its body have their names here."""

    served: "Services"
    address: str

    @property
    def guest(self) -> str:
        """The guest who calls. Somebody whom nobody knows yet becomes one when that is first asked."""


class Answer(NamedTuple):
    """An answer that is more than a struct as JSON."""

    content: bytes
    status: int = 200
    media_type: str = JSON
    headers: Mapping[str, str] = {}
    is_long: bool = False  # whether it pays to compress it
    made: str = ""  # the id of the table that was created


class Call:
    """A call: *run* is the function, *answer* the type of its answer, the media type of a text, or None for nothing.

    *status* is that of this answer; *refusals* are the others.
    """

    def __init__(
        self,
        method: str,
        path: str,
        run: Callable[..., Awaitable[Any]],
        answer: Any,
        refusals: tuple[int, ...],
        status: int,
    ) -> None:
        self.method, self.path, self.run = method, path, run
        self.answer, self.refusals, self.status = answer, refusals, status

    @property
    def name(self) -> str:
        return self.run.__name__

    @property
    def about(self) -> str:
        return self.run.__doc__ or ""

    @property
    def body(self) -> Any:
        """The type of the body, or None if there is none."""
        return self._hints.get("body")

    @cached_property
    def path_types(self) -> dict[str, Any]:
        """The types of the parameters in the path."""
        return {name: hint for name, hint in self._hints.items() if f"{{{name}}}" in self.path}

    @cached_property
    def _hints(self) -> dict[str, Any]:
        hints = get_type_hints(self.run, include_extras=True)
        return {name: hint for name, hint in hints.items() if name != "return"}

    def match(self, method: str, path: str) -> dict[str, str] | None:
        """Returns the parameters in *path* if this is the call of *method* and *path*."""
        wanted, given = self.path.split("/"), path.split("/")
        if method != self.method or len(wanted) != len(given):
            return None
        values = {}
        for want, give in zip(wanted, given, strict=True):
            if want.startswith("{"):
                values[want[1:-1]] = give
            elif want != give:
                return None
        return values

    async def answer_to(self, caller: Caller, values: Mapping[str, str], body: bytes | str) -> Answer:
        """Answers *caller*. *values* are the parameters in the path, *body* is JSON. Raises RefusedError."""
        arguments: dict[str, Any] = {}
        for name, hint in self._hints.items():
            try:
                if name == "body":
                    arguments[name] = msgspec.json.decode(body, type=hint)
                elif name in self.path_types:
                    arguments[name] = msgspec.convert(values[name], hint, strict=False)
                else:
                    arguments[name] = getattr(caller, name)
            except (msgspec.DecodeError, RecursionError) as error:
                raise RefusedError("body/invalid", f"{name}: {error}"[:300], 422) from None
        found = await self.run(**arguments)
        if isinstance(found, Answer):
            return found
        made = found.id if self.status == CREATED else ""
        return Answer(b"" if found is None else _encode(found), self.status, made=made)


class Calls:
    """The calls of a room, in the order in which their paths are tried."""

    def __init__(self) -> None:
        self._calls: list[Call] = []

    def __iter__(self) -> Iterator[Call]:
        return iter(self._calls)

    def add(
        self, method: str, path: str, answer: Any, *refusals: int, status: int = 200
    ) -> Callable[[FunctionT], FunctionT]:
        """Adds the decorated function; see :class:`Call`."""

        def add(run: FunctionT) -> FunctionT:
            self._calls.append(Call(method, path, run, answer, refusals, status))
            return run

        return add
