"""Matches and everything else out of the store, and everything deleted."""

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Response
from fastapi.responses import FileResponse
from starlette.background import BackgroundTask

from api.match_forms import exported
from api.service.access import AnyCaller, Scorer
from api.service.parts import Shared
from api.service.pictures import forget_decoded
from api.store.archive import delete_everything, write_archive
from api.store.matches import get_match, match_ids, new_match_id

router = APIRouter(tags=["export"])
Form = Literal["cmn", "csv", "txt", "json"]
MEDIA = {"cmn": "application/json", "csv": "text/csv", "txt": "text/plain", "json": "application/json"}
ENDINGS = {"cmn": "cmn.json", "csv": "csv", "txt": "txt", "json": "json"}
FILE: dict[int | str, dict[str, Any]] = {
    200: {"description": "The file", "content": {media: {} for media in MEDIA.values()}}
}
ZIP: dict[int | str, dict[str, Any]] = {200: {"description": "The file", "content": {"application/zip": {}}}}


@router.get("/matches/{match_id}/export/{form}", response_class=Response, responses=FILE)
def get_export(
    match_id: str,
    form: Form,
    who: AnyCaller,
    parts: Shared,
    reviewed: Annotated[bool, Query(description="CMN of a match with doubtful rounds: a person has seen them")] = False,
) -> Response:
    """A match in Crokinole Match Notation (when it is over), as CSV, as a sheet to print, or in full."""
    with parts.store.reading() as connection:
        match = get_match(connection, match_id).match
    text = exported(match, form, reviewed=reviewed)
    file_name = f"crokinole-{match.setup.date[:10]}-{match_id[:8]}.{ENDINGS[form]}"
    headers = {"Content-Disposition": f'attachment; filename="{file_name}"'}
    return Response(text, media_type=MEDIA[form], headers=headers)


@router.get("/export", response_class=FileResponse, responses=ZIP)
def get_everything(who: Scorer, parts: Shared) -> FileResponse:
    """Every match, photo, reading and correction as one ZIP file."""
    path = parts.store.files.incoming / f"{new_match_id()}.zip"
    done = BackgroundTask(path.unlink, missing_ok=True)
    try:
        write_archive(parts.store, path)
    except OSError:
        path.unlink(missing_ok=True)
        raise
    return FileResponse(path, media_type="application/zip", filename="crokinole.zip", background=done)


@router.delete("/everything", status_code=204)
def delete_all(
    who: Scorer, parts: Shared, confirm: Annotated[Literal["everything"], Query(description="That you mean it")]
) -> Response:
    """Delete every match, photo, reading and correction."""
    with parts.store.reading() as connection:
        ids = match_ids(connection)
    delete_everything(parts.store)
    forget_decoded()
    for match_id in ids:
        parts.changes.tell(match_id)
    return Response(status_code=204)
