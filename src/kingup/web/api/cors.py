"""CORS of the API: scripts of every site may ask with a token, and never with a cookie."""

from __future__ import annotations

from starlette.datastructures import Headers
from starlette.middleware.cors import CORSMiddleware
from starlette.responses import Response
from starlette.types import ASGIApp

DAY = 24 * 3600


class ApiCorsMiddleware(CORSMiddleware):
    """Starlette's middleware for all origins, without credentials.

    It answers a preflight request with 204, as the API always has; Starlette would answer 200.
    """

    def __init__(self, app: ASGIApp) -> None:
        super().__init__(
            app,
            allow_origins=("*",),
            allow_methods=("GET", "POST"),
            allow_headers=("authorization",),
            max_age=DAY,
        )

    def preflight_response(self, request_headers: Headers) -> Response:
        """Return the response to a preflight request, without a body if it is allowed."""
        response = super().preflight_response(request_headers)
        if response.status_code != 200:
            return response
        return Response(status_code=204, headers=self.preflight_headers)
