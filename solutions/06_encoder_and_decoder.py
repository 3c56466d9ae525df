# %% [markdown]
# # 06 · Encoder and decoder blocks
#
# After this notebook you can
#
# - build the layers of encoder and decoder, and say what each part is for,
# - place residual, norm and dropout, in the order of the paper and in the newer one,
# - put everything together into a whole Transformer,
# - initialise its weights so that it can learn, and say what the factor √d_model is for.
#
# **About 100 minutes.** You need notebooks 01, 04 and 05.

# %%
import math

import matplotlib.pyplot as plt
import torch
from torch import Tensor, nn

from tutor_utils import (
    check,
    hint,
    mine,
    predict,
    progress,
    reset,
    restore,
    set_seed,
    solution,
    tries,
    viz,
)

set_seed(0)

# %%
MultiHeadAttention, TransformerEmbedding = mine("MultiHeadAttention", "TransformerEmbedding")
padding_mask, target_mask = mine("padding_mask", "target_mask")

# %% [markdown]
# ## The map
#
# Everything in the large box on the right, "Inside multi-head attention", is yours already. Now you build the two columns beside it: the marked boxes.

# %%
viz.architecture("feed_forward", "add_norm", "encoder", "decoder", "output")

# %% [markdown]
# ## Look around, then think
#
# Think of a meeting. First everyone listens to everyone: that is attention. Then each person thinks alone about what was heard: that is the **feed-forward network** (section 3.3), two linear maps with ReLU between them. ReLU keeps what is above 0 and sets the rest to 0. d_ff is the number of features between the two maps.

# %% [markdown]
# ### A worked example
#
# One token with the features 2 and -1, and d_ff = 3. The first map makes three numbers, ReLU sets the negative one to 0, the second map goes back to two.

# %%
token = torch.tensor([2.0, -1.0])
wide = torch.tensor([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]])  # (d_ff, d_model)
narrow = torch.tensor([[1.0, 5.0, 1.0], [0.0, 5.0, -1.0]])  # (d_model, d_ff)
hidden = wide @ token  # (3,)
print("hidden:", hidden.tolist(), "-> after ReLU:", hidden.relu().tolist())
print("output:", (narrow @ hidden.relu()).tolist())

# %% [markdown]
# Check by hand: ReLU takes the second number away, so the two fives count for nothing.

# %% [markdown]
# ### Your prediction
#
# A sentence has 7 words. One of them is replaced by another. At how many positions does the output of the feed-forward network change?

# %% predict="feed_forward_neighbours"
### BEGIN SOLUTION
answer = 1
# ~ answer = None  # TODO: a whole number from 0 to 7
### END SOLUTION
predict("feed_forward_neighbours", answer)

# %% [markdown]
# One position: the network works on each token by itself. Only attention lets words meet.

# %% [markdown]
# ## Exercise: `FeedForward`
#
# Difficulty: easy. About 6 minutes, 5 to 7 lines.


