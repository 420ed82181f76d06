"""From the colours that a file's profile describes to sRGB."""

from io import BytesIO

from PIL import Image, ImageCms

# Grey levels. Profiles of sRGB differ in rounding by 1 to 2 levels; Display P3, the nearest other space that cameras
# use, moves saturated colours by 20 and more.
SAME_COLOUR = 3
_PROFILE_SPACE = {"RGB": "RGB", "L": "GRAY", "CMYK": "CMYK"}


def transform_to_srgb(icc_profile: bytes | None, mode: str) -> ImageCms.ImageCmsTransform | None:
    """The transform of a picture in Pillow's `mode` (RGB, L or CMYK) to sRGB, in mode RGB.

    None where there is nothing to do: no profile, a damaged one, one for another kind of picture, or sRGB itself.
    """
    if not icc_profile:
        return None
    try:
        profile = ImageCms.ImageCmsProfile(BytesIO(icc_profile))
        if profile.profile.xcolor_space.strip() != _PROFILE_SPACE[mode]:
            return None
        transform = ImageCms.buildTransform(profile, ImageCms.createProfile("sRGB"), mode, "RGB")
    except (ImageCms.PyCMSError, OSError, UnicodeDecodeError):
        return None
    return None if mode != "CMYK" and _changes_nothing(transform, mode) else transform


def _changes_nothing(transform: ImageCms.ImageCmsTransform, mode: str) -> bool:
    levels = (0, 64, 128, 192, 255)
    colours = [(r, g, b) for r in levels for g in levels for b in levels]
    if mode == "L":
        colours = [(level, level, level) for level in range(256)]
    before = Image.new("RGB", (len(colours), 1))
    before.putdata(colours)
    source = before if mode == "RGB" else before.convert("L")
    after = transform.apply(source)
    return all(abs(a - b) <= SAME_COLOUR for a, b in zip(before.tobytes(), after.tobytes(), strict=True))
