"""The HTTP application: joins the routes and the table of errors."""

from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse

from api.document import to_document
from api.errors import BadInput, ScorerError, UnreadablePhoto, answer_to
from api.routes import router
from api.score_photo import unreadable_photo


def create_app() -> FastAPI:
    """A scorer that answers over HTTP; see /docs for its interface."""
    app = FastAPI(title="Crokinole scorer", version="1")
    app.include_router(router)
    app.add_exception_handler(BadInput, _answer)
    app.add_exception_handler(UnreadablePhoto, _answer_unreadable)
    return app


async def _answer(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, ScorerError)
    answer = answer_to(error)
    return JSONResponse({"detail": str(error), "advice": answer.advice}, status_code=answer.http_status)


async def _answer_unreadable(request: Request, error: Exception) -> JSONResponse:
    """The same object as for a scored photo, so that a program needs to know one shape only."""
    assert isinstance(error, UnreadablePhoto)
    document = to_document(unreadable_photo(error, request.query_params.get("ruleset", "nca")))
    return JSONResponse(document, status_code=answer_to(error).http_status)