# %% exercise="FeedForward"
class FeedForward(nn.Module):
    """max(0, x W1 + b1) W2 + b2, for every position by itself (paper, section 3.3).

    ``dropout`` is the share of hidden numbers that is dropped after ReLU, in training.

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
# Replace word 3 of seven. Only row 3 of the output moves.

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
# Some code uses two convolutions of width 1. Such a convolution looks at one position at a time, so it is the same map. But it expects the features on axis 1.

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
print(f"largest difference: {(by_maps - by_convs).abs().max():.4f}")

# %% [markdown]
# ### Break it: leave ReLU out
#
# Two linear maps in a row are one linear map. Then the 24 hidden features gain nothing: one (6, 6) matrix does the same.

# %%
first, second = nn.Linear(6, 24, bias=False), nn.Linear(24, 6, bias=False)
as_one = second.weight @ first.weight  # (6, 24) @ (24, 6) -> (6, 6)
gap = (second(first(x)) - x @ as_one.T).abs().max().item()
print(f"without ReLU: {24 * 6 * 2} numbers do what {6 * 6} can do; largest difference {gap:.4f}")

# %% [markdown]
# Take 41 inputs on a straight line, and follow one output feature. With ReLU the curve can bend.

# %%
sizes = torch.linspace(-2, 2, 41)
line = sizes[:, None] * x[0, 0] + x[0, 1]  # (41, 6): a straight line of inputs
with torch.no_grad():
    bent, straight = second(first(line).relu())[:, 0], second(first(line))[:, 0]
viz.curves(
    {"with ReLU": (sizes, bent), "without": (sizes, straight)},
    x_label="place on the line",
    y_label="one output feature",
    title="Without ReLU every output is a straight line",
)

# %% [markdown]
# ## The residual connection
#
# Each sub-layer only *adds* to x; it does not replace it: x + sublayer(x). This sum is the **residual connection** (section 3.1). Think of a document that goes from hand to hand: everyone writes a remark beside the text, and no one changes the text.
#
# So x runs from the embedding to the output past all sub-layers, like a road: the **residual stream**. Each sub-layer reads from it and adds to it.

# %% [markdown]
# ### What the residual stream carries
#
# Send 7 random tokens through 12 attentions, as PyTorch starts them, and nothing else: once with the residual connection, x + attention(x), once without, attention(x). Two things are measured after each layer: how alike the tokens are (mean cosine: 1 means all point the same way), and how strong the gradient is that comes back from the end to this layer.


# %%
def likeness(x: Tensor) -> float:
    """Mean cosine between two different tokens of a sentence, (1, L, d_model) -> a number."""
    unit = x / x.norm(dim=-1, keepdim=True)
    table = (unit @ unit.transpose(-1, -2))[0]  # (L, L)
    return table[~torch.eye(len(table), dtype=torch.bool)].mean().item()


def follow(residual: bool) -> tuple[list[float], list[float]]:
    """Likeness of the tokens, and size of the gradient, at 13 places along 12 attentions."""
    set_seed(1)
    attentions = [MultiHeadAttention(64, 8).eval() for _ in range(12)]
    places = [torch.randn(1, 7, 64, requires_grad=True)]
    for attention in attentions:
        x = places[-1]
        places.append(residual * x + attention(x, x, x)[0])
        places[-1].retain_grad()
    (places[-1] * torch.randn(1, 7, 64)).sum().backward()
    return [likeness(x.detach()) for x in places], [x.grad.norm().item() for x in places]


# %%
depth = list(range(13))
(kept, strong), (lost, weak) = follow(residual=True), follow(residual=False)
print(f"after 12 layers, likeness: {kept[-1]:.1f} with residual, {lost[-1]:.1f} without")
for name, sizes in (("with residual", strong), ("without", weak)):
    print(f"{name}: gradient at the first layer / at the last: {sizes[0] / sizes[12]:.1g}")
viz.curves(
    {"with residual": (depth, kept), "without": (depth, lost)},
    x_label="layer",
    y_label="likeness of tokens",
    title="Signal: without residual connections all tokens become alike",
)

# %%
viz.curves(
    {"with residual": (depth, strong), "without": (depth, weak)},
    x_label="layer",
    y_label="size of the gradient",
    logy=True,
    title="Gradient: without residual connections it does not reach the first layers",
)

# %% [markdown]
# A norm in each layer can bring the size of such a gradient back. It cannot bring back the differences between the tokens: they are nearly gone.

# %% [markdown]
# ## LayerNorm, built by hand
#
# **LayerNorm** (Ba, Kiros and Hinton, 2016) keeps each token's features in range. Subtract their mean and divide by their standard deviation. Then multiply by a learned gain and add a learned bias: each feature has its own. ε, a tiny number, guards against a division by 0.


# %%
def layer_norm(x: Tensor, gain: Tensor, bias: Tensor, eps: float = 1e-5) -> Tensor:
    """(..., d_model) -> (..., d_model): every token by itself."""
    mean = x.mean(dim=-1, keepdim=True)  # (..., 1)
    variance = x.var(dim=-1, keepdim=True, unbiased=False)  # divided by d_model, not d_model - 1
    return (x - mean) / torch.sqrt(variance + eps) * gain + bias


x, norm = torch.randn(2, 7, 64), nn.LayerNorm(64)
gap = (layer_norm(x, norm.weight, norm.bias) - norm(x)).abs().max().item()
print(f"by hand and by PyTorch: largest difference {gap:.4f}")
print("for [3, 7]:", [round(v, 2) for v in nn.LayerNorm(2)(torch.tensor([3.0, 7.0])).tolist()])

# %% [markdown]
# ### Why not over the batch?
#
# BatchNorm takes mean and standard deviation of a feature over all tokens of the batch. Then the result for one sentence depends on the other sentences of the batch, and on their pads. And a decoder that begins to speak has only one token to take a mean over: BatchNorm must then use means that it kept from training. Replace the second sentence, and measure how far the first one moves.


# %%
def batch_norm(x: Tensor) -> Tensor:
    """Each feature over all tokens of all sentences, as BatchNorm does in training."""
    return (x - x.mean((0, 1))) / x.std((0, 1), unbiased=False)


neighbour = x.clone()
neighbour[1] = 3.0 + torch.randn(7, 64)  # another second sentence
for name, normed in (("LayerNorm", norm), ("BatchNorm", batch_norm)):
    change = (normed(neighbour)[0] - normed(x)[0]).abs().mean().item()
    print(f"{name}: the first sentence moves by {change:.1f}")

# %% [markdown]
# ### A worked example
#
# x = [1, 3] and the sub-layer gives [2, 4]. The sum is [3, 7], its mean 5, its standard deviation 2. So the norm gives [-1, 1].

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
# In pre-LN the residual stream itself is never normalised. So a pre-LN stack ends with one more norm. You will measure what the two mean for learning. Dropout stands before the sum in both (section 5.4).

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
# PyTorch has this layer too. Give it your weights: it should give your numbers, in both orders. The two folded cells copy them, and you need not read them. (You chose the names of your layers, so `copy_layer` finds your matrices by their shapes.)

# %%
EncoderLayer = mine("EncoderLayer")


# %% folded=true
def copy_attention(theirs: nn.MultiheadAttention, ours: nn.Module) -> None:
    """PyTorch keeps the three projections stacked: q, k, v."""
    stacked = [ours.w_q.weight, ours.w_k.weight, ours.w_v.weight]
    theirs.in_proj_weight.data.copy_(torch.cat(stacked))  # (3*d_model, d_model)
    theirs.out_proj.weight.data.copy_(ours.w_o.weight)


# %% folded=true
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
    gap = (got[words] - expected[words]).abs().max().item()
    print(f"norm_first={norm_first}: largest difference from PyTorch's {gap:.4f}")

# %%
sentence = ["t0", "t1", "t2", "t3", "t4", "<pad>", "<pad>"]  # random tokens: no real words
weights = ours(x, words[:, None, None])[1].detach()  # (2, 8, 7, 7)
viz.heads(
    weights[1, :4],
    queries=sentence,
    keys=sentence,
    mask=words[1].expand(7, 7),
    title="Four of eight heads, not trained",
)

# %% [markdown]
# ### Find the fault: one norm for all
#
# Make **one** `LayerNorm` and call it at each sub-layer. It runs and it trains. What is lost?

# %%
apart = [nn.LayerNorm(512), nn.LayerNorm(512)]
shared = [nn.LayerNorm(512)] * 2
for name, norms in (("one norm for each", apart), ("one norm for all", shared)):
    numbers = sum(p.numel() for p in nn.ModuleList(norms).parameters())
    print(f"{name}: {numbers} learned numbers")

# %% [markdown]
# Both sub-layers then share one gain and one bias, though each may need other numbers. No shape shows it, only counting does, and the check above counts.

# %% [markdown]
# ### Find the fault: dropout on the residual stream
#
# `transformer_from_scratch.py` of aladdinpersson/Machine-Learning-Collection has `dropout(norm(x + attention))`: dropout after the sum. The paper has it before the sum, on the output of the sub-layer. How much of x arrives after six layers of two sub-layers each, with dropout 0.1?

# %%
drop = nn.Dropout(0.1)
x, said = torch.ones(1000, 64, requires_grad=True), torch.ones(1000, 64)
before_sum = behind_sum = x
for _ in range(12):
    before_sum = before_sum + drop(said)
    behind_sum = drop(behind_sum + said)
for name, end in (("before", before_sum), ("behind", behind_sum)):
    (reached,) = torch.autograd.grad(end.sum(), x)
    print(f"dropout {name} the sum: {(reached != 0).float().mean():.0%} of x arrives")

# %% [markdown]
# ### Find the fault: the last line
#
# This block computes everything, and then the method is over. What does the next layer receive?


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
# The decoder has three sub-layers: it looks back at what was said, it looks at the source, it thinks. In the middle one, **cross-attention** (section 3.2.3), the query comes from the decoder; key and value come from the encoder's output, the **memory**. The layer returns both tables of weights: without them nobody could see later what the model looked at.

# %% [markdown]
# ### Your prediction
#
# A batch of 10, 8 heads, 7 source tokens, 4 target tokens. Which shape do the weights of the cross-attention have?

# %% predict="cross_attention_shape"
### BEGIN SOLUTION
answer = (10, 8, 4, 7)
# ~ answer = None  # TODO: a tuple of four sizes
### END SOLUTION
predict("cross_attention_shape", answer)

# %% [markdown]
# Rows are queries, the 4 target tokens; columns are keys, the 7 source tokens.

# %% [markdown]
# ### Your prediction
#
# How many LayerNorms does one decoder layer have?

# %% predict="decoder_layer_norms"
### BEGIN SOLUTION
answer = 3
# ~ answer = None  # TODO: a whole number
### END SOLUTION
predict("decoder_layer_norms", answer)

# %% [markdown]
# Three: one for each sub-layer.

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
# L_t is the length of the target, L_s the length of the source.
#
# Difficulty: medium. About 12 minutes, 15 to 18 lines, most of them like the encoder layer.


# %% exercise="DecoderLayer"
class DecoderLayer(nn.Module):
    """Masked self-attention, cross-attention, feed-forward (paper, section 3.1).

    Norm and dropout are placed as in EncoderLayer; ``memory`` is read as it comes, without a norm.

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
# Again PyTorch's layer with your weights. Then the attention weights: in self-attention they fill a triangle, in cross-attention a rectangle.

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
    gap = (got - expected).abs().max().item()
    print(f"norm_first={norm_first}: largest difference from PyTorch's {gap:.4f}")

