"""The map lights the parts that are named, and no word covers another."""

import itertools

from drawings import drawn

from tutor_utils import viz
from tutor_utils.viz.transformer_map import _SIGNS

PARTS = list(_SIGNS)


def test_the_map_lights_what_it_is_told():
    quiet = viz.architecture()
    assert "No part is lit" in quiet.alt
    assert "Lit is the arrow of the memory" in viz.architecture("idea").alt
    assert not [t for t in quiet.figure.axes[0].texts if "you are" in t.get_text()]
    lit = drawn(viz.architecture("embedding", "positions"))
    signs = [t for t in lit.figure.axes[0].texts if "you are" in t.get_text()]
    assert len(signs) == 2
    thick = [patch for patch in lit.figure.axes[0].patches if patch.get_linewidth() == 3]
    assert len(thick) == 4  # in the encoder's column and in the decoder's
    assert "You are here: the embedding and the positions." in lit.alt


def test_every_map_part_lights_without_overlapping_labels():
    for part in PARTS:
        picture = viz.architecture(part)
        ax = picture.figure.axes[0]
        assert any(patch.get_linewidth() == 3 for patch in ax.patches), part
    for everything in (viz.architecture(*PARTS), viz.architecture("gpt")):
        everything.figure.draw_without_rendering()
        texts = [t for t in everything.figure.axes[0].texts if t.get_text()]
        boxes = [(t.get_text(), t.get_window_extent()) for t in texts]
        for (a, one), (b, two) in itertools.combinations(boxes, 2):
            assert not one.overlaps(two), (a, b)


def test_a_gpt_has_one_stack_and_no_memory():
    words = [t.get_text() for t in viz.architecture("gpt").figure.axes[0].texts]
    assert "Encoder × N" in words and any("causal mask" in word for word in words)
    assert not {"Decoder × N", "memory", "Multi-head\ncross-attention"} & set(words)


def test_the_drawing_is_the_same_whatever_is_lit():
    sizes = {viz.architecture(part).png()[16:24] for part in ("idea", "encoder", "gpt")}
    assert len(sizes) == 1  # width and height, from the PNG's header
    width, height = (int.from_bytes(part) for part in (sizes.copy().pop()[:4], sizes.pop()[4:]))
    # Below its heading it is seen whole, and not made smaller, in JupyterLab at 1280 × 720.
    assert width <= 1092 and height <= 440
