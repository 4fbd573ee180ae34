"""Help in the language of the reader: commands, and groups of them, that tell what they do and take.

That is said in English beside their code. The catalogues know it again as they know errors, see ``cli.saying``.
"""

from inspect import cleandoc
from typing import Any

from typer.core import TyperCommand, TyperGroup

from crownland.cli.common import words_in
from crownland.cli.saying import said
from crownland.words import Words

__all__ = ["Command", "Group", "texts_of"]

PARAGRAPH = "\n\n"


class Command(TyperCommand):
    """A command whose help is in the language of the system."""

    def get_help(self, ctx: Any) -> str:
        _translate(self, ctx)
        return super().get_help(ctx)

    def get_usage(self, ctx: Any) -> str:
        return _usage(super().get_usage(ctx))


class Group(TyperGroup):
    """A group of commands whose help is in the language of the system."""

    def get_help(self, ctx: Any) -> str:
        _translate(self, ctx)
        for command in self.commands.values():  # they are listed
            command.help = _told(command.help, words_in(None))
        return super().get_help(ctx)

    def get_usage(self, ctx: Any) -> str:
        return _usage(super().get_usage(ctx))


def texts_of(text: str | None) -> list[str]:
    """Returns the paragraphs of a help text, each in one line, as the catalogues know them."""
    return [" ".join(part.split()) for part in cleandoc(text or "").split(PARAGRAPH) if part.strip()]


def _translate(command: Any, ctx: Any) -> None:
    """Puts the texts of *command*, and of all that it takes, into the language of the system."""
    from typer import rich_utils

    words = words_in(None)
    command.help = _told(command.help, words)
    command.epilog = _told(command.epilog, words)
    for parameter in command.get_params(ctx):
        parameter.help = _told(parameter.help, words)
        if isinstance(parameter.show_default, str):
            parameter.show_default = said(parameter.show_default, words)
    rich_utils.ARGUMENTS_PANEL_TITLE = words("cli.help.arguments")
    rich_utils.OPTIONS_PANEL_TITLE = words("cli.help.options")
    rich_utils.COMMANDS_PANEL_TITLE = words("cli.help.commands")
    rich_utils.DEFAULT_STRING = words("cli.help.default", value="{}")
    rich_utils.ENVVAR_STRING = words("cli.help.variable", value="{}")
    rich_utils.REQUIRED_LONG_STRING = words("cli.help.required")


def _told(text: str | None, words: Words) -> str | None:
    return PARAGRAPH.join(said(part, words) for part in texts_of(text)) or None


def _usage(line: str) -> str:
    return line.replace("Usage:", words_in(None)("cli.help.usage"), 1)
