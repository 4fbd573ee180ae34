"""The wire's types in TypeScript: ``python -m crownland.server.typescript > web/src/lib/wire.ts``."""

import inspect
import json
import re
import sys
import types
from collections.abc import Iterator
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from crownland.server import wire

__all__ = ["typescript"]

HEAD = "// Made by `python -m crownland.server.typescript` from crownland/server/wire.py: change that, not this.\n"
ALIASES = {"Half": wire.Half, "ClientFrame": wire.ClientFrame, "ServerFrame": wire.ServerFrame}
PLAIN = {Any: "unknown", str: "string", int: "number", float: "number", bool: "boolean", types.NoneType: "null"}


def typescript() -> str:
    """Every type of the wire, in the order of its module."""
    structs = [one for one in vars(wire).values() if _is_struct(one)]
    parts = [_struct(one) for one in structs]
    parts += [f"export type {name} = {_union(alias)};\n" for name, alias in ALIASES.items()]
    return "\n".join((HEAD, *parts))


def _is_struct(one: object) -> bool:
    return isinstance(one, type) and issubclass(one, msgspec.Struct) and one.__name__ in wire.__all__


def _struct(struct: type[msgspec.Struct]) -> str:
    hints = get_type_hints(struct, include_extras=True)
    comments = _comments(struct)
    if struct.__struct_config__.array_like:
        labels = ", ".join(f"{name}: {_name(hints[name])}" for name in struct.__struct_fields__)
        return f"{_doc(struct)}export type {struct.__name__} = [{labels}];\n"
    optional = struct.__struct_fields__[len(struct.__struct_fields__) - len(struct.__struct_defaults__) :]
    lines = [
        f"  {name}{'?' if name in optional else ''}: {_name(hints[name])};{comments.get(name, '')}"
        for name in struct.__struct_fields__
    ]
    if struct.__struct_config__.tag is not None:
        lines.insert(0, f"  type: {json.dumps(struct.__struct_config__.tag)};")
    return f"{_doc(struct)}export interface {struct.__name__} {{\n" + "".join(f"{line}\n" for line in lines) + "}\n"


def _doc(struct: type) -> str:
    text = inspect.cleandoc(struct.__doc__ or "").replace("``", "`")
    lines = text.splitlines()
    if len(lines) == 1:
        return f"/** {lines[0]} */\n"
    return "/**\n" + "".join(f" * {line}".rstrip() + "\n" for line in lines) + " */\n"


def _comments(struct: type) -> dict[str, str]:
    """What stands behind a field in the source."""
    found = re.finditer(r"^ +(\w+): .*?  # (.*)$", inspect.getsource(struct), re.MULTILINE)
    return {match[1]: f" // {match[2]}" for match in found}


def _name(hint: Any) -> str:
    """The TypeScript of a type hint."""
    if hint in PLAIN:
        return PLAIN[hint]
    for name, alias in ALIASES.items():
        if hint == alias:
            return name
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _name(arguments[0])
    if origin is list:
        inner = _name(arguments[0])
        return f"({inner})[]" if "|" in inner else f"{inner}[]"
    if origin is tuple:
        return f"[{', '.join(map(_name, arguments))}]"
    if origin is dict:
        return f"Record<{_name(arguments[0])}, {_name(arguments[1])}>"
    if origin is Literal or origin in (Union, types.UnionType):
        return _union(hint)
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        return hint.__name__
    raise TypeError(f"expected a type that goes over the wire, got: {hint!r}")


def _union(hint: Any) -> str:
    return " | ".join(_members(hint))


def _members(hint: Any) -> Iterator[str]:
    for argument in get_args(hint):
        yield json.dumps(argument) if get_origin(hint) is Literal else _name(argument)


if __name__ == "__main__":
    sys.stdout.write(typescript())
