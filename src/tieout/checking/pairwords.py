"""The former and the latter: each is one of the two areas named before it."""

from collections.abc import Sequence
from dataclasses import replace

from tieout.checking.chunk import Chunk
from tieout.checking.clause import Scene
from tieout.checking.where import area_of

__all__ = ["name_former"]


def name_former(chunks: Sequence[Chunk], scene: Scene) -> list[Chunk]:
    """Return the chunks with "the former" and "the latter" as the areas that they stand for.

    They stand for the only two named before them in the sentence, else for the two of the sentence before.
    Where there are not exactly two, the words stay as they are, and no frame reads them.
    """
    if not any(chunk.kind == "former" for chunk in chunks):
        return list(chunks)
    found: list[Chunk] = []
    seen: list[str] = []
    for chunk in chunks:
        if chunk.kind == "area":
            seen.append(area_of(chunk, scene))
        two = list(dict.fromkeys(seen)) or list(scene.areas)
        if chunk.kind == "former" and len(two) == len(("former", "latter")):
            code = two[0] if chunk.readings["former"] == "first" else two[1]
            chunk = replace(chunk, kind="area", readings={"area": (code,)})  # noqa: PLW2901
        found.append(chunk)
    return found
