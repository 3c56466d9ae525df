# %% [markdown]
# # 06 · Encoder and decoder blocks
#
# After this notebook you can
#
# - build the layers of encoder and decoder, and say what each part is for,
# - place residual, norm and dropout, in the order of the paper and in the newer one,
# - put everything together into a whole Transformer.
#
# **About 95 minutes.** You need notebooks 01, 04 and 05.

# %%
import matplotlib.pyplot as plt
import torch
from torch import Tensor, nn

from tutor_utils import check, hint, mine, predict, progress, set_seed, solution, viz

set_seed(0)

# %%
MultiHeadAttention, TransformerEmbedding = mine("MultiHeadAttention", "TransformerEmbedding")
padding_mask, target_mask = mine("padding_mask", "target_mask")

# %% [markdown]
# ## The map
#
# Everything inside the inset is yours already. Today you build the two columns around it.

# %%
viz.architecture("feed_forward", "add_norm", "encoder", "decoder", "output")

# %% [markdown]
# ## What every answer keeps to
#
# Each docstring says what its answer must do. This holds for all of them: Gradients reach every floating-point argument and every parameter. A second call gives what the first gave, and changes nothing that the first returned. Nothing is fixed that the arguments decide: ids, lengths, widths, number type. New tensors are made on the device of the tensors that came in. Arguments and PyTorch's settings stay as they were. Training and evaluation mode differ by dropout alone. A layer owns only the parameters that it uses.

# %% [markdown]
# ## Look around, then think
#
# Think of a meeting. First everyone listens to everyone: that is attention. Then each person thinks alone about what was heard: that is the **feed-forward network**, two linear maps with ReLU between them.

# %% [markdown]
# ### A worked example
#
# One token with the features 2 and -1, and d_ff = 3. The first map makes three numbers, ReLU cuts the negative one, the second map goes back to two.

# %%
token = torch.tensor([2.0, -1.0])
wide = torch.tensor([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]])  # (d_ff, d_model)
narrow = torch.tensor([[1.0, 5.0, 1.0], [0.0, 5.0, -1.0]])  # (d_model, d_ff)
hidden = wide @ token  # (3,)
print("hidden:", hidden.tolist(), "-> after ReLU:", hidden.relu().tolist())
print("output:", (narrow @ hidden.relu()).tolist())

# %% [markdown]
# Check by hand: ReLU takes the second number away, so the two fives count for nothing.
#
# ### Your prediction
#
# A sentence has 7 words. One of them is exchanged. At how many positions does the output of the feed-forward network change?

# %% predict="feed_forward_neighbours"
### BEGIN SOLUTION
answer = 1
# ~ answer = None  # TODO: a whole number from 0 to 7
### END SOLUTION
predict("feed_forward_neighbours", answer)

# %% [markdown]
# ## Exercise: `FeedForward`
#
# Difficulty: easy. About 6 minutes, 5 to 7 lines.


# %% exercise="FeedForward"
class FeedForward(nn.Module):
    """max(0, x W1 + b1) W2 + b2, for every position by itself (paper, section 3.3).

    ``dropout`` is the share of hidden numbers that is dropped after ReLU and nowhere else, in
    training.

    Shapes:
        forward: (B, L, d_model) -> (B, L, d_model), with d_ff features inside
    """

    def __init__(self, d_model: int, d_ff: int, dropout: float = 0.0) -> None:
        super().__init__()
        # Two linear maps and a dropout, each kept as self.name.
        ### BEGIN SOLUTION
        self.wide = nn.Linear(d_model, d_ff)
        self.narrow = nn.Linear(d_ff, d_model)
        self.dropout = nn.Dropout(dropout)
        ### END SOLUTION

    def forward(self, x: Tensor) -> Tensor:
        ### BEGIN SOLUTION
        hidden = torch.relu(self.wide(x))  # (B, L, d_ff)
        return self.narrow(self.dropout(hidden))  # (B, L, d_model)
        ### END SOLUTION


# %% check="FeedForward"
check(FeedForward)

# %% [markdown]
# ### Look at it
#
# Exchange word 3 of seven. Only row 3 of the output moves.

# %%
FeedForward = mine("FeedForward")
network = FeedForward(6, 24)
x = torch.randn(1, 7, 6)
other = x.clone()
other[0, 3] = torch.randn(6)
moved = (network(other) - network(x)).abs().detach()[0]  # (7, 6)
print("positions that moved:", moved.sum(-1).nonzero().flatten().tolist())
viz.matrix(moved, title="How far each output moved", row_axis="token", column_axis="feature")

# %% [markdown]
# ### The same, written as a convolution
#
# Some code uses two convolutions of width 1. Such a convolution looks at one position at a time, so it is the same map. It only wants the features on axis 1.