# %%
said = ["<bos>", "u1", "u2", "u3"]  # random target tokens
title = "Self-attention: a triangle"
viz.attention(self_weights[1, 0].detach(), queries=said, keys=said, mask=causal, title=title)

# %%
seen = words[1].expand(4, 7)
title = "Cross-attention: 4 queries, 7 keys"
viz.attention(cross_weights[1, 0].detach(), queries=said, keys=sentence, mask=seen, title=title)

# %% [markdown]
# ### Break it: the decoder reads itself
#
# A mistake that raises no error: give the cross-attention `x` for key and value instead of `memory`. `Deaf` below does that. Each layer reads one source, then another. How far does its output move? And does the first output know the last target token?


# %%
class Deaf(DecoderLayer):
    """A decoder layer whose cross-attention reads the decoder itself."""

    def forward(
        self, x: Tensor, memory: Tensor, target_mask: Tensor | None = None
    ) -> tuple[Tensor, Tensor, Tensor]:
        return super().forward(x, x, target_mask)


set_seed(2)
one, another = torch.randn(2, 7, 64), torch.randn(2, 7, 64)  # two sources
for kind in (DecoderLayer, Deaf):
    layer = kind(64, 8, 256).eval()
    later = target.clone()
    later[:, -1] = 0  # another last target token
    with torch.no_grad():
        out = layer(target, one, causal)[0]
        change = (layer(target, another, causal)[0] - out).abs().mean()
        leak = (layer(later, one, causal)[0] - out)[:, 0].abs().mean()  # at the first token
    print(f"{kind.__name__}: another source moves the output by {change:.2f},", end=" ")
    print(f"the last target token moves the first output by {leak:.2f}")

