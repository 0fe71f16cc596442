"""Every way in which a bot can fail: one sentence, no waiting, nothing left behind."""

from __future__ import annotations

import pickle
import time
from pathlib import Path

import pytest

from kingup.bots import BotError
from kingup.bots.external import BotFailure, ExternalBot, process
from kingup.bots.external import bot as external
from tests.bots.external_bots import (
    GOOD,
    is_zombie,
    opening,
    python_bot,
    read_pid,
    runs,
    wait_for_end,
)

pytestmark = pytest.mark.skipif(not Path("/proc/self").exists(), reason="looks into /proc")

FAILURES = {
    "ends before hello": ("sys.exit(3)", "exit", "exited with status 3, without a word"),
    "ends after hello": ("greet(); sys.exit(0)", "exit", "exited with status 0"),
    "ends when asked": ("greet(); hear('choose'); sys.exit(7)", "exit", "with status 7"),
    "has a traceback": (
        "greet(); hear('choose'); 1 / 0",
        "exit",
        "exited with status 1.",
    ),
    "is killed by a signal": (
        "import signal; greet(); hear('choose'); os.kill(os.getpid(), signal.SIGSEGV)",
        "exit",
        "was killed by the signal SIGSEGV.",
    ),
    "says why and is killed": (
        "greet(); sys.stderr.write('alas\\n'); os.kill(os.getpid(), 15)",
        "exit",
        "was killed by the signal SIGTERM.",
    ),
    "never says hello": ("time.sleep(1e6)", "time", "did not answer within 0.3 seconds"),
    "hangs when asked": (
        "greet(); hear('choose'); time.sleep(1e6)",
        "time",
        "did not answer within 0.2 seconds",
    ),
    "hangs and cannot be ended politely": (
        "import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN); greet(); time.sleep(1e6)",
        "time",
        "did not answer within 0.2 seconds",
    ),
    "forgets the end of a line": (
        "greet(); hear('choose'); raw(b'{\"type\":'); time.sleep(1e6)",
        "time",
        'wrote “{"type":” but did not end the line within 0.2 seconds',
    ),
    "never reads": ("greet(); time.sleep(1e6)", "time", "did not answer within"),
    "an unknown action": ("greet(); answer(hear('choose'), 'Z9')", "illegal", "chose “Z9”"),
    "an empty action": ("greet(); answer(hear('choose'), '')", "illegal", "chose “”, but was"),
    "an action in small letters": ("greet(); answer(hear('choose'), 'a1')", "illegal", "“a1”"),
    "an action that is no text": (
        "greet(); answer(hear('choose'), 7)",
        "garbage",
        "in which “action” is missing or has the wrong type",
    ),
    "another id": (
        "greet(); q = hear('choose'); q['id'] = 99; answer(q)",
        "garbage",
        "was asked question 1 but answered question 99",
    ),
    "true for an id": (
        "greet(); q = hear('choose'); q['id'] = True; answer(q)",
        "garbage",
        "answered question True",
    ),
    "no id": ("greet(); hear('choose'); say({'type': 'action'})", "garbage", "question –"),
    "no JSON": ("greet(); hear('choose'); raw(b'A3\\n')", "garbage", "“A3”, which is not JSON"),
    "not a number": (
        'greet(); hear(\'choose\'); raw(b\'{"type":"action","id":NaN}\\n\')',
        "garbage",
        "which is not JSON",
    ),
    "brackets without end": (
        "greet(); hear('choose'); raw(b'[' * 60000 + b'\\n')",
        "garbage",
        "which is not JSON",
    ),
    "an id nested deeply": (
        "greet(); hear('choose'); "
        "raw(b'{\"type\":\"action\",\"id\":' + b'[' * 400 + b']' * 400 + b'}\\n')",
        "garbage",
        "question –",
    ),
    "a number of 60000 digits": (
        "greet(); hear('choose'); raw(b'{\"type\":\"action\",\"id\":' + b'9' * 60000 + b'}\\n')",
        "garbage",
        "which is not JSON",
    ),
    "no object": ("greet(); hear('choose'); say(['A3'])", "garbage", "an object of the type"),
    "another type": (
        "greet(); hear('choose'); say({'type': 'hello'})",
        "garbage",
        "the type “action” was expected",
    ),
    "an empty line": ("greet(); hear('choose'); raw(b'\\n')", "garbage", "“”, which is not JSON"),
    "no UTF-8": (
        "greet(); hear('choose'); raw(b'{\"type\":\"\\xff\\xfe\"}\\n')",
        "garbage",
        "which is not UTF-8",
    ),
    "a line over 64 KiB": (
        "greet(); hear('choose'); raw(b'x' * 65537 + b'\\n'); time.sleep(1e6)",
        "garbage",
        "a line of more than 65536 bytes",
    ),
    "a megabyte without a newline": (
        "greet(); hear('choose')\nfor _ in range(16): raw(b'x' * 65536)\ntime.sleep(1e6)",
        "garbage",
        "a line of more than 65536 bytes",
    ),
    "a line without end": (
        "hear()\nwhile True: raw(b'x' * 65536)",
        "garbage",
        "a line of more than 65536 bytes",
    ),
    "another version": (
        "greet(protocol=2)",
        "protocol",
        "speaks version 2 of the protocol, but this is version 1",
    ),
    "no version": ("greet(protocol=None)", "protocol", "speaks version –"),
    "true for a version": ("greet(protocol=True)", "protocol", "speaks version True"),
    "a long version": ("greet(protocol='9' * 999)", "protocol", "99999999999999999999… of"),
    "no name": ("greet(name='  ')", "garbage", "in which “name” is missing"),
    "an author of numbers": ("greet(author=[1])", "garbage", "in which “author” is missing"),
    "options in a list": ("greet(options=['a'])", "garbage", "in which “options” is missing"),
    "an option of lists": ("greet(options={'a': []})", "garbage", "in which “options” is"),
    "an infinite option": (
        'raw(b\'{"type":"hello","protocol":1,"name":"T","options":{"a":1e999}}\\n\')',
        "garbage",
        "in which “options” is",
    ),
    "a flood before hello": (
        "while True: raw(b'x\\n' * 1000)",
        "flood",
        "writes far more than it is asked to: 16 lines are unread",
    ),
    "a flood when asked": (
        "greet(); hear('choose')\nwhile True: say({'type': 'info', 'depth': 1})",
        "flood",
        "writes far more than it is asked to",
    ),
    "speaks unasked": (
        "greet(); raw(b'ready\\n'); time.sleep(1e6)",
        "garbage",
        "wrote “ready”",
    ),
    "closes its input": (
        "hear(); os.close(0); say({'type': 'hello', 'protocol': 1, 'name': 'T'}); time.sleep(1e6)",
        "deaf",
        "closed its standard input",
    ),
    "closes its output": (
        "greet(); os.close(1); time.sleep(1e6)",
        "exit",
        "closed its standard output",
    ),
}
"""By name: a bot's script, the kind of its failure, and a part of the sentence."""


