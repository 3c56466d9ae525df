"""A drawn figure whose cells change while everything round them stays.

Drawing text takes most of the time of a picture. A slider changes only colours and numbers, so
the frame is drawn once and put back under the new cells.
"""

from __future__ import annotations

import io

import numpy as np
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.collections import QuadMesh
from PIL import Image

from .. import arrays
from ..heatmap import ink_on
from ..image import Picture
from ..look import style


class Scene:
    """A picture of heat maps, ready to be drawn again with other weights.

    Args:
        picture: as `viz.attention` or `viz.heads` gives it.
    """

    def __init__(self, picture: Picture) -> None:
        self.picture = picture
        self.maps: list[Axes] = [
            ax
            for ax in picture.figure.axes
            if any(isinstance(c, QuadMesh) for c in ax.collections) and not hasattr(ax, "_colorbar")
        ]
        self._canvas = FigureCanvasAgg(picture.figure)
        self._moving = [
            [*ax.collections, *ax.patches, *ax.texts, *ax.spines.values()] for ax in self.maps
        ]
        with style():
            for artist in self._artists():
                artist.set_visible(False)
            self._canvas.draw()
            self._frame = self._canvas.copy_from_bbox(picture.figure.bbox)
            for artist in self._artists():
                artist.set_visible(True)

    def _artists(self) -> list:
        return [artist for of_map in self._moving for artist in of_map]

    def png(self, values: list[np.ndarray]) -> bytes:
        """The picture with these weights (L_q, L_k) in its maps, one for each."""
        with style():
            self._canvas.restore_region(self._frame)
            for ax, moving, cells in zip(self.maps, self._moving, values, strict=True):
                mesh = ax.collections[0]
                hidden = np.ma.getmaskarray(mesh.get_array()).reshape(cells.shape)
                mesh.set_array(np.ma.array(cells, mask=hidden))
                self._write(ax, cells, hidden, mesh)
                for artist in moving:
                    ax.draw_artist(artist)
        buffer = io.BytesIO()
        pixels = np.asarray(self._canvas.buffer_rgba())[..., :3]
        Image.fromarray(pixels).save(buffer, "png", compress_level=3)
        return buffer.getvalue()

    def panels(self) -> list[tuple[float, float, float, float]]:
        """(left, top, width, height) of each map, as shares of the picture."""
        places = [ax.get_position() for ax in self.maps]
        return [(p.x0, 1 - p.y1, p.width, p.height) for p in places]

    def _write(self, ax: Axes, cells: np.ndarray, hidden: np.ndarray, mesh: QuadMesh) -> None:
        """Numbers in the cells, where the picture has them."""
        if not ax.texts:
            return
        texts = arrays.cell_texts(cells)
        for text, (row, column) in zip(ax.texts, np.argwhere(~hidden), strict=True):
            text.set_text(texts[row, column])
            colour = mesh.cmap(mesh.norm(cells[row, column]))
            text.set_color(ink_on(colour))
            if plate := text.get_bbox_patch():
                plate.set_facecolor(colour)
