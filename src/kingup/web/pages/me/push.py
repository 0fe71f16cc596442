"""Routes for push reminders: subscribe, unsubscribe, and the service worker."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import JSONResponse, Response

from kingup.language import current_language
from kingup.server.push.encryption import read_auth, read_key
from kingup.server.push.endpoints import read_endpoint
from kingup.server.refusals import Refusal
from kingup.store.push_subscriptions import PushSubscription
from kingup.web.http.assets import ASSETS
from kingup.web.http.forms import incomplete, sent_form, text_field
from kingup.web.http.identity import person_of
from kingup.web.services import services_of

router = APIRouter()

WORKER = "js/worker.js"


@router.post("/me/push")
async def subscribe(request: Request) -> Response:
    """Subscribe a browser to the person's turns: endpoint, key, auth."""
    form = await sent_form(request, "me")
    if services_of(request).reminders is None:
        raise Refusal("This server sends no notifications.", status=404)
    endpoint, key, auth = (text_field(form, name) for name in ("endpoint", "key", "auth"))
    read_endpoint(endpoint, anywhere=services_of(request).settings.push_anywhere)
    if read_key(key) is None or read_auth(auth) is None:
        raise incomplete()
    subscription = PushSubscription(
        person_of(request), endpoint, key.rstrip("="), auth.rstrip("="), current_language()
    )
    await services_of(request).accounts.subscriptions.keep(subscription)
    return JSONResponse({}, status_code=201)


@router.post("/me/push/remove")
async def unsubscribe(request: Request) -> Response:
    """Unsubscribe a browser: endpoint."""
    endpoint = text_field(await sent_form(request, "me"), "endpoint")
    await services_of(request).accounts.subscriptions.remove(endpoint, person_of(request))
    return JSONResponse({})


@router.get("/sw.js")
async def worker() -> Response:
    """Send the service worker, from the root so that its scope is the whole site."""
    found = ASSETS.find(WORKER)
    assert found is not None  # noqa: S101 - it comes with the program
    headers = {"cache-control": "no-cache"}
    return Response(found[0].body, media_type="text/javascript", headers=headers)
