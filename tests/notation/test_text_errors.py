"""A wrong text record is refused with a sentence, a line and a column."""

from __future__ import annotations

import pytest

from kingup.notation import read, read_text, write_text
from tests.notation.helpers import played, record_text, refused

TEAM = record_text("vive-le-roi-team-emissary", "txt")
KING_UP = record_text("king-up-4", "txt")

PROOF = '[DealMethod "m"]\n[DealCommitment "c"]\n[DealSecret "s"]\n'
NO_HEADER = "This is not a header: write Game, Rules,"
LATER_RULES = "This game was played under version 2.1.0 of the rules; this program has 1.0.0."

# The text to replace, its replacement, the line and column of the error, and its sentence.
HEADER = [
    ('[Game "kingup-game 1"]\n', "", 1, 1, 'A record begins with [Game "kingup-game 1"].'),
    ('"kingup-game 1"', '"kingup-game 2"', 1, 7, "This program reads “kingup-game 1”, not “kingu"),
    ('"1.0.0"', '"2.1.0"', 2, 8, LATER_RULES),
    ('"1.0.0"', '"one"', 2, 8, "“one” is not a version of the rules: write three numbers, like"),
    ('[Rules "1.0.0"]\n', "", 9, 1, "The header “Rules” is missing."),
    ('[Edition "vive-le-roi"]\n', "", 9, 1, "The header “Edition” is missing."),
    ('[Result "Emissary"]\n', "", 9, 1, "The header “Result” is missing."),
    ("[Rules", "[Rule", 2, 2, NO_HEADER),
    ("[Rules", "[3", 2, 2, NO_HEADER),
    ("[Rules", "[", 2, 10, "A text in quotation marks is expected here."),
    ('[Rules "1.0.0"]', "[Rules]", 2, 7, "A text in quotation marks is expected here."),
    ('[Rules "1.0.0"]', '[Rules "1.0.0" "1"]', 2, 16, "This header takes one text, not several."),
    ('[Rules "1.0.0"]', '[Rules "1.0.0"', 2, 15, "“]” is expected here."),
    ('[Rules "1.0.0"]', '[Rules "1.0.0]', 2, 8, "The quotation marks that open here never"),
    ('[Rules "1.0.0"]', r'[Rules "1.\0.0"]', 2, 11, "In quotation marks this must be escaped:"),
    ('[Rules "1.0.0"]', '[Rules "1.\t0.0"]', 2, 11, "In quotation marks this must be escaped:"),
    ('[Rules "1.0.0"]', '[Rules "1.0.0"] 1', 2, 17, "Nothing more is expected on this line: “1"),
    ("[Rules", '[date "a"]\n[date "b"]\n[Rules', 3, 2, "This tag is written twice."),
    ("[Rules", '["date" "a"]\n[date "b"]\n[Rules', 3, 2, "This tag is written twice."),
    ("[Rules", "[date]\n[Rules", 2, 6, "A text in quotation marks is expected here."),
    ("[Rules", r'[date "\ud800"]' + "\n[Rules", 2, 7, "“\N{REPLACEMENT CHARACTER}” contains half"),
    ("[Rules", '[Rules "1.0.0"]\n[Rules', 3, 1, "This header is written twice."),
    ("vive-le-roi", "chess", 3, 10, "There is no edition “chess”: choose kingup / vive-le-roi."),
    ("vive-le-roi", "Vive le Roi", 3, 10, "“Vive le Roi” is neither an edition nor an option."),
    ("vive-le-roi", "kingup", 4, 10, "“ambition” belongs to Vive le Roi: King Up! has no options"),
    ('"wedding"', '"ambition"', 4, 32, "“ambition” is repeated or out of order: the order is"),
    ('"wedding"', '"divorce"', 4, 32, "There is no option “divorce”: choose from ambition,"),
    ("[Seat 2", "[Seat 3", 6, 7, "The number of the seat is expected here: 2."),
    ("[Seat 2", "[Seat", 6, 7, "The number of the seat is expected here: 2."),
    ('"Thérèse"', '"Thérèse" "Terry"', 6, 9, "A seat is one player or a team of two."),
    ('[Seat 3 "Quentin"]', "[Seat 3]", 7, 8, "A text in quotation marks is expected here."),
    ("Emissary", "seat 1", 8, 9, "The result of this game is “Emissary”, not “seat 1”."),
    ("Emissary", "*", 8, 9, "The result of this game is “Emissary”, not “*”."),
    ("[Result", '[DealSecret "s"]\n[Result', 11, 1, "The header “DealMethod” is missing."),
]

