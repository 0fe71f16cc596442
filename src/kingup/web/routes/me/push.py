"""Browsers that want to be told whose turn it is, and the worker that shows it."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import JSONResponse, Response

from kingup.language import current_language
from kingup.store.subscriptions import Subscription
from kingup.web.answers import form_of, incomplete, text
from kingup.web.assets import ASSETS
from kingup.web.identity import person_of
from kingup.web.me.people import people_of
from kingup.web.origins import check_origin
from kingup.web.push.endpoints import read_endpoint
from kingup.web.push.sealing import read_auth, read_key
from kingup.web.refusals import Refusal
from kingup.web.routes.asking import limits_of

router = APIRouter()

WORKER = "js/worker.js"


@router.post("/me/push")
async def subscribe(request: Request) -> Response:
    """Tell this browser of my turns: endpoint, key, auth."""
    check_origin(request)
    limits_of(request).take("me", request)
    if request.app.state.reminders is None:
        raise Refusal("This server sends no messages.", status=404)
    form = await form_of(request)
    endpoint, key, auth = (text(form, name) for name in ("endpoint", "key", "auth"))
    read_endpoint(endpoint, anywhere=request.app.state.settings.push_anywhere)
    if read_key(key) is None or read_auth(auth) is None:
        raise incomplete()
    person = person_of(request)
    kept = Subscription(person, endpoint, key.rstrip("="), auth.rstrip("="), current_language())
    await people_of(request).subscriptions.keep(kept)
    return JSONResponse({}, status_code=201)


@router.post("/me/push/remove")
async def unsubscribe(request: Request) -> Response:
    """No longer tell a browser of my turns: endpoint."""
    check_origin(request)
    limits_of(request).take("me", request)
    endpoint = text(await form_of(request), "endpoint")
    await people_of(request).subscriptions.remove(endpoint, person_of(request))
    return JSONResponse({})


@router.get("/sw.js")
async def worker() -> Response:
    """Send the worker at the top, where it may speak for the whole server."""
    found = ASSETS.find(WORKER)
    assert found is not None  # noqa: S101 - it comes with the program
    headers = {"cache-control": "no-cache"}
    return Response(found[0].body, media_type="text/javascript", headers=headers)
