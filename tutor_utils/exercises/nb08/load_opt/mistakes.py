"""What goes wrong in `load_opt`: each mistake is an edit of an answer in right.py."""

from ... import loading_mistakes
from ...edits import Mistakes, edit

mistakes = Mistakes()
loading_mistakes.add(mistakes, "usual", "layer.attention")

mistakes.add(
    "only-without-prefix",
    edit("usual", {'name.removeprefix("model.")': "name"}),
    means="You ask for names without `model.` in front. Most files have it.",
    try_next="Print `list(tensors)[:3]` of both kinds.",
    hint='`name.removeprefix("model.")`.',
    raises=r"^KeyError: 'decoder\.embed_|^ValueError: decoder\.embed_\S+ is missing",
)

mistakes.add(
    "norms-swapped",
    edit("usual", {"layer.norm1": "layer.norm2", "layer.norm2": "layer.norm1"}),
    means="""The two norms of a layer have changed places. A layer's `final_layer_norm` stands
    before its feed-forward network.""",
    try_next="In pre-LN, which norm is called first?",
    hint="`self_attn_layer_norm` is the norm before the attention.",
)

mistakes.add(
    "offset-forgotten",
    edit("usual", {'["decoder.embed_positions.weight"][2:]': '["decoder.embed_positions.weight"]'}),
    means="""The table of positions has two rows more than there are positions. You do not drop
    the first two.""",
    try_next="Compare the number of its rows with `model.max_len`.",
    hint="`table[2:]`.",
)

mistakes.add(
    "only-with-prefix",
    edit("usual", {'name.removeprefix("model.")': 'name[6 * ("lm_head" not in name) :]'}),
)