ROUNDS = [
    (
        "Round 1: seat 3",
        "Runde 1: seat 3",
        10,
        1,
        "This line does not belong here: “Runde 1: seat",
    ),
    ("Round 1: seat 3", "Round 2: seat 3", 10, 7, "The number of the round is expected here: 1."),
    ("Round 1: seat 3", "Round: seat 3", 10, 6, "The number of the round is expected here: 1."),
    ("Round 1: seat 3", "Round 1 seat 3", 10, 9, "Write “Round 1: seat 1 begins”."),
    ("Round 1: seat 3", "Round 1: seat 4", 10, 15, "The number of a seat is expected here, from"),
    ("Round 1: seat 3", "Round 1: seat 0", 10, 15, "The number of a seat is expected here, from"),
    ("Round 1: seat 3", "Round 1: seat x", 10, 15, "The number of a seat is expected here, from"),
    ("seat 3 begins", "seat 3 starts", 10, 17, "Write “Round 1: seat 1 begins”."),
    ("seat 3 begins", "seat 3 begins now", 10, 24, "Nothing more is expected on this line: “now"),
    (
        *("Round 2: seat 1", "Round 2: seat 2", 36, 15),
        "Seat 1 starts this round, not seat 2 (counting from 1).",
    ),
    ("2a: CEFGLO", "2: CEFGLO", 12, 1, "A line that begins with “2a:” is expected here."),
    ("Emissary: AEGJOR", "Envoy: AEGJOR", 15, 1, "A line that begins with “Emissary:” is expe"),
    ("2a: CEFGLO", "2a: CEFGLOX", 12, 5, "A favourites card is expected here: six letters in"),
    ("2a: CEFGLO", "2a: OLGFEC", 12, 5, "Vive le Roi has no favourites card “OLGFEC”."),
    ("2a: CEFGLO", "2a: BFJORS", 12, 5, "The favourites card BFJORS was dealt twice."),
    ("Emissary: AEGJOR", "Emissary: BFJORS", 15, 11, "The favourites card BFJORS was dealt twic"),
    ("AEGJOR BNNYN", "AEGJOR", 15, 17, "The Emissary's pile is expected here: Y, N and B,"),
    ("AEGJOR BNNYN", "AEGJOR BNNN", 15, 18, "The Emissary's pile must hold BNNNY in some order"),
    ("AEGJOR BNNYN", "AEGJOR BNNYN Y", 15, 24, "Nothing more is expected on this line: “Y”."),
    ("*empty-hand", "*full-hand", 11, 12, "There is no Ambition card “full-hand”."),
    ("*empty-hand", "", 11, 25, "Two Ambition cards are expected here, the kept one with a"),
    ("*empty-hand", "*Empty_hand", 11, 11, "Two Ambition cards are expected here, the kept one"),
    ("*empty-hand", "*kingmaker", 12, 12, "The Ambition card “kingmaker” was dealt twice."),
    ("*empty-hand th", "*empty-hand *th", 11, 23, "A player keeps one Ambition card, not both."),
    ("*empty-hand", "empty-hand", 17, 3, "Not now: Ambition cards are being chosen."),
    (
        "three-dungeon\n",
        "three-dungeon x\n",
        11,
        37,
        "Nothing more is expected on this line: “x”.",
    ),
    ("Scores: 51", "Scores: 52", 34, 9, "The score after this round is 51, not 52."),
    ("Scores: 51", "Scores:", 34, 1, "4 scores are needed, one for each player, not 3."),
    ("Scores: 51", "Scores: x", 34, 9, "Nothing more is expected on this line: “x 60 54 53,"),
    ("Scores: 51 60 54 53, Emissary 91\n", "", 35, 1, "The round is over, so its scores belong h"),
    (", Emissary 91", "", 34, 20, "The Emissary's score is missing."),
    (", Emissary 91", ", Emissary 90", 34, 31, "The score after this round is 91, not 90."),
    (", Emissary 91", ", Emissary -1", 34, 31, "A number is expected here: “-1”."),
    (", Emissary 91", ", Emissary", 34, 30, "A number is expected here: “”."),
]

