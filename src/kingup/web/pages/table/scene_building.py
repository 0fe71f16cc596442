"""Builds the scene of a game for a viewer."""

from __future__ import annotations

from kingup.language import _
from kingup.telling.words import listed
from kingup.web.pages.common.view_context import ViewContext
from kingup.web.pages.table import castle, panel
from kingup.web.pages.table.curtain import curtain
from kingup.web.pages.table.hand import hand
from kingup.web.pages.table.round_lines import first_new_move, lines
from kingup.web.pages.table.scene import (
    Board,
    ContinuePiece,
    HeraldPiece,
    Own,
    PlayerPiece,
    Scene,
)
from kingup.web.pages.table.scoring import scoring
from kingup.web.pages.table.seats import clock_text, seats, waiting_names
from kingup.web.pages.table.tips import tips
from kingup.web.pages.table.vote import ballots, last_reveal, verdict

ROUNDS = 3


def scene(context: ViewContext) -> Scene:
    """Return the whole scene for a viewer."""
    shown = board(context.public)
    return Scene(shown, own(context, shown))


def board(public: ViewContext, *, newest: bool = False) -> Board:
    """Return what everybody sees. Takes a spectator's context and nothing else.

    With `newest`, of the round's sentences only those of its newest move.
    """
    if public.player is not None:
        raise ValueError("The board is made from a spectator's view.")
    view, result, sheet = public.view, verdict(public), scoring(public)
    title = panel.headline(public)
    herald = HeraldPiece(title, "")
    if result.shown and not public.paused:
        herald = HeraldPiece(result.title, result.detail)
    return Board(
        cls=_classes(public, revealed=result.shown, scoring=sheet.shown),
        phase=phase(public),
        headline=title,
        round=view.round,
        round_label=_("Round {number} of {rounds}").format(number=view.round, rounds=ROUNDS),
        castle_cls=castle.castle_classes(public),
        boxed=castle.is_boxed(public),
        tokens=castle.tokens(public),
        locks=castle.locks(public),
        seats=seats(public),
        cloth=view.candidate is not None or last_reveal(public) is not None,
        ballots=ballots(public),
        verdict=result,
        scoring=sheet,
        lines=lines(public, newest=newest),
        herald=herald,
    )


def own(context: ViewContext, shown: Board) -> Own:
    """Return what one viewer sees besides the board."""
    table, player = context.table, context.player
    going_on = continuing(context)
    sitter = None if player is None else context.sitter(player)
    until = None if player is None else table.deadline(player)
    host = context.viewer.person is not None and context.viewer.person == table.host
    last = shown.lines[-1].text if shown.lines else ""
    worth = castle.worths(context)
    return Own(
        asks=context.view.phase if context.actions else "wait",
        you_act="1" if context.actions or going_on.shown else "0",
        prompt=panel.prompt(context, last),
        marks=castle.marks(context, worth),
        choices=panel.choices(context),
        targets=castle.targets(context),
        cards=panel.cards(context),
        ambitions=panel.ambitions(context),
        hand=hand(context, worth),
        continuing=going_on,
        waiting=_waiting(context) if context.between_rounds and not going_on.shown else "",
        resumes=context.paused and host,
        replaced=sitter is not None and sitter.standing_in is not None,
        player="" if player is None else str(player),
        until=clock_text(until),
        since=first_new_move(context),
        curtain=curtain(context),
        tips=tips(context),
    )


def continuing(context: ViewContext) -> ContinuePiece:
    """Return the button for those who may put the score sheet away here.

    That is one player, or all of a shared device.
    """
    if (
        not context.between_rounds
        or context.paused
        or context.viewer.page not in ("table", "hand")
    ):
        return ContinuePiece()
    held = context.viewer.holds if context.player is None else (context.player,)
    reading = tuple(player for player in held if player not in context.table.continued)
    if not reading:
        return ContinuePiece()
    is_last = context.view.phase == "over"
    following = _("On to round {number}").format(number=context.view.round + 1)
    return ContinuePiece(
        shown=True,
        text=_("See who won") if is_last else following,
        players=tuple([PlayerPiece(str(player)) for player in reading]),
    )


def phase(context: ViewContext) -> str:
    """Return what a page calls the moment: its scripts and styles go by that."""
    if context.paused:
        return "paused"
    if context.between_rounds:
        return "deal"  # also after the last round: its scoring, not yet the result
    return "vote" if context.view.phase == "shuffle" else context.view.phase


def _classes(public: ViewContext, *, revealed: bool, scoring: bool) -> str:
    classes = "table"
    classes += " is-revealed" if revealed else ""
    classes += " is-scoring" if scoring else ""
    return classes + (" is-paused" if public.paused else "")


def _waiting(context: ViewContext) -> str:
    if context.paused:
        return _("The game is paused")
    waiting = waiting_names(context)
    return _("Waiting for {names}.").format(names=listed(waiting)) if waiting else ""