# %%
maps = [nn.Linear(6, 24), nn.Linear(24, 6)]
convs = [nn.Conv1d(6, 24, kernel_size=1), nn.Conv1d(24, 6, kernel_size=1)]
with torch.no_grad():
    for linear, conv in zip(maps, convs, strict=True):
        conv.weight.copy_(linear.weight[..., None])  # (out, in) -> (out, in, 1)
        conv.bias.copy_(linear.bias)
by_maps = maps[1](maps[0](x).relu())  # (1, 7, 6) -> (1, 7, 24) -> (1, 7, 6)
turned = x.transpose(1, 2)  # (1, 6, 7)
by_convs = convs[1](convs[0](turned).relu()).transpose(1, 2)  # (1, 24, 7) -> (1, 6, 7) -> (1, 7, 6)
print("the same numbers:", torch.allclose(by_maps, by_convs, atol=1e-6))

# %% [markdown]
# ### Break it
#
# Leave ReLU out. Two linear maps in a row are one linear map: doubling the input doubles the output, and the 24 hidden features buy nothing.

# %%
first, second = nn.Linear(6, 24, bias=False), nn.Linear(24, 6, bias=False)
as_one = second.weight @ first.weight  # (6, 24) @ (24, 6) -> (6, 6)
without = second(first(x)).detach()
same = torch.allclose(without, x @ as_one.T, atol=1e-5)
print("without ReLU one (6, 6) map does the same:", same)
with_relu = second(first(x).relu()).detach()
viz.compare(without[0], with_relu[0], names=("without ReLU", "with ReLU"))

# %% [markdown]
# ## The road past the sub-layer
#
# Each sub-layer only *adds* to x; it does not replace it. This sum is the **residual**. Think of a document that is passed round: everyone writes a remark in the margin, no one rewrites the text.
#
# **LayerNorm** keeps the numbers of each token in range: mean 0, deviation 1, then a gain and a bias that are learned.

# %% [markdown]
# ### A worked example
#
# x = [1, 3] and the sub-layer says [2, 4]. The sum is [3, 7], its mean 5, its deviation 2. So the norm gives [-1, 1].

# %%
x, said = torch.tensor([1.0, 3.0]), torch.tensor([2.0, 4.0])
norm = nn.LayerNorm(2)
print("post-LN: norm(x + said) =", [round(v, 2) for v in norm(x + said).tolist()])
print("pre-LN:  x + said       =", (x + said).tolist(), "where the sub-layer read norm(x)")

# %% [markdown]
# ## Two places for the norm
#
# | | one sub-layer |
# |---|---|
# | post-LN, the paper | `norm(x + dropout(sublayer(x)))` |
# | pre-LN, most newer models | `x + dropout(sublayer(norm(x)))` |
#
# In pre-LN x itself is never normalised. So a pre-LN stack ends with one more norm. You will measure what the two mean for learning.

# %% [markdown]
# ## Exercise: `EncoderLayer`
#
# Two sub-layers: self-attention, then feed-forward. Each has a norm of its own.
#
# Difficulty: medium. About 12 minutes, 12 to 15 lines.


# %% exercise="EncoderLayer"
class EncoderLayer(nn.Module):
    """Self-attention and feed-forward, each with residual and norm (paper, section 3.1).

    Post-LN as in the paper; pre-LN when ``norm_first``. Each sub-layer has its own LayerNorm.
    ``dropout`` works on the output of each sub-layer, before it is added to x.

    Shapes:
        forward: x (B, L, d_model), mask broadcastable to (B, h, L, L), True = may attend
        returns (x (B, L, d_model), weights (B, h, L, L))
    """

    def __init__(
        self,
        d_model: int,
        num_heads: int,
        d_ff: int,
        dropout: float = 0.0,
        norm_first: bool = False,
    ) -> None:
        super().__init__()
        # One attention, one feed-forward network, a norm for each, a dropout.
        ### BEGIN SOLUTION
        self.attention = MultiHeadAttention(d_model, num_heads, dropout)
        self.feed_forward = FeedForward(d_model, d_ff, dropout)
        self.norm1, self.norm2 = nn.LayerNorm(d_model), nn.LayerNorm(d_model)
        self.dropout = nn.Dropout(dropout)
        self.norm_first = norm_first
        ### END SOLUTION

    def forward(self, x: Tensor, mask: Tensor | None = None) -> tuple[Tensor, Tensor]:
        ### BEGIN SOLUTION
        y = self.norm1(x) if self.norm_first else x
        attended, weights = self.attention(y, y, y, mask)
        x = x + self.dropout(attended)  # (B, L, d_model)
        x = x if self.norm_first else self.norm1(x)

        y = self.norm2(x) if self.norm_first else x
        x = x + self.dropout(self.feed_forward(y))
        return x if self.norm_first else self.norm2(x), weights
        ### END SOLUTION


# %% check="EncoderLayer"
check(EncoderLayer)

# %% [markdown]
# ### Look at it
#
# PyTorch has this layer too. Give it your weights: it should give your numbers, in both orders.

