"""The page: five templates and the static files beside them. Everything they show comes from /api/v1."""

from pathlib import Path
from typing import Annotated

from fastapi import APIRouter, Request, Response
from fastapi import Path as InPath
from fastapi.staticfiles import StaticFiles
from fastapi.templating import Jinja2Templates

HERE = Path(__file__).parent
router = APIRouter(include_in_schema=False)
_templates = Jinja2Templates(directory=HERE / "templates")
_static = StaticFiles(directory=HERE / "static")
MatchId = Annotated[str, InPath(pattern="^[0-9A-Za-z-]{1,64}$")]
# Asked for again at every visit and answered with 304: a phone never shows a new page with old scripts.
FRESH = {"Cache-Control": "no-cache"}


@router.get("/")
def get_home(request: Request) -> Response:
    """Matches, a new one, the demo."""
    return _page(request, "home.html")


@router.get("/new")
def get_new(request: Request) -> Response:
    """Players, rules, length, who starts."""
    return _page(request, "new.html")


@router.get("/pair")
def get_pair(request: Request) -> Response:
    """The PIN."""
    return _page(request, "pair.html")


@router.get("/matches/{match_id}")
def get_match(request: Request, match_id: MatchId) -> Response:
    """Score board, camera, review: all of a match."""
    return _page(request, "match.html", match_id)


@router.get("/matches/{match_id}/sheet")
def get_sheet(request: Request, match_id: MatchId) -> Response:
    """The score sheet, to print."""
    return _page(request, "sheet.html", match_id)


@router.get("/static/{path:path}")
async def get_static(request: Request, path: str) -> Response:
    """A script, a style sheet or a picture of the page."""
    answer = await _static.get_response(path, request.scope)
    answer.headers.update(FRESH)
    return answer


def _page(request: Request, name: str, match_id: str = "") -> Response:
    return _templates.TemplateResponse(request, name, {"match_id": match_id}, headers=FRESH)