# %% [markdown]
# 0.00: the source has no effect on this decoder. Its loss will fall all the same: no causal mask lies on its cross-attention, so it reads the future of its own target, and with it the answer. A falling loss is no proof.

# %% [markdown]
# ## Exercise: `Encoder`
#
# A stack (section 3.1): the output of a layer is the input of the next. All layers have one form, and each has weights of its own. With `norm_first`, one last norm follows.
#
# Difficulty: easy. About 6 minutes, 8 to 10 lines.


# %% exercise="Encoder"
class Encoder(nn.Module):
    """num_layers encoder layers, and a last LayerNorm when ``norm_first`` (paper, section 3.1).

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
# Every head of every layer at once: three layers, four heads, fresh weights. Nothing is learned yet, so every row spreads its attention over nearly all keys. Notebook 07 shows how that changes.

# %%
Encoder, Decoder = mine("Encoder", "Decoder")
set_seed(3)
encoder = Encoder(3, 64, 4, 256)
x, weights = encoder(torch.randn(1, 7, 64))
print("x", tuple(x.shape), "and", len(weights), "tables of", tuple(weights[0].shape))
viz.layers([w[0].detach() for w in weights])

# %% [markdown]
# ### Break it: one layer three times
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
# Myth to test: "where the norm stands is a matter of taste". Build 18 layers of each kind, send 10 random tokens through, and measure how strong the gradient is that arrives at each layer. The weights start by Xavier's rule, which you meet below.


# %%
def gradient_norms(norm_first: bool, num_layers: int = 18) -> list[float]:
    """Size of the gradient at each layer's value projection, mean over 4 fresh stacks."""
    totals = torch.zeros(num_layers)
    for seed in range(4):
        set_seed(seed)
        stack = Encoder(num_layers, 64, 4, 256, norm_first=norm_first)
        for p in stack.parameters():
            if p.dim() == 2:
                nn.init.xavier_uniform_(p)
        out, _ = stack(torch.randn(4, 10, 64))
        (out * torch.randn_like(out)).sum().backward()
        attentions = [m for m in stack.modules() if hasattr(m, "w_q")]
        totals += torch.stack([m.w_v.weight.grad.norm() for m in attentions]) / 4
    return totals.tolist()


