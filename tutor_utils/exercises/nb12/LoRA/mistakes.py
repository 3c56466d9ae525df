"""What goes wrong in `LoRA`: each mistake is an edit of an answer in right.py."""

from ...edits import Mistakes, edit

mistakes = Mistakes()

mistakes.add(
    "both-zeros",
    edit("usual", {
        "torch.randn(linear.in_features, rank) * linear.in_features**-0.5":
            "torch.zeros(linear.in_features, rank)",
    }),
    means="""Both matrices are zeros. The gradient of each is a product with the other one, so
    both gradients are 0: it never learns.""",
    try_next="Write down the gradient of a, where b is zeros; and that of b, where a is.",
    hint="b is zeros, a is drawn.",
)

mistakes.add(
    "both-drawn",
    edit("usual", {
        "torch.zeros(rank, linear.out_features)": "torch.randn(rank, linear.out_features)",
    }),
    edit("usual", {
        "torch.zeros(rank, linear.out_features)": "torch.randn(rank, linear.out_features) * 0.02",
    }),
    means="""b is drawn too, so a new adapter already changes what the trained layer says. It
    should begin where the model stands.""",
    try_next="What should a new LoRA give, before any training?",
    hint="`torch.zeros(rank, linear.out_features)`.",
)

mistakes.add(
    "layer-not-frozen",
    edit("usual", {
        """
        for p in linear.parameters():
            p.requires_grad = False
        """: "",
    }),
    means="""The given layer is trained as well. Then the old model is lost: switched off, what is
    left is not what was given.""",
    try_next="Which of `module.named_parameters()` require a gradient?",
    hint="`linear.requires_grad_(False)`.",
)

mistakes.add(
    "rank-not-refused",
    edit("matrix", {
        """
        assert rank >= 1, f"rank={rank}"
        """: "",
    }),
    means="""A rank of 0 passes: a and b are empty, so there is nothing to learn, and nobody is
    told.""",
    try_next="What does `LoRA(linear, 0)` do in your code?",
    hint="`if rank < 1: raise ValueError(...)`.",
)

mistakes.harmless(
    kind="slip", within="rank < 1", because="a rank of 0 stops at alpha / rank, one below at a shape"
)
mistakes.harmless(
    kind="slip", within="must be at least 1", because="as above: the sentence is what it is for"
)
