"""The HTTP application: joins the routes and the table of errors."""

from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse

from api.errors import BadInput, ScorerError, answer_to
from api.routes import router


def create_app() -> FastAPI:
    """A scorer that answers over HTTP; see /docs for its interface."""
    app = FastAPI(title="Crokinole scorer", version="1")
    app.include_router(router)
    app.add_exception_handler(BadInput, _answer)
    return app


async def _answer(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, ScorerError)
    answer = answer_to(error)
    return JSONResponse({"detail": str(error), "advice": answer.advice}, status_code=answer.http_status)