post, pre = gradient_norms(False), gradient_norms(True)
print(f"post-LN: the last layer gets {post[-1] / post[0]:.1f} times as much as the first")
print(f"pre-LN:  the first layer gets {pre[0] / pre[-1]:.1f} times as much as the last")
print(f"last layer: post-LN gets {post[-1] / pre[-1]:.1f} times as much as pre-LN")

# %%
depth = list(range(1, 19))
series = {"post-LN": (depth, post), "pre-LN": (depth, pre)}
picture = viz.curves(
    series,
    x_label="layer",
    y_label="size of the gradient",
    title="Post-LN: the upper layers get more gradient; pre-LN: the lower ones",
)
alt = "Gradient by layer: post-LN gives the upper layers more, pre-LN the lower ones."
viz.picture(picture.figure, alt)

# %% [markdown]
# In post-LN a norm stands *on* the residual stream, after every sum. The last layers get large gradients from the first step on (shown by Xiong et al., 2020). It is one reason why post-LN needs a learning rate that rises slowly, like the paper's; notebook 07 measures what that is worth. In pre-LN no norm stands on the residual stream, and deep stacks are easier to train.

# %% [markdown]
# ## The whole model
#
# All parts exist. What is missing is what holds them together: two embeddings, the masks, and one linear map from d_model to the vocabulary. What it gives are the **logits**.
#
# `encode` and `decode` are two methods, because in use they do not run equally often. To translate a sentence into 10 words, the source is read **once**; the decoder runs ten times, each time with one word more, on the same memory.

# %% [markdown]
# ### A worked example: which mask goes where
#
# | attention | reads | mask |
# |---|---|---|
# | encoder | source | source pads |
# | decoder, self | target | target pads **and** the future |
# | decoder, cross | source | source pads |

# %%
src = torch.tensor([[5, 7, 9, 2, 0]])  # ids as in notebook 07: 2 ends a sentence, 0 is the pad
tgt = torch.tensor([[1, 6, 8]])  # 1 begins a sentence
print("source mask:", tuple(padding_mask(src, 0).shape), "target mask:", end=" ")
print(tuple(target_mask(tgt, 0).shape))
viz.mask(
    padding_mask(src, 0).expand(1, 1, 3, 5),
    queries=["<bos>", 6, 8],
    keys=[5, 7, 9, "<eos>", "<pad>"],
    title="Cross-attention: every query reads the source without its pad",
)

# %% [markdown]
# ## Exercise: `Transformer`
#
# `tie_weights` means: the table that turns target ids into vectors is also the matrix that turns vectors into logits. One Parameter with two uses, and not a copy.
#
# No line may name a device: whoever uses the model says `.to(device)`. A default such as `device="cuda"` fails where there is none.
#
# Difficulty: hard. About 15 minutes, 16 to 20 lines.


