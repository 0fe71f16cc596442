"""`kingup completion`: let a shell complete commands and options."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from typing import Protocol

from kingup.commands.output import say
from kingup.language import LANGUAGES, _

EXAMPLES = (
    'eval "$(kingup completion bash)"',
    'eval "$(kingup completion zsh)"',
    "kingup completion fish | source",
)


class LazyParser(Protocol):
    """The parser of a command, which knows its options once it is loaded."""

    arguments: list[argparse.Action]

    def load(self) -> None:
        """Add the command's arguments."""


TOP_OPTIONS = ("--help", "--language")
"""Options before the command."""

Options = dict[str, dict[str, list[str]]]
"""By command: its options, each with the words that may follow it."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command to its parser."""
    parser.description = _(
        "Print a script for your shell. Put the line of the example into ~/.bashrc, ~/.zshrc or "
        "~/.config/fish/config.fish."
    )
    parser.add_argument("shell", choices=tuple(SCRIPTS), help=_("which shell"))


def run(options: argparse.Namespace) -> int:
    """Print the script, and return the exit status."""
    say(SCRIPTS[options.shell](_all_options(options.commands)))
    return 0


def _all_options(commands: Mapping[str, LazyParser]) -> Options:
    """Return every command's options, from the parsers themselves."""
    found: Options = {}
    for name, parser in commands.items():
        parser.load()
        found[name] = {}
        for action in parser.arguments:
            if action.help == argparse.SUPPRESS:
                continue
            words = [str(choice) for choice in action.choices or ()]
            if action.option_strings:
                found[name][max(action.option_strings, key=len)] = words
            elif words:
                found[name][""] = words
    return found


def _bash(options: Options) -> str:
    return "\n".join(
        [
            "_kingup() {",
            '    local words word="${COMP_WORDS[COMP_CWORD]}" first=1',
            '    local before="${COMP_WORDS[COMP_CWORD-1]}"',
            '    [ "${COMP_WORDS[1]}" = --language ] && first=3',
            '    local command="${COMP_WORDS[first]}"',
            '    case "$command $before" in',
            *_cases(options),
            '        *) case "$command" in',
            *(
                f"            {name}) words={_quoted(_words(choices))} ;;"
                for name, choices in options.items()
            ),
            "            esac ;;",
            "    esac",
            f'    [ "$COMP_CWORD" = "$first" ] && words={_quoted([*options, *TOP_OPTIONS])}',
            f'    [ "$COMP_CWORD $before" = "2 --language" ] && words={_quoted([*LANGUAGES])}',
            '    COMPREPLY=($(compgen -W "$words" -- "$word"))',
            "}",
            "complete -o default -F _kingup kingup",
        ]
    )


def _cases(options: Options) -> list[str]:
    return [
        f'        "{name} {option}") words={_quoted(words)} ;;'
        for name, choices in options.items()
        for option, words in choices.items()
        if option and words
    ]


def _zsh(options: Options) -> str:
    # zsh runs completions of bash; its own would say the same in other words.
    loaded = "\n".join(f"autoload -U +X {name} && {name}" for name in ("compinit", "bashcompinit"))
    return f"{loaded}\n{_bash(options)}"


FISH_AFTER = """\
function __kingup_after
    set -l command ''
    set -l language 0
    for word in (commandline -opc)[2..-1]
        if test $language = 1
            set language 0
        else if test "$word" = --language
            set language 1
        else if not string match -q -- '-*' "$word"
            set command "$word"
            break
        end
    end
    test "$command" = "$argv[1]"
end"""
"""Whether the line already names this command: the first word that is neither an option nor the
language. fish's own test takes the language for the command."""


def _fish(options: Options) -> str:
    first = "complete -c kingup -n '__kingup_after \"\"'"
    lines = [FISH_AFTER, "complete -c kingup -f"]
    lines.append(f"{first} -a {_quoted(list(options))}")
    lines.append(f"{first} -l language -x -a {_quoted([*LANGUAGES])}")
    lines.append(f"{first} -l help")
    for name, choices in options.items():
        seen = f"complete -c kingup -n '__kingup_after {name}'"
        lines.append(f"{seen} -F")
        for option, words in choices.items():
            if option:
                after = f" -x -a {_quoted(words)}" if words else ""
                lines.append(f"{seen} -l {option.lstrip('-')}{after}")
            else:
                lines.append(f"{seen} -f -a {_quoted(words)}")
    return "\n".join(lines)


def _words(choices: dict[str, list[str]]) -> list[str]:
    return [*choices.get("", []), *(option for option in choices if option)]


def _quoted(words: list[str]) -> str:
    return "'" + " ".join(words) + "'"


SCRIPTS: dict[str, Callable[[Options], str]] = {"bash": _bash, "zsh": _zsh, "fish": _fish}
"""How each shell's script is made."""
