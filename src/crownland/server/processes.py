"""What a server needs of the system: open files, and child processes that end before the event loop does."""

import asyncio
from asyncio.subprocess import DEVNULL, Process
from contextlib import suppress

try:
    import resource
except ImportError:  # Windows has no such limit
    resource = None  # type: ignore[assignment]

__all__ = ["descriptor_limit", "end_process", "raise_descriptor_limit", "start_process"]

MOST_DESCRIPTORS = 65_536

PIPE_SECONDS = 1.0  # until the pipes of a killed process must be closed; its own children may keep them open


def descriptor_limit() -> int | None:
    """Returns how many files and connections this process may have open at once, or None if there is no limit."""
    if resource is None:
        return None
    soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return None if soft == resource.RLIM_INFINITY else soft


def raise_descriptor_limit() -> None:
    """Allows as many open files as the system grants without asking, since each connection is one."""
    if resource is None:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, MOST_DESCRIPTORS)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(OSError, ValueError):  # some systems grant less than they say
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


async def start_process(*command: str, stdin: int = DEVNULL, stdout: int = DEVNULL) -> Process:
    """Starts *command*. If the caller is cancelled meanwhile, the process is ended before the cancellation goes on.

    An event loop that cancels the start itself, or is closed in the middle of it, loses the process and its pipes.
    """
    starting = asyncio.ensure_future(
        asyncio.create_subprocess_exec(*command, stdin=stdin, stdout=stdout, stderr=DEVNULL)
    )
    try:
        return await asyncio.shield(starting)
    except asyncio.CancelledError:
        with suppress(OSError):
            await end_process(await starting)
        raise


async def end_process(process: Process) -> None:
    """Kills *process* if it still runs, and waits until it has ended and its pipes are closed.

    Nobody else may be reading its output.
    """
    with suppress(ProcessLookupError):
        process.kill()
    await process.wait()
    with suppress(TimeoutError):
        async with asyncio.timeout(PIPE_SECONDS):
            if process.stdin is not None:
                process.stdin.close()
                with suppress(ConnectionError):
                    await process.stdin.wait_closed()
            if process.stdout is not None:
                await process.stdout.read()
