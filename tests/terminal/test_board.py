"""The full screen: keys, mouse, votes, curtain, pages, resizing, leaving."""

from __future__ import annotations

import asyncio
import random
import re
from pathlib import Path

import pytest
from rich.text import Text

from kingup.bots import Bot
from kingup.notation import read_file
from kingup.rules.errors import KingUpError
from kingup.terminal.app import TextScreen
from kingup.terminal.ballots import Tempo
from kingup.terminal.replay_screen import ReplayScreen
from tests.strategies import each_family, random_play
from tests.terminal.full_screen import (
    PLACED,
    Clock,
    Scripted,
    king_up,
    new_game,
    press,
    replay_app,
    table_on_screen,
)
from tests.terminal.helpers import NAMES
from tests.terminal.screenshot import text_of
from tests.waiting import PATIENCE

STARRED = re.compile(r"[★☆](\w)")
RECORDS = Path(__file__).parent.parent / "records"
SLOW = Tempo(move=1, card=2, breath=3, turn=4, beat=5, outcome=6)


async def test_a_character_is_placed_with_cursor_keys() -> None:
    async with table_on_screen(king_up()) as table:
        await table.turn()
        await table.press("enter")  # nothing is chosen yet
        assert table.asks
        await table.press("right", "right", "up", "up")
        assert "‹B›" in table.text
        await table.press("enter")
        await table.turn()
        assert table.local.game.castle["B"] == "2"


async def test_a_character_is_placed_with_the_mouse() -> None:
    async with table_on_screen(king_up()) as table:
        await table.turn()
        lines = table.text.split("\n")
        row = next(i for i, line in enumerate(lines) if "Aside:" in line)
        await table.pilot.click(offset=(lines[row].index(" A ") + 1, row))
        floor = next(i for i, line in enumerate(lines) if line.startswith("3 │"))
        await table.pilot.click(offset=(12, floor))
        await table.turn()
        assert table.local.game.castle["A"] == "3"


async def test_a_vote_is_cast_with_the_mouse() -> None:
    bots: dict[int, Bot] = {1: Scripted(), 2: Scripted()}
    async with table_on_screen(king_up(*PLACED, "A", "A"), bots=bots) as table:
        await table.turn()
        line = table.text.split("\n")[22]
        assert line.split() == ["Yes", "No"]
        await table.pilot.click(offset=(line.index("No"), 22))
        await table.until(lambda: table.local.game.castle["A"] == "box")


async def test_what_cannot_move_cannot_be_chosen() -> None:
    async with table_on_screen(king_up(*PLACED)) as table:
        await table.turn()
        await table.press("e", "enter")  # cannot move
        assert table.asks
        await table.press("a", "enter")
        await table.turn()
        assert table.local.game.castle["A"] != "4"


async def test_the_vote_is_a_moment_and_the_rest_comes_after_it() -> None:
    clock = Clock()
    game = king_up(*PLACED, "A", "A")
    bots: dict[int, Bot] = {1: Scripted("N"), 2: Scripted("Y")}
    async with table_on_screen(game, tempo=SLOW, clock=clock, bots=bots) as table:
        for seconds in (2, 2):  # the bots' cards come in
            waited, over = await clock.next_wait()
            assert waited == seconds
            over.set()
        await table.turn()
        assert table.text.count("░♛░") == 2
        await table.press("y", "enter")
        stages = [2, 3, 4, 4, 4, 5, 6]
        for seconds in stages:
            waited, over = await clock.next_wait()
            await table.pause()
            assert waited == seconds
            shown = table.text
            assert "Vote on Alighiero" not in shown  # neither log
            assert not table.asks  # nor the next question
            if seconds < 4:
                assert shown.count("░♛░") == 3
            if seconds == 5:
                assert shown.count("░♛░") == 0
                assert "vote on Alighiero" in shown
            assert ("Alighiero is out of the round." in shown) is (seconds == 6)
            over.set()
        await table.until(lambda: "Vote on Alighiero" in table.text)


async def test_a_key_skips_the_moment() -> None:
    clock = Clock()
    bots: dict[int, Bot] = {1: Scripted("N"), 2: Scripted("Y")}
    tempo = Tempo(move=0, card=0, breath=3, turn=4, beat=5, outcome=6)
    async with table_on_screen(
        king_up(*PLACED, "A", "A"), tempo=tempo, clock=clock, bots=bots
    ) as table:
        await table.turn()
        await table.press("y", "enter")
        assert (await clock.next_wait())[0] == 3
        await table.press("space")
        await table.turn()
        assert clock.waits.empty()
        assert "vote on A" in table.text
        assert table.local.game.castle["A"] == "box"


