"""The service: store, workers, guards, API and page joined into one application."""

import importlib
import importlib.util
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI

from api.scoring.pool import ScoringPool
from api.service.body_limits import BodyLimits
from api.service.changes import Changes
from api.service.guards import Guards
from api.service.pairing import Pairing
from api.service.parts import Parts
from api.service.plain_score import router as plain_router
from api.service.problems import add_problem_answers
from api.service.rates import Rates
from api.service.settings import Settings
from api.store.store import open_store
from api.v1.router import router as v1_router

PAGE = "api.page.routes"


def create_service(settings: Settings) -> FastAPI:
    """The application. Opens the store now and starts the workers with the server. Raises StoreError."""
    limits = settings.limits
    parts = Parts(
        settings=settings,
        store=open_store(settings.data, settings.database_url, settings.store_busy_s),
        pool=ScoringPool(workers=limits.workers, waiting=limits.waiting, limit_s=limits.photo_s),
        pairing=Pairing(settings.pin),
        changes=Changes(),
    )

    @asynccontextmanager
    async def running(app: FastAPI) -> AsyncIterator[None]:
        parts.pool.start()
        yield
        parts.pool.stop()
        parts.store.close()

    app = FastAPI(
        title="Crokinole scorer",
        version="1",
        lifespan=running,
        openapi_url="/api/v1/openapi.json",
        docs_url=None,  # its page loads scripts from elsewhere
        redoc_url=None,
    )
    app.state.parts = parts
    app.include_router(plain_router)
    app.include_router(v1_router)
    if importlib.util.find_spec(PAGE.rpartition(".")[0]) and importlib.util.find_spec(PAGE):
        app.include_router(importlib.import_module(PAGE).router)
    add_problem_answers(app)
    # The last added sees a request first.
    app.add_middleware(BodyLimits, limits=limits)
    app.add_middleware(Rates, limits=limits)
    app.add_middleware(Guards, lan=settings.lan)
    return app
