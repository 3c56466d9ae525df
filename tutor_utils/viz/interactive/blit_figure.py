"""A drawn figure whose cells change while everything round them stays.

Drawing text takes most of the time of a picture. A slider changes only colours and numbers, so
the rest is drawn once and put back under the new cells; matplotlib calls this blitting.
"""

from __future__ import annotations

import io
from collections.abc import Sequence

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from PIL import Image

from .. import arrays
from ..heatmap import Cells, colour_of, ink_on
from ..image import Picture
from ..theme import style


class BlitFigure:
    """A picture of heat maps, ready to be drawn again with other weights.

    Args:
        picture: as `viz.attention` or `attention_maps.maps` gives it, with its ``heatmaps``. What
            else was added to their axes is drawn over the cells and stays as it is.
    """

    def __init__(self, picture: Picture) -> None:
        self.picture = picture
        self._canvas = FigureCanvasAgg(picture.figure)
        self._over = [_artists_over(cells) for cells in picture.heatmaps]
        moving = [artist for over in self._over for artist in over]
        with style():
            for artist in moving:
                artist.set_visible(False)
            self._canvas.draw()
            self._background = self._canvas.copy_from_bbox(picture.figure.bbox)
            for artist in moving:
                artist.set_visible(True)

    def png(self, values: Sequence[np.ndarray]) -> bytes:
        """The picture as a PNG file, with these weights (L_q, L_k) in its maps, one for each.

        Raises:
            ValueError: there are more or fewer matrices than maps.
        """
        with style():
            self._canvas.restore_region(self._background)
            for cells, over, weights in zip(self.picture.heatmaps, self._over, values, strict=True):
                _set_values(cells, weights)
                for artist in over:
                    cells.ax.draw_artist(artist)
        buffer = io.BytesIO()
        pixels = np.asarray(self._canvas.buffer_rgba())[..., :3]
        Image.fromarray(pixels).save(buffer, "png", compress_level=3)
        return buffer.getvalue()

    def places(self) -> list[tuple[float, float, float, float]]:
        """(left, top, width, height) of each map, as shares of the picture."""
        positions = [cells.ax.get_position() for cells in self.picture.heatmaps]
        return [(p.x0, 1 - p.y1, p.width, p.height) for p in positions]


def _artists_over(cells: Cells) -> list[Artist]:
    """What must be drawn anew: the cells, what lies over them, and the frame of the axes."""
    ax: Axes = cells.ax
    drawn = [*ax.collections, *ax.patches, *ax.lines, *ax.texts]
    added = [artist for artist in drawn if artist not in cells.artists]
    every = [*cells.artists, *added, *ax.spines.values()]
    return [artist for artist in every if artist.get_visible()]


def _set_values(cells: Cells, weights: np.ndarray) -> None:
    """New colours, and new numbers where cells have them. What was masked stays masked."""
    mask = np.ma.getmaskarray(np.ma.asarray(cells.mesh.get_array())).reshape(weights.shape)
    cells.mesh.set_array(np.ma.array(weights, mask=mask))
    if not cells.texts:
        return
    texts = arrays.cell_texts(weights)
    for (row, column), text in cells.texts.items():
        colour = colour_of(cells.mesh, weights[row, column])
        text.set_text(texts[row, column])
        text.set_color(ink_on(colour))
        if plate := text.get_bbox_patch():
            plate.set_facecolor(colour)