# %% exercise="Transformer"
class Transformer(nn.Module):
    """The model of *Attention Is All You Need*; the defaults are its base size (table 3).

    ``tie_weights`` shares the target embedding with the output projection (section 3.4): one
    Parameter serves both. ``forward`` is ``encode``, then ``decode``. The model makes its own
    masks from ``pad_id``. All parts get ``dropout``, the embeddings too.

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
# Change one target token at a time, and measure how far each output moves. Row = output, column = token that changed. Above the diagonal lies the future: nothing may move there.

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
print("largest move above the diagonal:", round(moves.triu(1).max().item(), 3))
viz.matrix(moves, row_axis="output", column_axis="changed token", title="How far each output moves")

# %% [markdown]
# Output 0 has read token 0 alone, output 1 tokens 0 and 1, and so on. So the whole model keeps what notebook 04 measured: **one pass over a sentence gives as many training examples as it has tokens**.

# %% [markdown]
# ### Look inside your model
#
# Three kinds of attention in one model. Choose one, then a layer and a head. Nothing is trained yet, so the maps mean nothing. In notebook 07 you will see them change.

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
print(f"with four pads the logits move by {(alone - beside).abs().max():.4f}")

# %% [markdown]
# ### Find the fault: a mask that knows only the future
#
# The much copied `transformer_from_scratch.py` of aladdinpersson/Machine-Learning-Collection hides the future from the target, and forgets its pads. With pads on the right this changes nothing for the words: the pads are in their future, which is hidden. Put a pad between two words, and it shows.

# %%
row = torch.tensor([[1, 6, 0, 8]])  # a pad at position 2
causal = torch.ones(1, 1, 4, 4).tril().bool()
for name, allowed in (("only the future", causal), ("future and pads", target_mask(row, 0))):
    print(f"hides {name}: may 8 read the pad?", allowed[0, 0, 3, 2].item())
names = ["<bos>", 6, "<pad>", 8]
viz.mask(target_mask(row, 0), queries=names, keys=names, title="Future and pads blocked")

# %% [markdown]
# ### Find the fault: which vocabulary?
#
# Five sizes in a row are easily mixed up. Here the decoder got the *source's* vocabulary, 20 words, where the target has 30. In another call two sizes changed places. One fault raises an error, the other does not.

# %%
mixed = Transformer(20, 20, d_model=64, num_heads=8, num_layers=1, d_ff=256)  # meant: 30 words
try:
    mixed(torch.tensor([[5]]), torch.tensor([[29]]))  # the last of 30 target words
except (IndexError, RuntimeError) as error:
    print(f"{type(error).__name__}: {error}")
for sizes in ((64, 8), (8, 64 // 8)):  # d_model, num_heads; then in the other order
    model = Transformer(20, 30, *sizes, 1, 256)
    print(sizes, "no error,", f"{sum(p.numel() for p in model.parameters()):,} numbers")

# %% [markdown]
# Write the names: `Transformer(20, 30, d_model=64, num_heads=8)`. Then the order cannot be wrong.

# %% [markdown]
# ### Break it: a copy is no tie
#
# Copy the table into the output layer, and take one step. A shared table stays one table. Two copies become different.


# %%
def after_one_step(table: nn.Parameter, output: nn.Parameter) -> bool:
    """Whether a table and an output matrix are still equal after one step."""
    both = [table] if table is output else [table, output]
    optimizer = torch.optim.SGD(both, lr=0.1)
    logits = table[:2] @ output.T  # (2, 4) @ (4, 5) -> (2, 5)
    nn.functional.cross_entropy(logits, torch.tensor([3, 4])).backward()
    optimizer.step()
    return torch.allclose(table, output)


table = nn.Parameter(torch.randn(5, 4))
print("copied, still equal:", after_one_step(table, nn.Parameter(table.detach().clone())))
table = nn.Parameter(torch.randn(5, 4))
print("shared, still equal:", after_one_step(table, table))

# %% [markdown]
# ## Why one table can do two jobs
#
# The row of a word says what the word means. As input, it is what the model reads. At the output, the logit of a word is the dot product of x with the word's row: how well does x fit this word? Both jobs need the same knowledge (section 3.4; Press and Wolf, 2017). The paper shares the source's table too: it cuts both languages into one vocabulary of pieces, and names and numbers look alike in both.

# %% [markdown]
# ## Initial weights
#
# A model that knows nothing should give each of V words the share 1/V. Its loss is then ln V, for 1000 words 6.9. A first loss far above it means: the model is sure, and wrong.

# %% [markdown]
# ### Your prediction
#
# PyTorch draws each number of an embedding with standard deviation 1. Just before the output, x has 512 numbers of size 1, and it still holds much of the word that was just read. The logit of that word is a sum of 512 products. What is the first loss of a **tied** model of width 512?

# %% predict="tied_first_loss"
### BEGIN SOLUTION
answer = "over 300"
# ~ answer = None  # TODO: "about 7", "about 30" or "over 300"
### END SOLUTION
predict("tied_first_loss", answer)


# %%
def first_loss(model: nn.Module) -> tuple[float, float]:
    """Loss on random words before any training; share of places where the word read comes out."""
    set_seed(1)
    src, tgt = torch.randint(3, 1000, (4, 10)), torch.randint(3, 1000, (4, 11))
    with torch.no_grad():
        logits = model.eval()(src, tgt[:, :-1])  # (4, 10, 1000)
    loss = nn.functional.cross_entropy(logits.flatten(0, 1), tgt[:, 1:].flatten())
    return loss.item(), (logits.argmax(-1) == tgt[:, :-1]).float().mean().item()


def fresh(width: int = 512, **options: bool) -> nn.Module:
    set_seed(0)
    return Transformer(1000, 1000, width, num_layers=2, d_ff=4 * width, **options)


# %%
print(f"ln V: {math.log(1000):.1f}")
for tie in (False, True):
    loss, echo = first_loss(fresh(tie_weights=tie))
    print(f"tie_weights={tie}: first loss {loss:.0f}; says the word just read: {echo:.0%}")

# %% [markdown]
# Over 300. A row's product with itself is about 512, with another row only about ±23. So the tied model is sure that the next word is the word it has just read. From such a start a model learns far more slowly: the last measurement of this section shows it. The initial weights are wrong, and you will draw better ones.

# %% [markdown]
# ### The rule for a linear layer
#
# One output is a sum of n_in products x·w. If all are independent with mean 0:
#
# - forwards, its variance is n_in · var(w) · var(x). Signals keep their size where var(w) = 1 / n_in;
# - backwards, a gradient is a sum over the outputs. It keeps its size where var(w) = 1 / n_out.
#
# **Xavier's rule** (Glorot and Bengio, 2010) takes the middle: var(w) = 2 / (n_in + n_out). A number drawn evenly from −a to a has the variance a²/3, so a = √(6 / (n_in + n_out)).

# %%
set_seed(0)
sizes = {}
for name, factor in (("twice Xavier's", 2.0), ("Xavier's rule", 1.0), ("half Xavier's", 0.5)):
    x = torch.randn(100, 256)
    sizes[name] = [x.std().item()]
    for _ in range(12):
        weight = nn.init.xavier_uniform_(torch.empty(256, 256)) * factor
        x = x @ weight.T
        sizes[name].append(x.std().item())
viz.curves(
    {name: (list(range(13)), values) for name, values in sizes.items()},
    x_label="linear layers passed",
    y_label="deviation of the signal",
    logy=True,
    title="Xavier's rule keeps the size of the signal",
)

# %% [markdown]
# ### The rule for a table
#
# A table is no sum: a word takes out one row. Its standard deviation is 1/√d_model, so that a row has length 1. As output matrix it then gives logits of size 1. As input it would be too small beside the positions, which have size 0.7. So the input multiplies by √d_model (section 3.4), and the row is back at size 1. **That is the usual explanation of the factor in notebook 01.** The paper itself gives no reason.

# %%
set_seed(0)
x = torch.randn(1000, 512)  # what the last norm gives: 512 numbers of size 1
for name, deviation in (("PyTorch's 1", 1.0), ("1/√d_model", 512**-0.5)):
    rows = torch.randn(1000, 512) * deviation
    print(f"deviation {name:11} | read: {(rows * 512**0.5).std():4.1f}", end=" | ")
    print(f"logits: {(x @ rows.T).std():4.1f} | positions: 0.7")

# %% [markdown]
# ## Exercise: `initialise`
#
# Two rules, by the kind of layer. Before you write: what should happen to a matrix that is both, a table and the output's weight?
#
# Difficulty: medium. About 10 minutes, 8 to 12 lines.


# %% exercise="initialise"
def initialise(model: nn.Module) -> None:
    """Draw the weights of all layers of a model anew, in place.

    ``nn.Linear``: weight by Xavier's uniform rule, bias 0. ``nn.Embedding``: normal numbers with
    standard deviation embedding_dim^(-1/2); its row ``padding_idx``, where it has one, is 0. A
    tensor that both share counts as a table and stays shared. Everything else stays as it was.
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
model = fresh(tie_weights=True)
initialise(model)
print(
    f"tied, after your initialise: first loss {first_loss(model)[0]:.1f}; ln V {math.log(1000):.1f}"
)