async def test_a_crowning_shows_the_score_sheet_before_the_points() -> None:
    bots: dict[int, Bot] = {1: Scripted(), 2: Scripted()}
    async with table_on_screen(king_up(*PLACED, "A", "A"), bots=bots) as table:
        await table.turn()
        await table.press("y", "enter")
        await table.until(lambda: table.reads)
        assert "Long live Alighiero!" in table.text
        assert table.app.board.scene is not None
        assert table.app.board.scene.view.scores == (0, 0, 0)
        await table.press("enter")
        await table.until(lambda: not table.reads)
        await table.turn()
        assert table.local.game.round == 2


async def test_the_curtain_hides_everything_between_two_people() -> None:
    async with table_on_screen(king_up(), people=2) as table:
        for name in (NAMES[0], NAMES[1]):
            await table.until(lambda: table.reads)
            assert f"Pass the keyboard to {name}." in table.text
            assert not STARRED.findall(table.text)
            assert "Aside:" not in table.text
            await table.press("enter")
            await table.until(lambda: table.asks)
            await table.press("right", "up", "enter")


async def test_only_ones_own_favourites_have_stars() -> None:
    """Whoever looks: the person at the keyboard, or all together."""
    rng = random.Random(2)
    async with table_on_screen(new_game("kingup", 3), people=3) as table:
        private = 0
        while private < 6:
            await table.until(lambda: table.asks or table.reads)
            cards = table.local.game.rounds[-1].deal.favourites
            if table.reads:
                assert not STARRED.findall(table.text)
                await table.press("enter")
                continue
            private += 1
            view = table.app.board.cursor.scene.view  # type: ignore[union-attr]
            assert set(STARRED.findall(table.text)) <= set(cards[view.viewer or 0])
            yes = "Y" if view.phase == "vote" else rng.choice(view.actions)
            await table.press(*yes.lower(), "enter")


async def test_the_moment_of_a_vote_shows_nobodys_cards_to_several_people() -> None:
    clock = Clock()
    tempo = Tempo(move=0, card=0, breath=3, turn=0, beat=0, outcome=0)
    game = king_up(*PLACED, "A", "A")
    async with table_on_screen(game, people=3, tempo=tempo, clock=clock, bots={}) as table:
        for _ in range(3):
            await table.until(lambda: table.reads)
            await table.press("enter")
            await table.until(lambda: table.asks)
            assert STARRED.findall(table.text)
            await table.press("y", "enter")
        await clock.next_wait()
        await table.pause()
        assert "All votes are in" in table.text
        assert not STARRED.findall(table.text)
        await table.press("space")


async def test_pages_open_and_close() -> None:
    async with table_on_screen(king_up()) as table:
        await table.turn()
        for key, text in (
            ("f1", "Keys:"),
            ("f2", "Who is who"),
            ("f3", "The rules of King Up!"),
            ("f4", "Nothing has happened in this round yet."),
        ):
            await table.press(key)
            await table.until(lambda: table.reads)
            assert text in table.text
            await table.press("f1")  # one page at a time
            await table.press("escape")
            await table.until(lambda: table.asks)


@pytest.mark.parametrize("key", ["escape", "ctrl+c", "ctrl+q"])
async def test_leaving_asks_first(key: str) -> None:
    async with table_on_screen(king_up()) as table:
        await table.turn()
        await table.press(key)
        await table.until(lambda: table.reads)
        assert "Save the game and leave?" in table.text
        await table.press("escape")
        await table.until(lambda: table.asks)
        await table.press(key)
        await table.until(lambda: table.reads)
        await table.press("enter")
        await table.until(lambda: not table.app.is_running)


async def test_a_bot_that_fails_ends_the_game_with_its_error() -> None:
    class Cheat:
        def choose(self, view: object) -> str:
            return "Z9"

    with pytest.raises(KingUpError):
        async with table_on_screen(king_up(), people=0, bots=dict.fromkeys(range(3), Cheat())) as (
            table
        ):
            await table.until(lambda: not table.app.is_running)


SIZES = [(80, 24), (100, 30), (120, 40), (200, 60), (60, 15)]