# %%
EncoderLayer = mine("EncoderLayer")


def copy_attention(theirs: nn.MultiheadAttention, ours: nn.Module) -> None:
    """PyTorch keeps the three projections stacked: q, k, v."""
    stacked = [ours.w_q.weight, ours.w_k.weight, ours.w_v.weight]
    theirs.in_proj_weight.data.copy_(torch.cat(stacked))  # (3*d_model, d_model)
    theirs.out_proj.weight.data.copy_(ours.w_o.weight)


# %%
def copy_layer(theirs: nn.Module, ours: nn.Module) -> None:
    """Give PyTorch's layer our matrices; all biases become zero. A shape tells a map its place."""
    for p in [*theirs.parameters(), *ours.parameters()]:
        if p.dim() == 1 and not (p == 1).all():
            p.data.zero_()
    own = [m for m in ours.modules() if hasattr(m, "w_q")]
    for last in own[1:]:  # with equal attentions it does not matter which one you made first
        last.load_state_dict(own[0].state_dict())
    for attention in [m for m in theirs.modules() if isinstance(m, nn.MultiheadAttention)]:
        copy_attention(attention, own[0])
    for p in ours.parameters():
        for weight in (theirs.linear1.weight, theirs.linear2.weight):
            if p.squeeze(-1).shape == weight.shape:
                weight.data.copy_(p.squeeze(-1))


# %%
x = torch.randn(2, 7, 64)
words = torch.tensor([7, 5])[:, None] > torch.arange(7)  # (2, 7): the second sentence has 2 pads
for norm_first in (False, True):
    ours = EncoderLayer(64, 8, 256, norm_first=norm_first)
    options = {"dropout": 0.0, "batch_first": True, "norm_first": norm_first}
    theirs = nn.TransformerEncoderLayer(64, 8, 256, **options)
    copy_layer(theirs, ours)
    expected = theirs(x, src_key_padding_mask=~words)  # PyTorch: True = blocked
    got = ours(x, words[:, None, None])[0]
    same = torch.allclose(got[words], expected[words], atol=1e-5)
    print("norm_first =", norm_first, "| the same as PyTorch:", same)

# %%
sentence = "when you play the game <pad> <pad>".split()
weights = ours(x, words[:, None, None])[1].detach()  # (2, 8, 7, 7)
viz.heads(weights[1, :4], queries=sentence, keys=sentence, mask=words[1].expand(7, 7))

# %% [markdown]
# ### Break it
#
# Send a sentence through 12 layers; then through their attentions alone, without the road past them. How alike do the tokens become? The cosine of two vectors is 1 when they point the same way.


# %%
def likeness(x: Tensor) -> float:
    """Mean cosine between the tokens of a sentence, (1, L, d_model) -> a number."""
    unit = x / x.norm(dim=-1, keepdim=True)
    return (unit @ unit.transpose(-1, -2)).mean().item()


set_seed(1)
layers = [EncoderLayer(64, 8, 256).eval() for _ in range(12)]
attentions = [next(m for m in layer.modules() if hasattr(m, "w_q")) for layer in layers]
with_road = without_road = torch.randn(1, 7, 64)
kept, lost = [likeness(with_road)], [likeness(without_road)]
with torch.no_grad():
    for layer, attention in zip(layers, attentions, strict=True):
        with_road = layer(with_road)[0]
        without_road = nn.functional.layer_norm(attention(*[without_road] * 3)[0], (64,))
        kept.append(likeness(with_road))
        lost.append(likeness(without_road))
print("with the residual, tokens stay apart:", kept[-1] < 0.9)
print("without, all tokens are one:", lost[-1] > 0.99)

# %%
depth = list(range(13))
series = {"with residual": (depth, kept), "without": (depth, lost)}
picture = viz.curves(series, x_label="layer", y_label="likeness of tokens")
viz.picture(picture.figure, "Without the residual the tokens become alike within a few layers.")

# %% [markdown]
# ### Find the fault
#
# A published reading of the paper makes **one** `LayerNorm` and calls it after each sub-layer. It runs and it trains. What is lost?

# %%
apart = [nn.LayerNorm(512), nn.LayerNorm(512)]
shared = [nn.LayerNorm(512)] * 2
for name, norms in (("one norm for each", apart), ("one norm for all", shared)):
    numbers = sum(p.numel() for p in nn.ModuleList(norms).parameters())
    print(f"{name}: {numbers} learned numbers")

# %% [markdown]
# Both sub-layers then get one gain and one bias, though their sums differ in size. No shape shows it. Only counting does, and the check above does count.

# %% [markdown]
# ### Find the fault, once more
#
# Another published block computes everything, and then the method is over. What does the next layer receive?


# %%
class Silent(nn.Module):
    """A block with a fault."""

    def __init__(self) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(64)

    def forward(self, x: Tensor) -> None:
        self.norm(x + x)  # worked out, and never handed on


