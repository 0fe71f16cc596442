"""Routes for style sheets, scripts and pictures."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import RedirectResponse, Response

from kingup.server.refusals import Refusal
from kingup.web.http.assets import ASSETS, static

router = APIRouter()

CACHE_FOREVER = "public, max-age=31536000, immutable"
REVALIDATE = "no-cache"
PREVIEWERS = (
    "Twitterbot", "facebookexternalhit", "LinkedInBot", "Slackbot", "Slackbot-LinkExpanding",
    "TelegramBot", "WhatsApp", "Discordbot", "Mastodon", "SkypeUriPreview", "redditbot",
)  # fmt: skip
"""Programs that fetch a page because somebody has sent its link; they build no index."""


@router.api_route("/static/{path:path}", methods=["GET", "HEAD"])
async def static_file(request: Request, path: str) -> Response:
    """Send a file, compressed if the browser accepts gzip."""
    found = ASSETS.find(path)
    if found is None:
        raise Refusal("This page does not exist.", status=404)
    asset, forever = found
    headers = {"cache-control": CACHE_FOREVER, "vary": "Accept-Encoding"}
    if not forever:
        headers |= {"cache-control": REVALIDATE, "etag": asset.etag}
    if asset.etag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    body = asset.body
    if asset.compressed and "gzip" in request.headers.get("accept-encoding", ""):
        body = asset.compressed
        headers["content-encoding"] = "gzip"
    return Response(body, media_type=asset.type, headers=headers)


@router.get("/favicon.ico")
async def favicon() -> Response:
    """Redirect browsers that request the default address to the real icon."""
    return RedirectResponse(static("img/favicon.svg"), status_code=307)


@router.get("/robots.txt")
async def robots() -> Response:
    """Keep search engines away from tables; let chats and timelines make previews of links."""
    agents = "\n".join(f"User-agent: {agent}" for agent in PREVIEWERS)
    rules = f"User-agent: *\nDisallow: /t/\nDisallow: /replay/\n\n{agents}\nAllow: /\n"
    return Response(rules, media_type="text/plain")
