"""The API as an application of its own, under `/api`."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.datastructures import State
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response

from kingup.rules.errors import KingUpError
from kingup.web.api import challenges, errors, game_socket, games, models, streams, tables
from kingup.web.api.cors import ApiCorsMiddleware
from kingup.web.api.schema import describe
from kingup.web.http.errors import FaultMiddleware

PROBLEMS: dict[int | str, dict[str, Any]] = {
    "4XX": {"model": models.Problem, "description": "Nothing was done; the sentence says why."}
}


def create_api(state: State) -> FastAPI:
    """Return the API of a server, with the server's own state."""
    api = FastAPI(
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        redirect_slashes=False,
        telemetry={"tracing": False, "metrics": False, "logs": False},
    )
    api.state = state
    for part in (games, tables, challenges, streams):  # first what is asked for most
        api.include_router(part.router, responses=PROBLEMS)
    api.router.routes.extend(game_socket.ROUTES)

    @api.get("/openapi.json", include_in_schema=False)
    async def openapi() -> Response:
        """Describe all of it."""
        return JSONResponse(describe(api), headers={"cache-control": "no-cache"})

    api.add_exception_handler(KingUpError, errors.handle_refusal)
    api.add_exception_handler(HTTPException, errors.handle_http_error)
    api.add_exception_handler(RequestValidationError, errors.handle_invalid_request)
    # The last added is the first to see a request.
    api.add_middleware(FaultMiddleware, answer=lambda _, refusal: errors.error_response(refusal))
    api.add_middleware(ApiCorsMiddleware)
    return api
