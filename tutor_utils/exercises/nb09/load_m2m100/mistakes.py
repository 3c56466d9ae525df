"""What goes wrong in `load_m2m100`: each mistake is an edit of an answer in right.py."""

from ... import loading_mistakes
from ...edits import Mistakes, edit

mistakes = Mistakes()
loading_mistakes.add(mistakes, "usual", "own")

mistakes.add(
    "attentions-swapped",
    edit("usual", {"self_attention": "cross_attention", "cross_attention": "self_attention"}),
    means="Self-attention and cross-attention have changed places.",
    try_next="`encoder_attn` reads the encoder's memory. Which of yours does that?",
)

mistakes.add(
    "only-with-prefix",
    edit("usual", {'name.removeprefix("model.")': "name[6:]"}),
)

mistakes.add(
    "output-bias-left",
    edit("usual", {"model.output.bias.zero_()": ""}),
    means="""The bias of your output keeps its old numbers. The published model has none, so it
    becomes 0.""",
    try_next="Print the bias after loading.",
    hint="`model.output.bias.zero_()`.",
)

mistakes.add(
    "positions-not-changed",
    edit("usual", {
        """
            for embedding in (model.source, model.target):
                embedding.positions.copy_(published_positions(*embedding.positions.shape))
        """: "",
    }),
    means="""Your positions are still those of notebook 01: sines at even features, cosines at odd
    ones. The published model was trained with another order.""",
    try_next="Compare your table of positions with what `published_positions` gives.",
    hint="`model.source.positions.copy_(...)`, and the target's.",
)

mistakes.add(
    "source-table-left",
    edit("usual", {'model.source.tokens.table.weight.copy_(given["shared.weight"])': ""}),
    means="The source table keeps its old numbers. `shared.weight` is read by both sides.",
    try_next="Compare the two tables after loading.",
    hint="Copy it a second time.",
)

mistakes.add(
    "one-side-s-positions",
    edit("usual", {", model.target": ","}),
    means="Only the source got the new positions. The decoder has a table of its own.",
    try_next="Compare both tables.",
    hint="`for embedding in (model.source, model.target)`.",
)

mistakes.add(
    "decoder-norms-swapped",
    edit("usual", {
        "attentions, layer.norms, layer":
            "attentions, [layer.norms[i] for i in (0, 2, 1)], layer",
    }),
    means="""The second and the third norm of a decoder layer have changed places. Its
    `final_layer_norm` stands before the feed-forward network.""",
    try_next="In pre-LN, which norm of yours is called before the cross-attention?",
    hint="`encoder_attn_layer_norm` is the norm before the cross-attention.",
)