print("the next layer receives:", Silent()(torch.randn(1, 7, 64)))

# %% [markdown]
# `None`: the `return` line is missing. Python says nothing here; the error comes one layer later, in a line that is right.

# %% [markdown]
# ## The decoder layer
#
# The decoder has three sub-layers: it looks back at what was said, it looks at the source, it thinks. In the middle one, **cross-attention**, the query comes from the decoder; key and value come from the encoder's output, the **memory**.

# %% [markdown]
# ### Your prediction
#
# A batch of 10, 8 heads, 7 source tokens, 4 target tokens. Which shape have the weights of the cross-attention?

# %% predict="cross_attention_shape"
### BEGIN SOLUTION
answer = (10, 8, 4, 7)
# ~ answer = None  # TODO: a tuple of four sizes
### END SOLUTION
predict("cross_attention_shape", answer)

# %% [markdown]
# And how many LayerNorms does one decoder layer have?

# %% predict="decoder_layer_norms"
### BEGIN SOLUTION
answer = 3
# ~ answer = None  # TODO: a whole number
### END SOLUTION
predict("decoder_layer_norms", answer)

# %% [markdown]
# ### A worked example
#
# One query, two memory tokens. The query fits the second key better, so it takes more of the second value.

# %%
query = torch.tensor([1.0, 0.0])
memory_keys = torch.tensor([[0.0, 1.0], [2.0, 0.0]])
share = (memory_keys @ query / 2**0.5).softmax(0)  # scores 0 and 1.41
print("weights over the source:", [round(s, 2) for s in share.tolist()])

# %% [markdown]
# ## Exercise: `DecoderLayer`
#
# Difficulty: medium. About 12 minutes, 15 to 18 lines, most of them like the encoder layer.


# %% exercise="DecoderLayer"
class DecoderLayer(nn.Module):
    """Masked self-attention, cross-attention, feed-forward (paper, section 3.1).

    Norm and dropout are placed as in EncoderLayer.

    Shapes:
        forward: x (B, L_t, d_model), memory (B, L_s, d_model),
            target_mask broadcastable to (B, h, L_t, L_t), memory_mask to (B, h, L_t, L_s)
        returns (x (B, L_t, d_model), self_weights (B, h, L_t, L_t),
            cross_weights (B, h, L_t, L_s))
    """

    def __init__(
        self,
        d_model: int,
        num_heads: int,
        d_ff: int,
        dropout: float = 0.0,
        norm_first: bool = False,
    ) -> None:
        super().__init__()
        # Two attentions, one feed-forward network, a norm for each, a dropout.
        ### BEGIN SOLUTION
        self.self_attention = MultiHeadAttention(d_model, num_heads, dropout)
        self.cross_attention = MultiHeadAttention(d_model, num_heads, dropout)
        self.feed_forward = FeedForward(d_model, d_ff, dropout)
        self.norms = nn.ModuleList(nn.LayerNorm(d_model) for _ in range(3))
        self.dropout = nn.Dropout(dropout)
        self.norm_first = norm_first
        ### END SOLUTION

    def forward(
        self,
        x: Tensor,
        memory: Tensor,
        target_mask: Tensor | None = None,
        memory_mask: Tensor | None = None,
    ) -> tuple[Tensor, Tensor, Tensor]:
        ### BEGIN SOLUTION
        before = self.norms if self.norm_first else [nn.Identity()] * 3
        after = [nn.Identity()] * 3 if self.norm_first else self.norms

        y = before[0](x)
        attended, self_weights = self.self_attention(y, y, y, target_mask)
        x = after[0](x + self.dropout(attended))  # (B, L_t, d_model)

        y = before[1](x)
        attended, cross_weights = self.cross_attention(y, memory, memory, memory_mask)
        x = after[1](x + self.dropout(attended))

        y = before[2](x)
        x = after[2](x + self.dropout(self.feed_forward(y)))
        return x, self_weights, cross_weights
        ### END SOLUTION


# %% check="DecoderLayer"
check(DecoderLayer)

# %% [markdown]
# ### Look at it
#
# Again PyTorch's layer under your weights. And what the weights look like: the self-attention is a triangle, the cross-attention a rectangle.

# %%
DecoderLayer = mine("DecoderLayer")
set_seed(2)
target, memory = torch.randn(2, 4, 64), torch.randn(2, 7, 64)
causal = torch.ones(4, 4).tril().bool()
for norm_first in (False, True):
    ours = DecoderLayer(64, 8, 256, norm_first=norm_first)
    options = {"dropout": 0.0, "batch_first": True, "norm_first": norm_first}
    theirs = nn.TransformerDecoderLayer(64, 8, 256, **options)
    copy_layer(theirs, ours)
    blocked = {"tgt_mask": ~causal, "memory_key_padding_mask": ~words}
    expected = theirs(target, memory, **blocked)
    got, self_weights, cross_weights = ours(target, memory, causal, words[:, None, None])
    same = torch.allclose(got, expected, atol=1e-5)
    print("norm_first =", norm_first, "| the same as PyTorch:", same)