async def test_the_board_follows_the_size_of_the_window() -> None:
    async with table_on_screen(king_up(*PLACED)) as table:
        await table.turn()
        await table.press("a")
        for width, height in SIZES:
            await table.pilot.resize_terminal(width, height)
            await table.pause()
            lines = table.text.rstrip("\n").split("\n")
            assert len(lines) == height
            assert max(map(len, lines)) <= width
            assert "▸A◂" in table.text or height < 24
            assert ("Alighiero" in "".join(lines[:12])) is (height >= 34)
        assert table.app.board.cursor is not None  # what was chosen stays chosen
        assert table.app.board.cursor.chosen == "A"


@pytest.mark.parametrize(("edition", "seats", "options"), each_family(unpacked=True))
async def test_every_kind_of_game_fits_80_columns_and_24_rows(
    edition: str, seats: tuple[int, ...], options: tuple[str, ...]
) -> None:
    """During a vote, the fullest board: nothing that matters is cut off."""
    game = new_game(edition, seats, *options)
    for _ in random_play(game, random.Random(5), 300):
        if game.phase == "vote":
            break
    async with table_on_screen(game) as table:
        await table.turn()
        lines = table.text.rstrip("\n").split("\n")
        assert lines[-1].startswith(" f1 Help")
        assert "Yes" in lines[-2]
        assert lines[-3].startswith(NAMES[0])
        assert table.text.count("╰") == len(seats) - 1
        assert lines[1].endswith("points")
        assert all(name.split()[0][:4] in table.text for name in NAMES[: len(seats)])


@pytest.mark.full
@pytest.mark.parametrize("edition", ["kingup", "vive-le-roi"])
async def test_a_whole_game_is_played_and_watched_again(edition: str) -> None:
    rng = random.Random(5)
    async with table_on_screen(new_game(edition, 3)) as table:
        while not table.local.game.is_over:
            await table.until(lambda: table.asks or table.reads)
            if table.reads:
                await table.press("enter")
                continue
            view = table.app.board.cursor.scene.view  # type: ignore[union-attr]
            await table.play("Y" if view.phase == "vote" else rng.choice(view.actions))
        await table.until(lambda: "Long live" in table.text and "Watch again" in table.text)
        await table.press("r")
        await table.until(lambda: isinstance(table.app.screen, ReplayScreen))
        assert f"Move 0 of {table.local.game.move_count}" in table.text
        await table.press("escape")
        await table.until(lambda: table.reads)


async def test_a_replay_steps_forward_and_back_and_far() -> None:
    game = read_file(RECORDS / "king-up-4.json")
    app = replay_app(game)
    last = game.move_count
    async with app.run_test(size=(80, 24)) as pilot:
        moves = []
        for keys in ("", "right", "enter", "left", "pagedown", "end", "home", "left"):
            if keys:
                await press(app, pilot, keys)
            for _ in range(3):
                await pilot.pause(0)
            found = re.search(r"Move (\d+) of (\d+)", text_of(app))
            assert found
            assert int(found[2]) == last
            moves.append(int(found[1]))
        assert moves == [0, 1, 2, 1, 11, last, 0, 0]
        assert "Favourites: " in text_of(app)
        await press(app, pilot, "end", "right")
        async with asyncio.timeout(PATIENCE):
            while " wins. " not in text_of(app):
                await pilot.pause(0)


async def test_a_replay_shows_a_vote_as_a_moment() -> None:
    game = read_file(RECORDS / "king-up-4.json")
    first = next(i for i, move in enumerate(game.rounds[0].moves) if hasattr(move, "votes"))
    clock = Clock()
    tempo = Tempo(move=0, card=0, breath=1, turn=0, beat=0, outcome=0)
    app = replay_app(game, tempo, clock)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(app, pilot, *["right"] * first)
        await press(app, pilot, "right")
        _seconds, over = await clock.next_wait()
        await pilot.pause(0)
        assert "All votes are in" in text_of(app)
        over.set()
        async with asyncio.timeout(PATIENCE):
            while f"Move {first + 1} of" not in text_of(app):
                await pilot.pause(0)


async def test_a_page_may_be_resized_before_it_is_composed_and_after_it_is_gone() -> None:
    app = replay_app(read_file(RECORDS / "king-up-4.json"))
    async with app.run_test(size=(80, 24)) as pilot:
        page = TextScreen(lambda width: [Text(f"{width} wide")], {"enter": "Close"})
        page.on_resize()
        app.push_screen(page)
        await pilot.pause()
        assert "74 wide" in text_of(app)
        await press(app, pilot, "enter")
        page.on_resize()