MOVES = [
    ("Placing:", "Placements:", 16, 1, "This line does not belong here: “Placements:”."),
    ("  S1 J1", "  S J1", 17, 3, "“S” is not a placement: write a letter and a floor from 1 to 4"),
    ("  S1 J1", "  S1 S1", 17, 6, "Sofia is already in the castle."),
    ("  S1 J1", "  S1 D1", 17, 6, "Vive le Roi has no character “D”."),
    ("  S1 J1", "  S1 J5", 17, 6, "Characters are placed on floors 1 to 4, not on 5."),
    ("  G3 R3 A2", "  G3 R4 A4", 20, 6, "Floor 4 is full: Roméo cannot be placed there."),
    ("  G3 R3 A2\n", "  G3 R3\n", 22, 3, "Not now: characters are being placed."),
    ("  G3 R3 A2\n", "  G3 R3 A2 O1\n", 20, 12, "Not now: characters are climbing."),
    ("Climbing:\n", "", 21, 3, "“Ap3” is not a placement: write a letter and a floor from 1"),
    ("  Ap3 L2", "  A3 L2", 22, 4, "A climbs to p3 here, not to 3."),
    (
        "  Ap3 L2",
        "  Ap5 L2",
        22,
        3,
        "“Ap5” is not a climb: write a letter and where it goes, like",
    ),
    ("  Ap3 L2 O1", "  Ap3 A3 O1", 22, 7, "Floor 3 is full: Anna cannot leave the privy."),
    ("B6:BYN+B=5", "B6:BYN+B=d3", 23, 18, "The outcome of this vote is 5, not d3."),
    ("B6:BYN+B=5", "B6:BYN+B=hell", 23, 9, "“B6:BYN+B=hell” is not a climb: write a letter and"),
    ("B6:BYN+B=5", "B6:BYN+B", 23, 9, "“B6:BYN+B” is not a climb: write a letter and where it"),
    ("B6:BYN+B=5", "B6:BY+B=5", 23, 12, "3 votes are needed, one for each seat, not 2."),
    ("B6:BYN+B=5", "B6:BYN+N=5", 23, 16, "The Emissary votes B here, not N."),
    ("B6:BYN+B=5", "B6:BYN=5", 23, 15, "The Emissary's vote is missing."),
    ("B6:BYN+B=5", "B6:BYN+B~Y=5", 23, 18, "The Emissary’s pile is reshuffled only after a Yes"),
    ("B6:BYN+B=5", "B6", 24, 3, "Not now: a vote is being held."),
    ("B6:BYN+B=5", "V6:BYN+B=5", 23, 10, "V climbs to 5 here, not to 6."),
    ("B6:YBY+N=5", "B6:BBY+N=5", 24, 6, "This seat has no Bellyache card left."),
    ("V6:NYN+Y~NY=d2", "V6:NYN+Y=d2", 27, 17, "The Emissary's Yes came from its pile: the r"),
    ("V6:NYN+Y~NY=d2", "V6:NYN+Y~YY=d2", 27, 18, "The Emissary's pile must hold NY in some or"),
    ("E6:YYY+Y=crown\n", "E6:YYY+Y=crown A1\n", 33, 33, "The round is over: no move can follow."),
    (" E6:YYY+Y=crown\n", "\n", 34, 1, "The round is not over, so it has no scores yet."),
    (
        " E6:YYY+Y=crown\nScores: 51 60 54 53, Emissary 91\n",
        "\n",
        35,
        1,
        "Round 1 is not over, so",
    ),
]

