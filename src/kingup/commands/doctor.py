"""`kingup doctor`: what works on this computer, and what to do about the rest."""

from __future__ import annotations

import argparse
import asyncio
import os
import platform
import shlex
import shutil
import sys
import webbrowser
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from importlib.util import find_spec
from pathlib import Path

from kingup import __version__
from kingup.commands.addresses import EVERYWHERE, LOOPBACK, PORT, data_folder, has_screen, listen
from kingup.commands.arguments import add_database, add_json
from kingup.commands.databases import database_address, kept_in
from kingup.commands.output import say, say_json
from kingup.extras import EXTRAS, install_command
from kingup.language import _, sentence_of
from kingup.rules.errors import KingUpError

EXAMPLES = ("kingup doctor", "kingup doctor --database postgresql://kingup@localhost/kingup")

FINE, NOTE, FAULT = "fine", "note", "fault"
MARKS = {FINE: "✓", NOTE: "–", FAULT: "✗"}
MEGABYTE = 10**6
LEAST_SPACE = 200 * MEGABYTE
"""Bytes that a data folder should have left."""
CONNECT_SECONDS = 5.0
NVIDIA_DRIVER = Path("/proc/driver/nvidia")
CUPY = f"{shlex.quote(sys.executable)} -m pip install cupy-cuda12x"
"""CuPy is none of our extras: which package it is depends on the version of CUDA."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What a check found, and what to do about it."""

    check: str
    state: str
    text: str
    advice: str = ""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command to its parser."""
    parser.description = _("Exit status: 0 if everything works, 1 if something is wrong.")
    add_database(parser)
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Check everything, print what was found, and return the exit status."""
    found = list(findings(options.database))
    if options.json:
        say_json([asdict(one) for one in found])
    else:
        for one in found:
            say(
                _("{mark} {check}: {text}").format(
                    mark=MARKS[one.state], check=one.check, text=one.text
                )
            )
            if one.advice:
                say(f"    {one.advice}")
    return int(any(one.state == FAULT for one in found))


def findings(database: str | None) -> Iterator[Finding]:
    """Yield what each check found. A check that fails itself is a fault, too."""
    checks: tuple[tuple[str, Callable[[], Finding]], ...] = (
        ("Python", _python),
        (_("Compiled code"), _cache),
        (_("Browser"), _browser),
        (_("Port"), _port),
        (_("Disk"), _disk),
        (_("Database"), lambda: _database(database)),
        ("GPU", _gpu),
        (_("Extras"), _extras),
    )
    for name, check in checks:
        try:
            yield check()
        except KingUpError as error:
            yield Finding(name, FAULT, sentence_of(error))
        except Exception as error:  # whatever it is, the other checks still help
            yield Finding(name, FAULT, f"{type(error).__name__}: {error}")


def _python() -> Finding:
    text = f"{platform.python_version()}, {platform.system()} {platform.machine()}"
    return Finding("Python", FINE, f"{text}; kingup {__version__}")


def _cache() -> Finding:
    from kingup.prepare import can_be_kept, is_prepared

    name = _("Compiled code")
    if not can_be_kept():
        return Finding(
            name,
            FAULT,
            _("cannot be kept: every start compiles anew"),
            _("Name a folder that you can write to: export KINGUP_CACHE=/var/tmp/kingup"),
        )
    if not is_prepared():
        return Finding(
            name,
            NOTE,
            _("not there yet: the first use compiles for some seconds"),
            _("Do it now: {command}").format(command="kingup prepare"),
        )
    return Finding(name, FINE, _("ready"))


def _browser() -> Finding:
    name = _("Browser")
    try:
        found = has_screen() and webbrowser.get() is not None
    except webbrowser.Error:
        found = False
    if found:
        return Finding(name, FINE, _("can be opened here"))
    return Finding(
        name,
        NOTE,
        _("none can be opened here"),
        _("Open the address that {command} prints on another device, or play in the terminal: "
          "{terminal}").format(command="kingup play", terminal="kingup terminal"),
    )  # fmt: skip


