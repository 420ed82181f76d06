"""What a request carries: the photo, its name, and the measured set that came with it."""

from dataclasses import dataclass

from fastapi import Request
from starlette.datastructures import FormData, UploadFile
from starlette.exceptions import HTTPException
from starlette.types import Message

from api.errors import BadUpload, OversizedPhoto
from api.photo import MAX_FILE_BYTES
from api.set_file import MAX_BYTES as MAX_SET_BYTES
from api.set_file import decode_set
from calibration.board import MeasuredSet

# A form is longer than its photo by the measured set, boundaries and headers.
MAX_BODY_BYTES = MAX_FILE_BYTES + MAX_SET_BYTES + 100_000
UNNAMED = "photo"
FIELDS = ("photo", "set")


@dataclass(frozen=True, kw_only=True)
class Upload:
    """One photo as it was sent, not decoded yet. name: of the sender's file, `photo` where there is none."""

    data: bytes
    name: str
    measured: MeasuredSet | None = None


async def read_upload(request: Request) -> Upload:
    """Take the photo from the form field `photo` (and the set from `set`), or from the whole body.

    Raises OversizedPhoto as soon as the body grows beyond the limit, BadUpload for a form without a photo, BadSetFile.
    """
    announced = request.headers.get("content-length", "")
    if announced.isdecimal() and int(announced[:20]) > MAX_BODY_BYTES:
        raise _too_long()
    limited = _limited(request)
    if not request.headers.get("content-type", "").lower().startswith("multipart/form-data"):
        return Upload(data=await limited.body(), name=UNNAMED)
    try:
        async with limited.form(max_files=2, max_fields=4) as form:
            if unknown := [key for key, _ in form.multi_items() if key not in FIELDS]:
                raise BadUpload(f"The form has a field {unknown[0][:40]!r}: all but the files goes into the address.")
            if len(form.getlist("photo")) > 1:
                raise BadUpload("The form has more than one photo: send them one by one.")
            photo = form.get("photo")
            if not isinstance(photo, UploadFile):
                raise BadUpload("The form has no file in its field `photo`.")
            return Upload(data=await photo.read(), name=photo.filename or UNNAMED, measured=await _measured(form))
    except HTTPException as error:
        if error.status_code != 400:
            raise
        raise BadUpload(f"The form cannot be read: {error.detail}") from error


async def _measured(form: FormData) -> MeasuredSet | None:
    """The set, as a file or as text."""
    field = form.get("set")
    text = await field.read(MAX_SET_BYTES + 1) if isinstance(field, UploadFile) else field
    return decode_set(text, "The field `set`") if text else None


def _limited(request: Request) -> Request:
    """The same request, whose body breaks off beyond the limit; a length that was announced may be wrong or missing."""
    received = 0

    async def receive() -> Message:
        nonlocal received
        message = await request.receive()
        received += len(message.get("body", b""))
        if received > MAX_BODY_BYTES:
            raise _too_long()
        return message

    return Request(request.scope, receive)


def _too_long() -> OversizedPhoto:
    limit = f"{MAX_FILE_BYTES // 1_000_000} MB"
    return OversizedPhoto(UNNAMED, f"The upload is longer than {limit}. Send it smaller: 12 megapixels are plenty.")