# %%
said = "<bos> cuando juegas al".split()
viz.attention(self_weights[1, 0].detach(), queries=said, keys=said, mask=causal)

# %%
seen = words[1].expand(4, 7)
viz.attention(cross_weights[1, 0].detach(), queries=said, keys=sentence, mask=seen)

# %% [markdown]
# ### Break it
#
# Give the cross-attention `x` for key and value instead of `memory`. All shapes fit, and the loss falls a little. But the decoder no longer hears the source: exchange the source, and nothing moves.

# %%
cross = [m for m in ours.modules() if hasattr(m, "w_q")][1]
another = torch.randn(2, 7, 64)  # another source
right = (cross(target, memory, memory)[0] - cross(target, another, another)[0]).abs().max()
wrong = (cross(target, target, target)[0] - cross(target, target, target)[0]).abs().max()
print("reading the memory, the output moves:", right.item() > 0.01)
print("reading itself, the output moves:", wrong.item() > 0.01)

# %% [markdown]
# ## Exercise: `Encoder`
#
# A stack: the output of a layer is the input of the next. All layers have one form, and each has weights of its own. With `norm_first`, one last norm follows.
#
# Difficulty: easy. About 6 minutes, 8 to 10 lines.


# %% exercise="Encoder"
class Encoder(nn.Module):
    """num_layers encoder layers, and a last LayerNorm when ``norm_first`` (paper, section 3.1).

    The layers share nothing: each has weights of its own.

    Shapes:
        forward: x (B, L, d_model), mask broadcastable to (B, h, L, L)
        returns (x (B, L, d_model), list of num_layers weights (B, h, L, L))
    """

    def __init__(
        self,
        num_layers: int,
        d_model: int,
        num_heads: int,
        d_ff: int,
        dropout: float = 0.0,
        norm_first: bool = False,
    ) -> None:
        super().__init__()
        ### BEGIN SOLUTION
        self.layers = nn.ModuleList(
            EncoderLayer(d_model, num_heads, d_ff, dropout, norm_first) for _ in range(num_layers)
        )
        self.norm = nn.LayerNorm(d_model) if norm_first else nn.Identity()
        ### END SOLUTION

    def forward(self, x: Tensor, mask: Tensor | None = None) -> tuple[Tensor, list[Tensor]]:
        ### BEGIN SOLUTION
        weights = []
        for layer in self.layers:
            x, layer_weights = layer(x, mask)
            weights.append(layer_weights)
        return self.norm(x), weights
        ### END SOLUTION


# %% check="Encoder"
check(Encoder)

# %% [markdown]
# ## Exercise: `Decoder`
#
# The same, with a memory. Every layer reads the **same** memory, the last output of the encoder.
#
# Difficulty: easy. About 5 minutes, 8 to 10 lines.


# %% exercise="Decoder"
class Decoder(nn.Module):
    """num_layers decoder layers, and a last LayerNorm when ``norm_first`` (paper, section 3.1).

    Shapes:
        forward: x (B, L_t, d_model), memory (B, L_s, d_model), masks as in DecoderLayer
        returns (x (B, L_t, d_model), list of self weights (B, h, L_t, L_t),
            list of cross weights (B, h, L_t, L_s)), one of each per layer
    """

    def __init__(
        self,
        num_layers: int,
        d_model: int,
        num_heads: int,
        d_ff: int,
        dropout: float = 0.0,
        norm_first: bool = False,
    ) -> None:
        super().__init__()
        ### BEGIN SOLUTION
        self.layers = nn.ModuleList(
            DecoderLayer(d_model, num_heads, d_ff, dropout, norm_first) for _ in range(num_layers)
        )
        self.norm = nn.LayerNorm(d_model) if norm_first else nn.Identity()
        ### END SOLUTION

    def forward(
        self,
        x: Tensor,
        memory: Tensor,
        target_mask: Tensor | None = None,
        memory_mask: Tensor | None = None,
    ) -> tuple[Tensor, list[Tensor], list[Tensor]]:
        ### BEGIN SOLUTION
        self_weights, cross_weights = [], []
        for layer in self.layers:
            x, own, cross = layer(x, memory, target_mask, memory_mask)
            self_weights.append(own)
            cross_weights.append(cross)
        return self.norm(x), self_weights, cross_weights
        ### END SOLUTION


# %% check="Decoder"
check(Decoder)

# %% [markdown]
# ### Look at it
#
# Every head of every layer at once: three layers, four heads, fresh weights. Nothing is learned yet, so the maps are pale. Notebook 07 shows how they change.

# %%
Encoder, Decoder = mine("Encoder", "Decoder")
set_seed(3)
encoder = Encoder(3, 64, 4, 256)
x, weights = encoder(torch.randn(1, 7, 64))
print("x", tuple(x.shape), "and", len(weights), "tables of", tuple(weights[0].shape))
viz.layers([w[0].detach() for w in weights])

