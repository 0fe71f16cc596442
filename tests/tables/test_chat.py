"""Who may chat at a table, and who receives it."""

from __future__ import annotations

import random
from typing import Any

import pytest

from kingup.rules.errors import KingUpError
from kingup.tables import TableSetting, chat, decisions
from kingup.tables.chat import Remark, Speaker
from kingup.tables.setting import DAY
from tests.tables.sample_tables import HOST, SampleTable

TEAMS: dict[str, Any] = {"edition": "vive-le-roi", "seats": (2, 1, 1)}


def test_a_table_older_than_chat_lets_its_players_chat() -> None:
    body = TableSetting().to_json()
    del body["talk"]
    assert TableSetting.from_json(body).talk == "players"


def test_an_unknown_chat_setting_is_refused() -> None:
    with pytest.raises(KingUpError):
        TableSetting(talk="whispers")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("setting", "on"),
    [
        ({}, True),
        ({"talk": "everybody"}, True),
        ({"talk": "off"}, False),
        ({"screens": "passed"}, False),
    ],
)
def test_chat_can_be_off_and_is_off_where_a_device_is_passed_around(
    setting: dict[str, str], on: bool
) -> None:
    assert chat.is_on(SampleTable(**setting).seat([0, 1], ready=False).table) is on


def test_a_person_alone_among_bots_has_no_chat_partner() -> None:
    assert not chat.has_company(SampleTable().seat([0]).table)
    assert chat.has_company(SampleTable().seat([0, 1]).table)
    assert chat.has_company(SampleTable(talk="everybody").seat([0]).table)


def test_a_player_chats_under_the_name_of_their_seat() -> None:
    table = SampleTable().seat([0, 1]).table
    assert chat.speaker(table, "person-1", "Nobody", 0) == Speaker("person-1", "P1", 1)


def test_a_spectator_chats_only_where_everybody_may_and_under_a_unique_name() -> None:
    with pytest.raises(KingUpError, match="Only players"):
        chat.speaker(SampleTable().seat([0, 1]).table, "guest", "Gus", 0)
    table = SampleTable(talk="everybody").seat([0, 1]).table
    assert chat.speaker(table, "guest", " Gus ", 0) == Speaker("guest", "Gus", None)
    for name in ("", "p1", "Ｐ1", "\u202e", "x" * 99):
        with pytest.raises(KingUpError):
            chat.speaker(table, "guest", name, 0)


def test_a_host_without_a_seat_may_chat() -> None:
    sample = SampleTable()
    for player in range(4):
        sample.do(decisions.seat_bot(sample.table, HOST, player, "page", ("page",)))
    assert chat.speaker(sample.table, HOST, "Hanna", 0).player is None


def test_nobody_chats_where_chat_is_off_or_a_day_after_the_end() -> None:
    with pytest.raises(KingUpError):
        chat.speaker(SampleTable(talk="off").seat([0, 1]).table, HOST, "", 0)
    sample = SampleTable(seats=(1, 1, 1)).seat([0, 1]).play(random.Random(1))
    assert sample.table.is_closed
    end = sample.table.updated_at
    assert chat.speaker(sample.table, HOST, "", end + DAY - 1)
    with pytest.raises(KingUpError):
        chat.speaker(sample.table, HOST, "", end + DAY)


def test_two_people_of_a_team_may_chat_privately() -> None:
    table = SampleTable(**TEAMS).seat([0, 1, 2]).table
    assert chat.mate_of(table, HOST) == Speaker("person-1", "P1", 1)
    assert chat.mate_of(table, "person-2") is None
    assert chat.mate_of(SampleTable(**TEAMS).seat([0, 2]).table, HOST) is None  # bots do not chat


def test_a_private_remark_is_for_sender_and_recipient() -> None:
    remark = Remark(1, 0, Speaker("a", "A", 0), "psst", to="b")
    assert [remark.is_for(person) for person in ("a", "b", "c", None)] == [
        True,
        True,
        False,
        False,
    ]
    assert Remark(1, 0, Speaker("a", "A", 0), "hello").is_for(None)


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("  Hello,\n\tall!  ", "Hello, all!"),
        ("<b>no</b> markup", "<b>no</b> markup"),
        ("a\u202eevil\u202c\x00\x1b[31m", "aevil[31m"),
        ("👨\u200d👩\u200d👧 ❤\ufe0f", "👨\u200d👩\u200d👧 ❤\ufe0f"),
        ("e" + "\u0301" * 40, "é" + "\u0301" * 3),
        ("x" * 300, "x" * 300),
    ],
)
def test_a_message_is_one_line_without_control_characters(text: str, read: str) -> None:
    assert chat.read_remark(text) == read


@pytest.mark.parametrize("text", ["", " \n ", "\u200b\u202e", "x" * 301, "👑" * 301])
def test_an_empty_or_overlong_message_is_refused(text: str) -> None:
    with pytest.raises(KingUpError):
        chat.read_remark(text)


def test_an_unknown_reaction_is_refused() -> None:
    assert chat.read_reaction("bravo") == "bravo"
    with pytest.raises(KingUpError):
        chat.read_reaction("<svg>")