KING_UP_CASES = [
    (
        "1: DGILMP",
        "1: DGILMP kingmaker man-king",
        11,
        11,
        "This game is played without Ambition ca",
    ),
    ("N6:YYNY", "N6:YYBY", 21, 14, "King Up! has no Bellyache card."),
    ("N6:YYNY", "N6:YYNY+N", 21, 17, "This game is played without the Emissary."),
    ("Scores: 15 12 18 18", "Scores: 15 12 18 18, Emissary 3", 28, 20, "Nothing more is expected"),
]


def check(text: str, old: str, new: str, line: int, column: int, says: str) -> None:
    """Check that a changed text is refused at a line and column with a sentence."""
    assert old in text
    error = refused(read_text, text.replace(old, new, 1))
    assert str(error.cause).startswith(says)
    assert (error.line, error.column) == (line, column)
    assert str(error) == f"Line {line}, column {column}: {error.cause}"
    assert error.path is None


@pytest.mark.parametrize(
    ("old", "new", "line", "column", "says"),
    [*HEADER, *ROUNDS, *MOVES],
)
def test_a_wrong_text_is_refused_at_the_right_place(
    old: str, new: str, line: int, column: int, says: str
) -> None:
    check(TEAM, old, new, line, column, says)


@pytest.mark.parametrize(("old", "new", "line", "column", "says"), KING_UP_CASES)
def test_a_wrong_text_of_king_up_is_refused_at_the_right_place(
    old: str, new: str, line: int, column: int, says: str
) -> None:
    check(KING_UP, old, new, line, column, says)


def test_a_full_floor_is_reported_with_line_and_column() -> None:
    text = KING_UP.replace("C2 P2", "C4 P2", 1)
    check(text, "  G5 M4", "  B4 M4", 20, 3, "Floor 4 is full: Beatrice cannot climb.")


def test_a_fourth_round_is_refused() -> None:
    again = TEAM[TEAM.index("Round 1") :].replace("Round 1", "Round 4")
    lines = TEAM.count("\n")
    error = refused(read_text, TEAM + again)
    assert str(error) == f"Line {lines + 1}, column 1: The game was over after 3 rounds."


@pytest.mark.parametrize("text", ["", "\n\n", " ; nothing\n", "[", "[]", "Round 1", "[1, 2]"])
def test_the_error_for_other_text_says_how_a_record_begins(text: str) -> None:
    error = refused(read, text)
    assert str(error.cause) == 'A record begins with [Game "kingup-game 1"].'


def test_the_error_for_a_truncated_record_says_where_it_ends() -> None:
    error = refused(read_text, TEAM[: TEAM.index("2b:")])
    assert str(error) == "Line 13, column 1: A line that begins with “2b:” is expected here."


def test_an_unfinished_game_that_claims_a_result_is_refused() -> None:
    text = write_text(played("kingup", 3, steps=20))
    error = refused(read_text, text.replace('"*"', '"seat 1"'))
    assert str(error.cause) == "The result of this game is “*”, not “seat 1”."


def test_headers_after_the_first_may_be_in_any_order() -> None:
    lines = TEAM.splitlines()
    turned = "\n".join([lines[0], *lines[7:3:-1][0:1], *lines[1:7], *lines[8:]])
    assert write_text(read(turned)) == TEAM


def test_a_wrong_proof_is_refused_and_a_right_one_read() -> None:
    with_proof = TEAM.replace("[Result", PROOF + "[Result")
    assert read(with_proof).proof == {
        "method": "m",
        "commitment": "c",
        "secret": "s",
        "contributions": [],
    }
    error = refused(read, with_proof.replace('[DealMethod "m"]\n', ""))
    assert str(error.cause) == "The header “DealMethod” is missing."


def test_a_line_feed_alone_or_with_a_carriage_return_ends_a_line() -> None:
    assert write_text(read(TEAM.replace("\n", "\r\n"))) == TEAM
    error = refused(read, TEAM.replace("\n", "\r"))
    assert error.line == 1
