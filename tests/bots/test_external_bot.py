"""External bots: what a program is sent, and when."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import kingup
from kingup.bots import BotError
from kingup.bots.external import ExternalBot, messages
from kingup.bots.external.process import PASSED_ON
from tests.bots.external_bots import GOOD, is_zombie, opening, play_game, python_bot, runs


class Conversation:
    """A listener that keeps all lines."""

    def __init__(self) -> None:
        self.lines: list[tuple[str, bytes]] = []

    def __call__(self, direction: str, line: bytes) -> None:
        self.lines.append((direction, line))

    def messages(self, kind: str | None = None, direction: str = ">") -> list[dict[str, Any]]:
        said = [json.loads(line) for way, line in self.lines if way == direction]
        return [message for message in said if kind in (None, message["type"])]


@pytest.fixture
def log() -> Conversation:
    return Conversation()


def test_a_game_is_announced_asked_about_and_ended(log: Conversation) -> None:
    game = kingup.Game("vive-le-roi", [1, 2, 1], ["ambition", "emissary"], seed=5)
    with ExternalBot(python_bot(GOOD), seed=9, seconds=4.5, listener=log) as bot:
        chosen = play_game(game, {1: bot})
    kinds = [message["type"] for message in log.messages()]
    middle = ["choose"] * len(chosen)
    assert kinds == ["hello", "new-game", *middle, "game-over", "bye"]
    assert log.messages("new-game") == [
        {
            "type": "new-game",
            "game": 1,
            "edition": "vive-le-roi",
            "options": ["ambition", "emissary"],
            "seats": [1, 2, 1],
            "seat": 1,
            "players": [1, 2],
            "seed": 9,
            "seconds": 4.5,
        }
    ]
    questions = log.messages("choose")
    assert [question["id"] for question in questions] == list(range(1, len(chosen) + 1))
    assert {question["view"]["viewer"] for question in questions} == {1, 2}
    assert {question["seconds"] for question in questions} == {4.5}
    answers = log.messages("action", "<")
    assert [answer["action"] for answer in answers] == chosen


def test_a_bot_is_sent_its_views_and_nothing_else(log: Conversation) -> None:
    view = opening()
    with ExternalBot(python_bot(GOOD), seed=1, listener=log) as bot:
        bot.choose(view)
    (question,) = log.messages("choose")
    assert sorted(question) == ["id", "seconds", "type", "view"]
    assert question["view"] == json.loads(view.as_json())


def test_a_line_is_ascii_without_spaces_and_begins_with_its_type(log: Conversation) -> None:
    game = kingup.Game("kingup", [['Zoë "A" \ud800'], ["アンナ"], ["c\nd\u2028"]], seed=1)
    with ExternalBot(python_bot(GOOD), seed=1, listener=log) as bot:
        bot.choose(game.view(game.to_act[0]))
    for direction, line in log.lines:
        if direction == ">":
            assert line.isascii()
            assert b"\n" not in line
            assert line.startswith(b'{"type":"')
            assert b'": ' not in line
    (question,) = log.messages("choose")
    assert question["view"]["names"] == [['Zoë "A" \ud800'], ["アンナ"], ["c\nd\u2028"]]


def test_one_process_plays_several_games(log: Conversation) -> None:
    with ExternalBot(python_bot(GOOD), seed=20, listener=log) as bot:
        for seed in (1, 2):
            play_game(kingup.Game("kingup", 3, seed=seed), {0: bot})
    assert len(log.messages("hello")) == 1
    games = log.messages("new-game")
    assert [(game["game"], game["seed"]) for game in games] == [(1, 20), (2, 21)]
    assert [over["game"] for over in log.messages("game-over")] == [1, 2]


def test_a_view_that_does_not_continue_begins_a_new_game(log: Conversation) -> None:
    with ExternalBot(python_bot(GOOD), seed=1, listener=log) as bot:
        bot.choose(opening(1))
        bot.choose(opening(1))
        bot.choose(opening(2))
        game = kingup.Game("vive-le-roi", 3, seed=2)
        bot.choose(game.view(game.to_act[0]))
    kinds = [message["type"] for message in log.messages()]
    game_one = ["new-game", "choose", "choose", "game-over"]
    others = ["new-game", "choose", "game-over"] * 2
    assert kinds == ["hello", *game_one, *others, "bye"]
    overs = log.messages("game-over")
    assert [(over["result"], over["view"]) for over in overs] == [("broken-off", None)] * 3


def test_a_new_game_can_be_asked_for_with_its_seed(log: Conversation) -> None:
    with ExternalBot(python_bot(GOOD), seed=1, listener=log) as bot:
        for seed in (77, 77, 2**40 + 3, -1):
            bot.new_game(seed)
            bot.choose(opening())
    assert [game["seed"] for game in log.messages("new-game")] == [77, 77, 3, 2**31 - 1]


def test_the_game_over_message_says_who_won() -> None:
    game = kingup.Game("kingup", 3, seed=3)
    conversations = [Conversation() for _ in range(3)]
    bots = {
        seat: ExternalBot(python_bot(GOOD), seed=1, listener=conversation)
        for seat, conversation in enumerate(conversations)
    }
    play_game(game, bots)
    for seat, bot in bots.items():
        bot.close()
        (over,) = conversations[seat].messages("game-over")
        assert over["view"] == json.loads(game.view(seat).as_json())
        assert (over["result"] == "lost") == (seat not in game.winners)
    # Shared victories are rare, so one is made up.
    tie = replace(game.view(0), winners=(0, 2))
    assert messages.game_over(1, tie)["result"] == "shared"
    assert messages.game_over(1, replace(tie, winners=(0,)))["result"] == "won"
    assert messages.game_over(1, replace(tie, winners=()))["result"] == "lost"


def test_a_bots_name_and_author_are_sanitised() -> None:
    hello = {"name": " Eve\x1b[2J\u202e " + "x" * 99, "author": "\tAda"}
    with ExternalBot(python_bot(f"greet(**{hello!r}); hear('bye')"), seed=1) as bot:
        assert bot.name == "Eve\ufffd[2J\ufffd " + "x" * 31 + "…"
        assert bot.author == "Ada"
    with ExternalBot(python_bot("greet(); hear('bye')"), seed=1) as bot:
        assert (bot.name, bot.author, bot.options) == ("Test", "", {})


def test_a_byte_order_mark_and_carriage_returns_are_accepted() -> None:
    script = (
        "hear()\n"
        r"""raw(b'\xef\xbb\xbf{"type":"hello","protocol":1.0,"name":"W","extra":[]}\r\n')"""
        "\nanswer(hear('choose'))"
    )
    with ExternalBot(python_bot(script), seed=1) as bot:
        assert bot.choose(opening()) == "A1"


OFFER = "greet(options={'depth': 3, 'bold': False, 'greed': 0.5, 'style': 'calm'})\n"


def test_a_bot_is_sent_all_its_options_with_the_chosen_values(log: Conversation) -> None:
    command = python_bot(OFFER + "while True: answer(hear('choose'))")
    chosen = {"depth": 5, "bold": True, "greed": 1}
    with ExternalBot(command, seed=1, options=chosen, listener=log) as bot:
        bot.choose(opening())
        assert bot.options["depth"] == 3
    assert log.messages("options") == [
        {
            "type": "options",
            "options": {"depth": 5, "bold": True, "greed": 1, "style": "calm"},
        }
    ]


@pytest.mark.parametrize(
    ("options", "part"),
    [
        ({"speed": 1}, "has no option “speed”; it offers: depth, bold, greed, style"),
        ({"depth": "3"}, "“depth” of .* cannot be '3'"),
        ({"depth": True}, "cannot be True"),
        ({"depth": 2.5}, "cannot be 2.5"),
        ({"bold": 1}, "cannot be 1"),
        ({"greed": float("nan")}, "cannot be nan"),
        ({"style": 3}, "must be of the same type as 'calm'"),
    ],
)
def test_an_option_that_does_not_fit_is_refused(options: dict[str, Any], part: str) -> None:
    with pytest.raises(BotError, match=part):
        ExternalBot(python_bot(OFFER + "hear('bye')"), seed=1, options=options)


def test_a_command_is_split_but_no_shell_runs_it(tmp_path: Path) -> None:
    script = tmp_path / "my bot.py"
    script.write_text(python_bot("greet(name=' '.join(sys.argv[1:])); hear('bye')")[4])
    python = python_bot("")[0]
    with ExternalBot(f"{python} '{script}' ';' '$HOME' '&&' '>x'", seed=1) as bot:
        assert bot.name == "; $HOME && >x"


def test_a_bot_gets_only_a_few_environment_variables(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KINGUP_SECRET", "hunter2")
    monkeypatch.setenv("LANG", "C.UTF-8")
    note = tmp_path / "environment"
    script = "json.dump(dict(os.environ), open(sys.argv[1], 'w')); greet(); hear('bye')"
    with ExternalBot(python_bot(script, note), seed=1):
        got = json.loads(note.read_text())
    assert got["LANG"] == "C.UTF-8"
    assert got["PATH"] == os.environ["PATH"]
    assert set(got) <= {*PASSED_ON, "PYTHONUNBUFFERED", "PYTHONUTF8"}


def test_a_bot_chooses_only_for_a_player_who_may_act() -> None:
    game = kingup.Game("kingup", 3, seed=1)
    idle = next(player for player in range(3) if player not in game.to_act)
    with ExternalBot(python_bot(GOOD), seed=1) as bot:
        for viewer in (None, idle):
            with pytest.raises(ValueError, match="a player who may act"):
                bot.choose(game.view(viewer))


def test_a_failing_listener_leaves_no_process_behind() -> None:
    def fail_at_bye(direction: str, line: bytes) -> None:
        if b"bye" in line:
            raise BrokenPipeError

    bot = ExternalBot(python_bot(GOOD), seed=1, listener=fail_at_bye)
    with pytest.raises(BrokenPipeError):
        bot.close()
    assert not runs(bot.pid)
    assert not is_zombie(bot.pid)


def test_a_bot_ends_by_itself_when_told_bye() -> None:
    bot = ExternalBot(python_bot("greet(); hear('bye')"), seed=1)
    assert bot.left_by_itself is None
    bot.close()
    assert bot.left_by_itself is True
