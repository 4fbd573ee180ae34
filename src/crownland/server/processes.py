"""Child processes that end before the event loop does, at whatever moment the server stops."""

import asyncio
from asyncio.subprocess import DEVNULL, Process
from contextlib import suppress

__all__ = ["end_process", "start_process"]

PIPE_SECONDS = 1.0  # until the pipes of a killed process must be closed; its own children may keep them open


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