# %% [markdown]
# Is your own number above 9? Then your `TokenEmbedding` may keep its table as a bare `nn.Parameter`, which is right, but `initialise` cannot tell it from other parameters. Draw it in `TokenEmbedding` itself, with the same standard deviation.

# %% [markdown]
# ### Look at it: first loss and width
#
# The wider the model, the worse PyTorch's own start becomes for a tied model. After `initialise` the width does not matter.

# %%
widths = [64, 128, 256, 512]
untouched = [fresh(width, tie_weights=True) for width in widths]
losses = {"tied, PyTorch's start": (widths, [first_loss(m)[0] for m in untouched])}
for model in untouched:
    initialise(model)
losses["tied, your initialise"] = (widths, [first_loss(m)[0] for m in untouched])
losses["ln V: knows nothing"] = (widths, [math.log(1000)] * 4)
viz.curves(
    losses, x_label="d_model", y_label="first loss", logy=True, title="Where training begins"
)

# %% [markdown]
# ### And pre-LN?
#
# In pre-LN no norm stands on the residual stream, so much of the word just read arrives at the output. Even after `initialise` a tied pre-LN model begins by repeating it, at a few units above ln V.

# %%
model = fresh(tie_weights=True, norm_first=True)
initialise(model)
loss, echo = first_loss(model)
print(f"tied, pre-LN: first loss {loss:.1f}; says the word just read: {echo:.0%}")