# %% [markdown]
# ### Break it
#
# Write `[layer] * 3` instead of three new layers. The list has three places, and all of them hold one object.

# %%
layer = EncoderLayer(64, 4, 256)
three_names = nn.ModuleList([layer] * 3)
three_layers = nn.ModuleList(EncoderLayer(64, 4, 256) for _ in range(3))
for name, layers in (("[layer] * 3", three_names), ("three layers", three_layers)):
    print(f"{name:12} learns {sum(p.numel() for p in layers.parameters())} numbers")

# %% [markdown]
# ## Post-LN or pre-LN: measured
#
# Myth to test: "where the norm stands is a matter of taste". Build 18 layers of each kind, send a sentence through, and measure how strong the gradient is that arrives at each layer.


# %%
def gradient_norms(norm_first: bool, num_layers: int = 18) -> list[float]:
    """Size of the gradient at each layer's value projection, mean over 4 fresh stacks."""
    totals = torch.zeros(num_layers)
    for seed in range(4):
        set_seed(seed)
        stack = Encoder(num_layers, 64, 4, 256, norm_first=norm_first)
        for p in stack.parameters():
            if p.dim() == 2:
                nn.init.xavier_uniform_(p)  # the usual start of a Transformer
        out, _ = stack(torch.randn(4, 10, 64))
        (out * torch.randn_like(out)).sum().backward()
        attentions = [m for m in stack.modules() if hasattr(m, "w_q")]
        totals += torch.stack([m.w_v.weight.grad.norm() for m in attentions]) / 4
    return totals.tolist()


post, pre = gradient_norms(False), gradient_norms(True)
print("post-LN: the last layer gets more than the first:", post[-1] > 1.2 * post[0])
print("pre-LN:  the first layer gets more than the last:", pre[0] > 1.5 * pre[-1])
print("last layer: post-LN gets over twice as much as pre-LN:", post[-1] > 2 * pre[-1])

# %%
depth = list(range(1, 19))
series = {"post-LN": (depth, post), "pre-LN": (depth, pre)}
picture = viz.curves(series, x_label="layer", y_label="size of the gradient")
alt = "Gradient by layer: post-LN gives the upper layers more, pre-LN the lower ones."
viz.picture(picture.figure, alt)

# %% [markdown]
# In post-LN a norm stands *on* the road, after every sum. The last layers get large gradients from the first step on, one reason why the paper raises its learning rate slowly (notebook 07). In pre-LN the road is free from end to end, and very deep stacks train without that care.

# %% [markdown]
# ## The whole model
#
# All parts exist. What is missing is the frame: two embeddings, the masks, and one linear map from d_model to the vocabulary, whose output are the **logits**.
#
# `encode` and `decode` are apart because in use the source is read once, and the decoder runs once for every new word.

# %% [markdown]
# ### A worked example: which mask goes where
#
# | attention | reads | mask |
# |---|---|---|
# | encoder | source | source pads |
# | decoder, self | target | target pads **and** the future |
# | decoder, cross | source | source pads |

# %%
src = torch.tensor([[5, 7, 9, 2, 0]])  # four tokens, one pad
tgt = torch.tensor([[1, 6, 8]])
print("source mask:", tuple(padding_mask(src, 0).shape), "target mask:", end=" ")
print(tuple(target_mask(tgt, 0).shape))
viz.mask(padding_mask(src, 0).expand(1, 1, 3, 5), queries=[1, 6, 8], keys=[5, 7, 9, 2, "<pad>"])

# %% [markdown]
# ## Exercise: `Transformer`
#
# `tie_weights` means: the table that turns target ids into vectors is also the matrix that turns vectors into logits. One Parameter with two uses, and not a copy.
#
# No line may name a device: whoever uses the model says `.to(device)`. A published reading has `device="cuda"` as a default, and fails where there is none.
#
# Difficulty: hard. About 15 minutes, 16 to 20 lines.


