"""The typed requests and responses of the API. FastAPI validates requests and documents both."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, WithJsonSchema

from kingup.tables.setting import BotPace, PaceKind
from kingup.tables.table_state import Status
from kingup.web.api import examples

Edition = Literal["kingup", "vive-le-roi"]
Result = Literal["won", "shared", "lost", "broken-off"]
Player = Annotated[int, Field(ge=0, le=15, description="A player's number, from 0.")]
Number = Annotated[int, Field(ge=0, le=10**9, description="The number of an event.")]
ShortText = Annotated[str, Field(max_length=200)]
View = Annotated[
    dict[str, Any],
    WithJsonSchema({"x-view": True}),  # replaced by the protocol's schema in the OpenAPI document
]


class RequestModel(BaseModel):
    """A request body: unknown fields are refused, and values are not converted."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class ResponseModel(BaseModel):
    """A response body. Keys may be added within a version."""

    model_config = ConfigDict(frozen=True)


# Requests.


class PaceModel(RequestModel):
    """How long a decision may take: no limit, or a number of seconds or days."""

    kind: PaceKind = "none"
    amount: Annotated[int, Field(ge=0, le=3600)] = 0


class NewTableModel(RequestModel, json_schema_extra={"example": examples.NEW_TABLE}):
    """A table to create. You are its host, and sit down as its first player."""

    edition: Edition = "kingup"
    # Wider than any game: the rules give a better message for an impossible number.
    seats: Annotated[int, Field(ge=0, le=99)] | Annotated[list[int], Field(max_length=99)] = Field(
        default=4, description="A number of seats, or players in each: [2, 1, 2] has teams."
    )
    options: Annotated[list[ShortText], Field(max_length=20)] = Field(
        default=[], description="As records write them, such as ambition or wedding."
    )
    pace: PaceModel = PaceModel()
    private: bool = Field(default=True, description="Whether the table is left out of the lobby.")
    title: ShortText = ""
    bot_pace: BotPace = Field(default="swift", description="How fast the built-in bots act.")
    bots: Annotated[list[ShortText], Field(max_length=16)] = Field(
        default=[], description="Levels of built-in bots, which take the last places."
    )
    sit: bool = Field(default=True, description="Whether you play; otherwise you only host.")
    ready: bool = Field(default=True, description="Whether you are ready at once.")
    key: ShortText | None = Field(
        default=None, description="A random text: repeating it returns the same table."
    )


class Sit(RequestModel, json_schema_extra={"example": examples.SIT}):
    """A place to take."""

    player: Player | None = Field(default=None, description="Without it, the first free place.")
    colour: Annotated[int, Field(ge=1, le=8)] | None = None
    ready: bool = Field(default=True, description="Whether you are ready at once.")
    contribution: ShortText = Field(default="", description="A random text, for fair deals.")


class Confirm(RequestModel, json_schema_extra={"example": examples.CONFIRM}):
    """Whether you are ready."""

    ready: bool = True
    contribution: ShortText = Field(default="", description="A random text, for fair deals.")


class Stand(RequestModel, json_schema_extra={"example": examples.STAND}):
    """A place to leave, before the start."""

    player: Player | None = Field(default=None, description="Without it, yours.")


class SeatBotModel(RequestModel, json_schema_extra={"example": examples.SEAT_BOT}):
    """A place for a built-in bot."""

    player: Player
    level: ShortText = Field(default="courtier", description="A level: `kingup bots` lists them.")


class Act(RequestModel, json_schema_extra={"example": examples.ACT}):
    """An action of yours."""

    action: ShortText = Field(description="One of view.actions, exactly as written there.")
    number: Number | None = Field(
        default=None,
        description="The table's number that you saw: a stale answer is refused.",
    )
    key: ShortText | None = Field(
        default=None, description="A random text: an action is done once per key."
    )


class NewChallenge(RequestModel, json_schema_extra={"example": examples.NEW_CHALLENGE}):
    """A bot to invite to a table where you sit, or which you host."""

    bot: ShortText = Field(description="The bot's id, or its name where no other has it.")
    table: ShortText


# Responses.


class Problem(ResponseModel, json_schema_extra={"example": examples.PROBLEM}):
    """Why something was not done."""

    error: str = Field(description="A sentence, in the language of Accept-Language.")
    code: str = Field(description="An identifier for programs: docs/api.md lists all.")


class MeModel(ResponseModel, json_schema_extra={"example": examples.ME}):
    """The bot that a token plays as, or the person."""

    id: str
    name: str
    owner: str = Field(description="Whose bot it is; empty for a person in a terminal.")