# %% [markdown]
# ### Does it train now?
#
# Two tied models learn to copy six symbols, in 120 steps: one from PyTorch's start, one from yours. How a training step works comes in notebook 07; here only the two curves count.


# %%
def learn(start: bool) -> list[float]:
    """The losses of 120 steps of a small tied model."""
    set_seed(0)
    model = Transformer(11, 11, 32, 4, 1, 64, dropout=0.0, tie_weights=True)
    if start:
        initialise(model)
    optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)
    losses = []
    for _ in range(120):
        row = torch.randint(3, 11, (32, 6))
        said = torch.cat([torch.ones_like(row[:, :1]), row[:, :-1]], dim=1)  # 1 begins
        loss = nn.functional.cross_entropy(model(row, said).flatten(0, 1), row.flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses


# %%
steps = list(range(1, 121))
runs = {"PyTorch's start": learn(start=False), "your initialise": learn(start=True)}
for name, losses in runs.items():
    print(f"{name}: first loss {losses[0]:.0f}, last loss below 1: {losses[-1] < 1}")
viz.curves(
    {name: (steps, losses) for name, losses in runs.items()},
    x_label="step",
    y_label="loss",
    logy=True,
    title="The same tied model from two starts",
)

# %% [markdown]
# ## 65 million, counted
#
# The paper gives 65 million parameters for its base model, with a vocabulary of about 37,000 that source, target and output share.

# %% [markdown]
# ### Your prediction: where are they?
#
# In its 12 layers, which part has the most weights?

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

# %% [markdown]
# The feed-forward networks: 25.2 of 63 million. Two maps of 512 × 2048 in each of 12 layers are more than the four maps of 512 × 512 of 18 attentions.

# %%
base = Transformer(2, 2, tie_weights=True)  # two tables of 2 rows instead of one of 37,000
rest = count(base) - sum(p.numel() for p in base.parameters() if 2 in p.shape)
print(f"your base model, without its tables: {rest / 1e6:.1f} million")

# %%
with viz.style():
    fig, ax = plt.subplots(figsize=(6, 2.2))
    ax.barh(list(parts), [n / 1e6 for n in parts.values()])
    ax.invert_yaxis()
    ax.set_xlabel("million parameters")
    ax.set_title("The base model: most numbers stand in the feed-forward networks")
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
#
# And `initialise`, which draws all the weights.

# %% [markdown]
# ## Questions people get wrong
#
# - *Does the feed-forward network mix words?* No. Only attention does.
# - *Does each decoder layer read its own encoder layer?* No. All read the last output of the encoder.
# - *Does the source mask say which words matter?* No. It only hides pads. The attention weights decide how much each of the other words counts.

# %% [markdown]
# - *Is the norm there to repair the residual connection?* No. The sum needs no repair; the norm keeps the numbers that a sub-layer reads in range.
# - *Does the model end with a softmax?* No. The loss does that, from logits.

# %% [markdown]
# **Next:** notebook 07 trains the model that you built.