# %% exercise="Transformer"
class Transformer(nn.Module):
    """The model of *Attention Is All You Need*; the defaults are its base size (table 3).

    ``tie_weights`` shares the target embedding with the output projection (section 3.4): one
    Parameter serves both. ``forward`` is ``encode``, then ``decode``. The model makes its own
    masks; pad_id hides pads from both. No part of it names a device.

    Shapes:
        forward: src (B, L_s) long, tgt (B, L_t) long -> logits (B, L_t, tgt_vocab)
        encode: src -> (memory (B, L_s, d_model), src_mask (B, 1, 1, L_s) bool)
        decode: tgt, memory, src_mask -> logits (B, L_t, tgt_vocab)
    """

    def __init__(
        self,
        src_vocab: int,
        tgt_vocab: int,
        d_model: int = 512,
        num_heads: int = 8,
        num_layers: int = 6,
        d_ff: int = 2048,
        dropout: float = 0.1,
        max_len: int = 512,
        pad_id: int = 0,
        norm_first: bool = False,
        tie_weights: bool = False,
    ) -> None:
        super().__init__()
        ### BEGIN SOLUTION
        self.pad_id = pad_id
        self.source = TransformerEmbedding(src_vocab, d_model, pad_id, max_len, dropout)
        self.target = TransformerEmbedding(tgt_vocab, d_model, pad_id, max_len, dropout)
        self.encoder = Encoder(num_layers, d_model, num_heads, d_ff, dropout, norm_first)
        self.decoder = Decoder(num_layers, d_model, num_heads, d_ff, dropout, norm_first)
        self.output = nn.Linear(d_model, tgt_vocab)
        if tie_weights:
            shape = self.output.weight.shape  # (tgt_vocab, d_model), the shape of the table
            tables = [p for p in self.target.parameters() if p.shape == shape]
            self.output.weight = tables[0]
        ### END SOLUTION

    def encode(self, src: Tensor) -> tuple[Tensor, Tensor]:
        ### BEGIN SOLUTION
        src_mask = padding_mask(src, self.pad_id)  # (B, 1, 1, L_s)
        memory, _ = self.encoder(self.source(src), src_mask)  # (B, L_s, d_model)
        return memory, src_mask
        ### END SOLUTION

    def decode(self, tgt: Tensor, memory: Tensor, src_mask: Tensor) -> Tensor:
        ### BEGIN SOLUTION
        mask = target_mask(tgt, self.pad_id)  # (B, 1, L_t, L_t)
        x, _, _ = self.decoder(self.target(tgt), memory, mask, src_mask)  # (B, L_t, d_model)
        return self.output(x)  # (B, L_t, tgt_vocab)
        ### END SOLUTION

    def forward(self, src: Tensor, tgt: Tensor) -> Tensor:
        ### BEGIN SOLUTION
        return self.decode(tgt, *self.encode(src))
        ### END SOLUTION


# %% check="Transformer"
check(Transformer)

# %% [markdown]
# ### Look at it: does anything leak?
#
# Change one target token at a time, and look which outputs move. Column 0 changes first, row 0 is the first output. Only the lower triangle may move.

# %%
Transformer = mine("Transformer")
set_seed(4)
model = Transformer(20, 20, d_model=64, num_heads=4, num_layers=2, d_ff=128).eval()
src, tgt = torch.randint(3, 20, (1, 7)), torch.randint(3, 20, (1, 6))
moves = torch.zeros(6, 6)
with torch.no_grad():
    before = model(src, tgt)
    for i in range(6):
        changed = tgt.clone()
        changed[0, i] = 3 + (changed[0, i] - 2) % 17  # another symbol
        moves[:, i] = (model(src, changed) - before).abs().amax(-1)[0]
happened = moves > 1e-4
print("no output saw the future:", not happened.triu(1).any().item())
viz.matrix(happened.int(), row_axis="output", column_axis="changed token", title="1 = moved")

# %% [markdown]
# ### Look inside your model
#
# Three kinds of attention in one model. Choose one, then a layer and a head. Nothing is trained yet. Some heads look sure all the same: at the start tokens are loud, so scores are large. In notebook 07 you will see sense appear.

# %%
recording = viz.Recording(model, source=src.tolist(), target=tgt.tolist()).record(src, tgt)
viz.AttentionViewer(recording, kind="cross")

# %% [markdown]
# ### Does padding matter?
#
# A sentence alone, and the same sentence in a batch beside a longer one. With right masks the logits agree.

# %%
padded = nn.functional.pad(src, (0, 4))  # (1, 7) -> (1, 11)
with torch.no_grad():
    alone, beside = model(src, tgt), model(padded, tgt)
print("the same with four pads:", torch.allclose(alone, beside, atol=1e-5))

# %% [markdown]
# ### Find the fault: a mask that knows only the future
#
# A published model hides the future from the target, and forgets the pads. With pads on the right no real word ever notices: the future hides them too. Put a pad between two words, and it shows.

# %%
row = torch.tensor([[1, 6, 0, 8]])  # a pad at place 2
causal = torch.ones(1, 1, 4, 4).tril().bool()
for name, allowed in (("only the future", causal), ("future and pads", target_mask(row, 0))):
    print(f"hides {name}: may 8 read the pad?", allowed[0, 0, 3, 2].item())
names = [1, 6, "<pad>", 8]
viz.mask(target_mask(row, 0), queries=names, keys=names)

# %% [markdown]
# ### Break it: a copy is no tie
#
# Copy the table into the output layer, and take one step. Shared, they move together. Copied, they part.