@pytest.fixture(autouse=True)
def short_grace(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(external, "GRACE", 0.1)


def fail(
    command: list[str] | str, *, seconds: float = 30.0, start_seconds: float = 30.0
) -> BotFailure:
    """Start a bot, ask it once, and return how it failed."""
    with pytest.raises(BotFailure) as caught:
        ask_once(command, seconds, start_seconds)
    return caught.value


def ask_once(command: list[str] | str, seconds: float, start_seconds: float) -> None:
    with ExternalBot(command, seed=1, seconds=seconds, start_seconds=start_seconds) as bot:
        # Let whatever the bot does unasked arrive.
        time.sleep(0.05)
        bot.choose(opening())


LAST_WORDS = {
    "has a traceback": "Traceback (most recent call last):\n",
    "says why and is killed": "alas",
}
"""What some of them write to their error output before."""


@pytest.mark.parametrize("name", FAILURES)
def test_a_failure_is_one_sentence_and_leaves_no_process(name: str, tmp_path: Path) -> None:
    script, kind, part = FAILURES[name]
    note = tmp_path / "pid"
    command = python_bot(f"open(sys.argv[1], 'w').write(str(os.getpid()))\n{script}", note)
    # Only bots that must run out of time get little of it: a busy machine is slow.
    seconds = 0.2 if kind == "time" else 30.0
    start_seconds = 0.3 if name == "never says hello" else 30.0
    failure = fail(command, seconds=seconds, start_seconds=start_seconds)
    assert failure.kind == kind
    assert part in str(failure)
    assert failure.last_words.startswith(LAST_WORDS.get(name, ""))
    assert str(failure).isprintable()
    assert len(str(failure)) < 1200
    if note.exists():
        pid = read_pid(note)
        assert not runs(pid)
        assert not is_zombie(pid)


@pytest.mark.parametrize(
    ("command", "part"),
    [
        ("no-such-program --at all", "there is no program “no-such-program”"),
        ("/", "cannot be started: Permission denied"),
        ("", "A bot’s command is empty"),
        ("   ", "A bot’s command is empty"),
        ("python 'my bot.py", "one of its quotation marks is not closed"),
        ("a\0b", "cannot be started: embedded null byte"),
        ([], "A bot’s command is empty"),
        ([""], "A bot’s command is empty"),
    ],
)
def test_a_command_that_cannot_be_started_says_why(command: list[str] | str, part: str) -> None:
    failure = fail(command)
    assert failure.kind == "start"
    assert part in str(failure)


def test_a_failure_is_a_bot_error_that_can_be_pickled() -> None:
    failure = fail(python_bot("sys.stderr.write('oh'); sys.exit(2)"))
    assert isinstance(failure, BotError)
    copy = pickle.loads(pickle.dumps(failure))
    assert isinstance(copy, BotFailure)
    assert (str(copy), copy.kind, copy.last_words) == (str(failure), "exit", "oh")


def test_last_words_are_truncated_and_sanitised() -> None:
    script = (
        "greet(); sys.stderr.write('start' + 'x' * 10**6 + chr(10) * 50)\n"
        "for i in range(9): sys.stderr.write(chr(27) + '[31m' + chr(0x202e) + f'line {i}\\n')\n"
        # Flushed, or it would only arrive if the bot reached its end.
        "sys.stderr.buffer.write(b'\\xff\\xfe\\n'); sys.stderr.flush()\n"
        "answer(hear('choose'), 'Z9')\n"
    )
    words = fail(python_bot(script)).last_words
    assert all(line.isprintable() for line in words.splitlines())
    assert "start" not in words.replace("…", "")[200:]
    assert [f"line {i}" in words for i in range(9)] == [True] * 9


def test_a_bots_error_output_is_not_passed_on(capfd: pytest.CaptureFixture[str]) -> None:
    command = python_bot("sys.stderr.write('noise\\n' * 20000)\n" + GOOD)
    with ExternalBot(command, seed=1) as bot:
        assert bot.choose(opening()) == "A1"
    assert capfd.readouterr() == ("", "")


def test_a_bot_that_failed_fails_again_at_once() -> None:
    with ExternalBot(python_bot("greet(); answer(hear('choose'), 'Z9')"), seed=1) as bot:
        with pytest.raises(BotFailure, match="Z9"):
            bot.choose(opening())
        with pytest.raises(BotFailure, match="Z9"):
            bot.choose(opening())
        bot.game_over(opening())


def test_a_flood_of_right_answers_is_a_flood() -> None:
    command = python_bot("greet(); q = hear('choose')\nwhile True: answer(q)")
    with ExternalBot(command, seed=1) as bot:
        assert bot.choose(opening()) == "A1"
        with pytest.raises(BotFailure) as caught:
            bot.choose(opening())
    assert caught.value.kind == "flood"


def test_a_closed_bot_says_so() -> None:
    bot = ExternalBot(python_bot(GOOD), seed=1)
    bot.close()
    bot.close()
    with pytest.raises(BotFailure, match="has been closed"):
        bot.choose(opening())


def test_a_bot_gets_a_grace_period(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(external, "GRACE", 60.0)
    script = "greet(); q = hear('choose'); time.sleep(1.5 * q['seconds']); answer(q); hear('bye')"
    with ExternalBot(python_bot(script), seed=1, seconds=0.1) as bot:
        assert bot.choose(opening()) == "A1"


@pytest.mark.parametrize("end", ["time.sleep(1e6)", "answer(hear('choose'), 'Z9')", "os._exit(1)"])
def test_child_processes_of_a_bot_end_with_it(end: str, tmp_path: Path) -> None:
    note = tmp_path / "pid"
    script = (
        "import subprocess\n"
        "child = subprocess.Popen([sys.executable, '-I', '-S', '-c', 'input()'], "
        "stdin=subprocess.PIPE)\n"
        "open(sys.argv[1], 'w').write(str(child.pid))\n"
        f"greet(); {end}"
    )
    fail(python_bot(script, note), seconds=0.2)
    wait_for_end(read_pid(note))


def test_a_bot_that_ignores_bye_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "BYE_PATIENCE", 0.1)
    note = tmp_path / "pid"
    script = "open(sys.argv[1], 'w').write(str(os.getpid())); greet(); time.sleep(1e6)"
    bot = ExternalBot(python_bot(script, note), seed=1)
    bot.close()
    assert bot.left_by_itself is False
    assert not runs(read_pid(note))


@pytest.mark.parametrize("limit", [0, -1, float("nan"), float("inf"), 1e9])
def test_an_impossible_time_limit_is_refused(limit: float) -> None:
    with pytest.raises(BotError, match="time limit must be above 0"):
        ExternalBot(python_bot(GOOD), seed=1, seconds=limit)
    with pytest.raises(BotError, match="time limit must be above 0"):
        ExternalBot(python_bot(GOOD), seed=1, start_seconds=limit)
