"""A bot that runs as a separate program, in any language."""

from __future__ import annotations

import math
import shlex
from collections.abc import Callable, Mapping, Sequence
from types import TracebackType

from kingup.bots.bot import MOST_SECONDS, BotError
from kingup.bots.external import messages
from kingup.bots.external.failures import BotFailure, printable, printable_bytes
from kingup.bots.external.messages import Introduction, Message, OptionValue
from kingup.bots.external.process import BotProcess
from kingup.bots.same_game import continues
from kingup.view import View

GRACE = 1.0
"""Seconds beyond the announced time limit before a bot is killed."""

LARGEST_SEED = 2**31 - 1
"""Seeds fit into every language's usual integer."""

Listener = Callable[[str, bytes], None]
"""Called with every line of a conversation: `>` for what we send, `<` for what the bot sends."""


class ExternalBot:
    """A program that speaks the protocol; it is started at once, and plays one seat.

    Every failure raises `BotFailure`, and so does every later request. Close the bot when it is no
    longer needed, or use it in a `with` statement.
    """

    def __init__(
        self,
        command: str | Sequence[str],
        *,
        seed: int,
        seconds: float = 5.0,
        start_seconds: float = 10.0,
        options: Mapping[str, OptionValue] | None = None,
        listener: Listener | None = None,
    ) -> None:
        for limit in (seconds, start_seconds):
            if not (math.isfinite(limit) and 0 < limit <= MOST_SECONDS):
                raise BotError(
                    "A bot’s time limit must be above 0 and at most {most} seconds, not {limit}.",
                    most=int(MOST_SECONDS),
                    limit=limit,
                )
        self.seconds = seconds
        self.left_by_itself: bool | None = None
        """Whether the bot exited after `bye`; None while it plays."""
        self._listener = listener
        self._label = printable(command if isinstance(command, str) else shlex.join(command))
        self._failure: BotFailure | None = None
        self._seed = seed
        self._games = 0
        self._questions = 0
        self._last: View | None = None
        self._process = BotProcess(split_command(command), self._label)
        try:
            self._introduction = self._greet(start_seconds)
            self._set_options(options or {})
        except BaseException:
            # The caller never gets this object, so nothing else could end the process.
            self._process.kill()
            raise

    @property
    def name(self) -> str:
        """The name that the bot gives itself."""
        return self._introduction.name

    @property
    def author(self) -> str:
        """The author that the bot names; often empty."""
        return self._introduction.author

    @property
    def pid(self) -> int:
        """The number of the bot's process."""
        return self._process.pid

    @property
    def options(self) -> dict[str, OptionValue]:
        """The options that the bot offers, with their defaults."""
        return dict(self._introduction.options)

    def choose(self, view: View) -> str:
        """Return the bot's choice among `view.actions`.

        A view that does not continue the game of the previous one begins a new game.
        """
        if not view.actions:
            raise ValueError("an external bot needs the view of a player who may act")
        self._check_alive()
        if not continues(self._last, view):
            self._begin(view)
        self._last = view
        self._questions += 1
        self._refuse_unasked()
        self._send(messages.choose(self._questions, view, self.seconds))
        line = self._receive(self.seconds, GRACE)
        try:
            return messages.read_action(line, self._label, self._questions, view)
        except BotFailure as failure:
            raise self._give_up(failure) from None

    def new_game(self, seed: int) -> None:
        """Let the next view begin a new game, with this seed."""
        self._break_off()
        self._seed = seed - self._games

    def game_over(self, view: View) -> None:
        """Tell the bot how its game ended; `view` is its player's, after the last action."""
        if self._last is not None and self._failure is None:
            self._send(messages.game_over(self._games, view))
        self._last = None

    def close(self) -> None:
        """Send `bye`, and end the process and all that it started."""
        if self.left_by_itself is not None:
            return
        self.left_by_itself = False
        try:
            if self._failure is None:
                self._break_off()
                self._send(messages.bye())
                self.left_by_itself = self._process.end()
        finally:
            # Even if a listener fails, or somebody presses Ctrl-C.
            self._process.kill()
        self._failure = BotFailure("“{bot}” has been closed.", bot=self._label, kind="exit")

    def __enter__(self) -> ExternalBot:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def _greet(self, seconds: float) -> Introduction:
        self._send(messages.hello())
        line = self._receive(seconds)
        try:
            return messages.read_hello(line, self._label)
        except BotFailure as failure:
            raise self._give_up(failure) from None

    def _set_options(self, chosen: Mapping[str, OptionValue]) -> None:
        offered = self._introduction.options
        for option, value in chosen.items():
            if option not in offered:
                raise BotError(
                    "“{bot}” has no option “{option}”; it offers: {options}.",
                    bot=self._label,
                    option=printable(option),
                    options=", ".join(printable(name) for name in offered) or "–",
                )
            if not _same_kind(value, offered[option]):
                raise BotError(
                    "The option “{option}” of “{bot}” cannot be {value}: it must be of the "
                    "same type as {usual}.",
                    option=printable(option),
                    bot=self._label,
                    value=printable(repr(value)),
                    usual=printable(repr(offered[option])),
                )
        if offered:
            self._send(messages.options({**offered, **chosen}))

    def _begin(self, view: View) -> None:
        self._break_off()
        seed = (self._seed + self._games) & LARGEST_SEED
        self._games += 1
        self._send(messages.new_game(self._games, view, seed, self.seconds))

    def _break_off(self) -> None:
        if self._last is not None and self._failure is None:
            self._send(messages.game_over(self._games, None))
        self._last = None

    def _send(self, message: Message) -> None:
        line = messages.write(message)
        if self._listener is not None:
            self._listener(">", line)
        self._process.send(line)

    def _receive(self, seconds: float, grace: float = 0.0) -> bytes:
        try:
            line = self._process.receive(seconds, grace)
        except BotFailure as failure:
            raise self._give_up(failure) from None
        if self._listener is not None:
            self._listener("<", line)
        return line

    def _refuse_unasked(self) -> None:
        try:
            line = self._process.unasked()
            if line is not None:
                raise BotFailure(
                    "“{bot}” wrote “{line}” without being asked.",
                    bot=self._label,
                    kind="garbage",
                    line=printable_bytes(line),
                )
        except BotFailure as failure:
            raise self._give_up(failure) from None

    def _check_alive(self) -> None:
        if self._failure is not None:
            raise self._failure

    def _give_up(self, failure: BotFailure) -> BotFailure:
        """End the process, and return the failure with the end of the bot's error output."""
        if failure.kind == "garbage" and self._process.is_flooding():
            failure = self._process.flood()
        self._process.kill()
        failure.values["said"] = self._process.last_words()
        self._failure = failure
        return failure


def split_command(command: str | Sequence[str]) -> list[str]:
    """Split a command into words as a shell would; no shell ever runs it."""
    try:
        words = shlex.split(command) if isinstance(command, str) else list(command)
    except ValueError:
        raise BotFailure(
            "“{bot}” is not a command: one of its quotation marks is not closed.",
            bot=printable(str(command)),
            kind="start",
        ) from None
    if not words or not words[0]:
        raise BotFailure("A bot’s command is empty.", kind="start")
    return words


def _same_kind(value: OptionValue, usual: OptionValue) -> bool:
    if isinstance(usual, bool) or isinstance(value, bool):
        return isinstance(usual, bool) and isinstance(value, bool)
    if isinstance(usual, float):
        return isinstance(value, int | float) and math.isfinite(value)
    return isinstance(value, type(usual))