# %%
def after_one_step(table: nn.Parameter, output: nn.Parameter) -> bool:
    """Whether a table and an output matrix are still equal after one step."""
    optimizer = torch.optim.SGD({table, output}, lr=0.1)
    logits = table[:2] @ output.T  # (2, 4) @ (4, 5) -> (2, 5)
    nn.functional.cross_entropy(logits, torch.tensor([3, 4])).backward()
    optimizer.step()
    return torch.allclose(table, output)


table = nn.Parameter(torch.randn(5, 4))
print("copied, still equal:", after_one_step(table, nn.Parameter(table.detach().clone())))
table = nn.Parameter(torch.randn(5, 4))
print("shared, still equal:", after_one_step(table, table))

# %% [markdown]
# ## Exercise: `initialise`
#
# Two rules, by the kind of layer. Before you write: what should happen to a matrix that is both, a table and the output's weight?
#
# Difficulty: medium. About 10 minutes, 8 to 12 lines.


# %% exercise="initialise"
def initialise(model: nn.Module) -> None:
    """Draw the first numbers of a model anew, in place, from PyTorch's own generator.

    ``nn.Linear``: weight by Xavier's uniform rule (gain 1), bias 0. ``nn.Embedding``: normal
    numbers with deviation embedding_dim^(-1/2); its row ``padding_idx``, where it has one, is 0.
    A tensor that both share counts as a table and stays shared. Layers inside other layers count,
    and so do subclasses. Everything else stays as it was.
    """
    ### BEGIN SOLUTION
    for layer in model.modules():
        if isinstance(layer, nn.Linear):
            nn.init.xavier_uniform_(layer.weight)
            if layer.bias is not None:
                nn.init.zeros_(layer.bias)
    for layer in model.modules():  # tables last: they have the last word on what is shared
        if isinstance(layer, nn.Embedding):
            nn.init.normal_(layer.weight, std=layer.embedding_dim**-0.5)
            if layer.padding_idx is not None:
                with torch.no_grad():
                    layer.weight[layer.padding_idx] = 0.0
    ### END SOLUTION


# %% check="initialise"
check(initialise)

# %%
initialise = mine("initialise")

# %% [markdown]
# ## 65 million, counted
#
# The paper gives 65 million parameters for its base model, with a vocabulary of about 37,000 that source, target and output share. In its 12 layers, which part has the most weights?

# %% predict="most_parameters"
### BEGIN SOLUTION
answer = "feed-forward"
# ~ answer = None  # TODO: "feed-forward", "attention" or "norms"
### END SOLUTION
predict("most_parameters", answer)


# %%
def count(module: nn.Module) -> int:
    return sum(p.numel() for p in module.parameters())


parts = {
    "attention": 18 * count(MultiHeadAttention(512, 8)),
    "feed-forward": 12 * count(FeedForward(512, 2048)),
    "norms": 30 * count(nn.LayerNorm(512)),
    "one shared table": 37_000 * 512,
}
for part, numbers in parts.items():
    print(f"{part:17}{numbers / 1e6:6.1f} million")
print(f"{'all':17}{sum(parts.values()) / 1e6:6.1f} million")

# %%
base = Transformer(2, 2, tie_weights=True)  # two tables of 2 rows instead of one of 37,000
rest = count(base) - sum(p.numel() for p in base.parameters() if 2 in p.shape)
print("your base model, without its tables, has as many:", rest == sum(list(parts.values())[:3]))

# %%
with viz.style():
    fig, ax = plt.subplots(figsize=(6, 2.2))
    ax.barh(list(parts), [n / 1e6 for n in parts.values()])
    ax.invert_yaxis()
    ax.set_xlabel("million parameters")
viz.picture(fig, alt="Bars: feed-forward 25.2, attention 18.9, one table 18.9, norms 0.03 million.")

# %% [markdown]
# About 63 million; the paper's table says 65, and gives its vocabulary only roughly. Your model has a table for the source and one for the target; the paper's two languages share one.

# %% [markdown]
# ## What you built
#
# | step | shape | base model |
# |---|---|---|
# | source ids | (B, L_s) | 10 × 20 |
# | embedded | (B, L_s, d_model) | 10 × 20 × 512 |
# | hidden, feed-forward | (B, L_s, d_ff) | 10 × 20 × 2048 |
# | memory | (B, L_s, d_model) | 10 × 20 × 512 |
# | target self weights | (B, h, L_t, L_t) | 10 × 8 × 15 × 15 |
# | cross weights | (B, h, L_t, L_s) | 10 × 8 × 15 × 20 |
# | logits | (B, L_t, tgt_vocab) | 10 × 15 × 37000 |

# %% [markdown]
# ## Questions people get wrong
#
# - *Does the feed-forward network mix words?* No. Only attention does.
# - *Does each decoder layer read its own encoder layer?* No. All read the last output of the encoder.
# - *Does the source mask need the future hidden?* No. The source is known as a whole.
# - *Does the model end with a softmax?* No. The loss does that, from logits.
#
# **Next:** notebook 07 trains the model that you built.