def _port() -> Finding:
    # As a server does: another program may have the port in one of the networks only.
    with listen(EVERYWHERE, None) as listening:
        port = int(listening.getsockname()[1])
    if port == PORT:
        return Finding(_("Port"), FINE, _("{port} is free").format(port=port))
    return Finding(
        _("Port"),
        NOTE,
        _("{usual} is taken; a server will listen at {port}").format(usual=PORT, port=port),
        _("Perhaps one is running already: {address}").format(address=f"http://{LOOPBACK}:{PORT}"),
    )


def _disk() -> Finding:
    folder = _existing(data_folder())
    free = shutil.disk_usage(folder).free
    text = _("{megabytes} MB free in {folder}").format(megabytes=free // MEGABYTE, folder=folder)
    if free >= LEAST_SPACE:
        return Finding(_("Disk"), FINE, text)
    advice = _("Make room, or name another folder: export KINGUP_DATA=/path")
    return Finding(_("Disk"), FAULT, text, advice)


def _database(chosen: str | None) -> Finding:
    from kingup.store.engine import with_driver
    from kingup.store.sqlite_file import check_intact, check_ours, file_of

    name = _("Database")
    address = database_address(chosen, make_folder=False)  # looking changes nothing
    place = kept_in(address)
    file = file_of(with_driver(address))
    if file is None:
        try:
            asyncio.run(_connect(address))
        except KingUpError as error:
            advice = _("See that it runs, and that address, user and password are right")
            return Finding(name, FAULT, sentence_of(error), advice)
        return Finding(name, FINE, _("{place} answers").format(place=place))
    if not file.exists():
        folder = _existing(file.parent)
        if folder.is_dir() and os.access(folder, os.W_OK):
            return Finding(name, FINE, _("{place} will be made").format(place=place))
        return Finding(
            name,
            FAULT,
            _("{place} cannot be made").format(place=place),
            _("Name a file in a folder that you can write to: --database FILE"),
        )
    check_ours(file)
    check_intact(file)
    if not os.access(file, os.W_OK):
        return Finding(
            name,
            FAULT,
            _("{place} can only be read").format(place=place),
            f"chmod u+w {file}",
        )
    return Finding(name, FINE, _("{place} is intact").format(place=place))


def _existing(folder: Path) -> Path:
    """Return the folder, or the nearest one above it that is there."""
    return next(one for one in (folder, *folder.parents) if one.exists())


async def _connect(address: str) -> None:
    """Ask a PostgreSQL for nothing, to see whether it answers."""
    from sqlalchemy import text
    from sqlalchemy.exc import SQLAlchemyError
    from sqlalchemy.ext.asyncio import create_async_engine

    from kingup.store.engine import with_driver

    try:
        engine = create_async_engine(with_driver(address))
    except ModuleNotFoundError:
        raise KingUpError(
            "PostgreSQL needs more packages: {command}", command=install_command("postgresql")
        ) from None
    try:
        async with asyncio.timeout(CONNECT_SECONDS), engine.connect() as connection:
            await connection.execute(text("SELECT 1"))
    except (SQLAlchemyError, OSError, TimeoutError) as error:
        raise KingUpError(
            "The database does not answer or is read-only: {place}.", place=kept_in(address)
        ) from error
    finally:
        await engine.dispose()


def _gpu() -> Finding:
    if not shutil.which("nvidia-smi") and not NVIDIA_DRIVER.exists():
        return Finding("GPU", FINE, _("none; only training is faster with one"))
    packages = {
        EXTRAS["gpu"]: (_("Numba for CUDA compiles the rules"), install_command("gpu")),
        "cupy": (_("CuPy runs them; choose the one for your CUDA"), CUPY),
    }
    missing = [found for module, found in packages.items() if find_spec(module) is None]
    if not missing:
        return Finding("GPU", FINE, _("found, with its packages"))
    text = _("found, but packages are missing: {packages}").format(
        packages="; ".join(why for why, _command in missing)
    )
    return Finding("GPU", NOTE, text, " && ".join(command for _why, command in missing))


def _extras() -> Finding:
    missing = [name for name, module in EXTRAS.items() if find_spec(module) is None]
    there = ", ".join(name for name in EXTRAS if name not in missing) or "–"
    text = _("installed: {extras}").format(extras=there)
    if not missing:
        return Finding(_("Extras"), FINE, text)
    return Finding(_("Extras"), FINE, text, install_command(",".join(missing)))