class Bots(ResponseModel, json_schema_extra={"example": examples.BOTS}):
    """Bots that are waiting for challenges."""

    bots: list[MeModel]


class Done(ResponseModel, json_schema_extra={"example": examples.DONE}):
    """The action is done: the number of the table's last event afterwards."""

    number: int


class Made(ResponseModel, json_schema_extra={"example": examples.MADE}):
    """A table was created."""

    code: str
    number: int


class Sitting(ResponseModel):
    """Who sits at a place."""

    seat: int
    name: str
    colour: int
    level: str | None = Field(description="The level of a built-in bot, else null.")
    owner: str = Field(description="The owner of an API bot; empty for people.")
    ready: bool
    standing_in: bool = Field(description="Whether a built-in bot plays for them now.")


class TablePace(ResponseModel):
    """How long a decision may take."""

    kind: PaceKind
    amount: int


class TableModel(ResponseModel, json_schema_extra={"example": examples.TABLE}):
    """A table as you may know it: a response, or a line of the table's stream."""

    type: Literal["table"]
    code: str
    number: int = Field(description="The number of the table's last event.")
    status: Status
    title: str
    edition: Edition
    seats: list[int]
    options: list[str]
    pace: TablePace
    host: bool = Field(description="Whether you are the host.")
    you: int | None = Field(description="The player that you are; null for a spectator.")
    players: list[Sitting | None] = Field(description="By player; null where nobody sits.")
    waiting_for: list[int] = Field(description="The players that the game is waiting for.")
    deadline: float | None = Field(description="When your time is up, in seconds since 1970.")
    next: str | None = Field(description="The table where the same people meet again.")
    commitment: str = Field(description="The SHA-256 of the secret that all deals follow from.")
    view: View | None = Field(description="Your view of the game; null before it begins.")


class ListedPlayer(ResponseModel):
    """Who sits at a table in a list."""

    name: str
    level: str | None
    owner: str
    ready: bool


class Listed(ResponseModel):
    """A table in a list."""

    code: str
    status: Status
    title: str
    edition: Edition
    seats: list[int]
    options: list[str]
    pace: TablePace
    players: list[ListedPlayer | None]
    scores: list[int] | None = Field(description="By player, once the game is over.")
    winners: list[int] | None = Field(description="The winning seats, once the game is over.")


class LeagueGameModel(ResponseModel):
    """A game of a league, and how it counts for you."""

    round: int
    number: int
    table: str | None = Field(description="None for a game that was decided without playing.")
    share: float | None = Field(
        description="Your share of the win: 1, less if it is shared, 0; None if it was aborted."
    )
    missed: bool = Field(description="Whether you lost it because you were absent.")


class LeagueModel(ResponseModel):
    """A league you play in."""

    code: str
    name: str
    place: int
    games: int
    share: float = Field(description="Your share of the wins in all games.")
    missed: int = Field(description="Games that you lost because you were absent.")
    last: list[LeagueGameModel] = Field(description="Your last games, the newest at the end.")


class Leagues(ResponseModel, json_schema_extra={"example": examples.LEAGUES}):
    """The leagues you play in."""

    leagues: list[LeagueModel]


class Tables(ResponseModel, json_schema_extra={"example": examples.TABLES}):
    """Tables in a list, those with the latest event first."""

    tables: list[Listed]


class ChallengeModel(ResponseModel, json_schema_extra={"example": examples.CHALLENGE}):
    """An invitation to sit down at a table."""

    id: str
    table: str
    by: str = Field(description="The name of the person or bot that invites you.")
    at: float = Field(description="When, in seconds since 1970.")


class ChallengesModel(ResponseModel, json_schema_extra={"example": examples.CHALLENGES}):
    """Your open invitations, the oldest first."""

    challenges: list[ChallengeModel]


# Lines of the event stream.


class GameStart(ResponseModel):
    """A game of yours has begun, or was in progress when the stream was opened."""

    type: Literal["game-start"]
    table: str
    number: int
    player: int
    edition: Edition
    seats: list[int]
    options: list[str]


class YourTurn(ResponseModel):
    """A game is waiting for you."""

    type: Literal["your-turn"]
    table: str
    number: int
    player: int


class Challenged(ResponseModel):
    """You are invited to a table."""

    type: Literal["challenge"]
    challenge: ChallengeModel


class GameEnd(ResponseModel):
    """A game has ended."""

    type: Literal["game-end"]
    table: str
    number: int
    result: Result


class StreamEnd(ResponseModel):
    """The server closes the stream early, with the reason."""

    type: Literal["error"]
    error: str
    code: str


Event = GameStart | YourTurn | Challenged | GameEnd | StreamEnd
"""A line of the event stream."""
