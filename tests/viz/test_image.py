"""A picture has words, is rendered once, and never overwrites a file."""

import io

import numpy as np
import torch
from drawings import pixels

from tutor_utils import viz


def test_a_picture_of_your_own_figure(tmp_path):
    import matplotlib.pyplot as plt

    with viz.style():
        figure, ax = plt.subplots()
        ax.plot([1, 2])
    picture = viz.picture(figure, 'A line that rises from 1 to 2, "so" <b>.')
    assert not plt.fignum_exists(figure.number)
    html = picture._repr_mimebundle_()["text/html"]
    assert 'alt="A line that rises from 1 to 2, &quot;so&quot; &lt;b&gt;."' in html
    assert picture._repr_mimebundle_()["text/html"] is not None
    assert repr(picture) == picture.alt


def test_a_figure_that_lays_itself_out_is_not_cut():
    import matplotlib.pyplot as plt

    with viz.style():
        figure, axes = plt.subplots(1, 2, figsize=(7, 3), layout="constrained")
        for ax in axes:
            image = ax.imshow(np.eye(8))
            ax.set(title="above", xlabel="below", ylabel="beside")
        figure.colorbar(image, ax=axes)
    drawn = plt.imread(io.BytesIO(viz.picture(figure, "An empty frame.").png()))[..., :3]
    border = np.concatenate([drawn[0], drawn[-1], drawn[:, 0], drawn[:, -1]])
    assert (border == 1).all()  # white: no word or line reaches the edge


def test_a_dark_page_gets_bright_ink_and_the_same_cells():
    """No white slab; a colour that means a number means the same on both pages."""
    picture = viz.attention(torch.eye(13))
    bright, dark = (pixels(png) for png in picture._both)
    assert bright.shape == dark.shape
    assert bright[0, 0].tolist() == [255] * 3 and dark[0, 0].max() < 30
    # the weight 1, and its place in the bar
    yellow = (bright[..., 0] > 240) & (bright[..., 2] < 80)
    assert (np.abs(dark[yellow].astype(int) - bright[yellow]).max()) < 12  # both have 256 colours
    assert yellow.sum() > 500 and dark[:, :20].max() > 150  # labels
    lines = viz.curves({"a": ([0, 1], [0, 1])}, x_label="x", y_label="y")
    assert pixels(lines._both[1]).mean() < 40
    html = picture._repr_mimebundle_()
    assert html["text/html"].count("data:image/png;base64,") == 2
    assert html["image/png"].startswith("iVBOR")  # for paper, and for pages that take no HTML
