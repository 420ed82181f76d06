"""All of version 1 under one prefix."""

from fastapi import APIRouter

from api.v1 import demo, exports, look, matches, me, photos, rounds, rulesets, rulings, stream
from api.v1.documented import SHARED

router = APIRouter(prefix="/api/v1", responses=SHARED)
for resource in (me, rulesets, matches, rounds, rulings, photos, look, stream, exports, demo):
    router.include_router(resource.router)
