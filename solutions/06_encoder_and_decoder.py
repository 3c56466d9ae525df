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
# **About 65 minutes**: 16 to read and run, 49 to write. You need notebooks 01, 04 and 05.

# %%
import inspect
import math

import torch
from torch import Tensor, nn

from tutor_utils import check, hint, mine, predict, set_seed, solution, viz

set_seed(0)
MultiHeadAttention, TransformerEmbedding = mine("MultiHeadAttention", "TransformerEmbedding")
padding_mask, target_mask = mine("padding_mask", "target_mask")

# %% [markdown]
# ## The map
#
# The large box on the right is yours already. Now you build the two columns beside it, part by part, from the bottom.

# %%
viz.architecture("feed_forward", "add_norm", "encoder", "decoder", "output")

# %% [markdown]
# ## Look around, then think
#
# Think of a meeting. First everyone listens to everyone: that is attention. Then each person thinks alone: that is the **feed-forward network** (section 3.3).
#
# $$\mathrm{FFN}(x) = \max(0,\; xW_1 + b_1)\,W_2 + b_2$$
#
# Two linear maps with ReLU between them. ReLU is the max: it sets what is below 0 to 0. Between the maps stand d_ff features.

# %% [markdown]
# ### A worked example
#
# One token with the features 2 and -1, and d_ff = 3. Check by hand: ReLU takes the second hidden number away, so the column with the two fives is multiplied by 0.

# %%
token = torch.tensor([2.0, -1.0])
wide = torch.tensor([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]])  # (d_ff, d_model)
narrow = torch.tensor([[1.0, 5.0, 1.0], [0.0, 5.0, -1.0]])  # (d_model, d_ff)
hidden = wide @ token  # (3,)
print("hidden:", hidden.tolist(), "-> after ReLU:", hidden.relu().tolist())
print("output:", (narrow @ hidden.relu()).tolist())

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
# ## Exercise: `FeedForward`
#
# From here on half of each class is **given**; you write its idea. You may change the given lines too: the check looks only at what the class does.
#
# Difficulty: easy. About 4 minutes, 1 to 3 lines.


# %% exercise="FeedForward"
class FeedForward(nn.Module):
    """max(0, x W1 + b1) W2 + b2, for every position by itself (paper, section 3.3).

    ``dropout`` is the share of hidden numbers that is dropped after ReLU, in training.

    Shapes:
        forward: (B, L, d_model) -> (B, L, d_model), with d_ff features inside
    """

    def __init__(self, d_model: int, d_ff: int, dropout: float = 0.0) -> None:
        super().__init__()
        self.wide = nn.Linear(d_model, d_ff)
        self.narrow = nn.Linear(d_ff, d_model)
        self.dropout = nn.Dropout(dropout)

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
# Try: replace words 3 and 5: other[0, [3, 5]] = torch.randn(2, 6)
other[0, 3] = torch.randn(6)
moved = (network(other) - network(x)).abs().detach()[0]  # (7, 6)
print("positions that moved:", moved.sum(-1).nonzero().flatten().tolist())
viz.matrix(moved, title="How far each output moved", row_axis="token", column_axis="feature")

# %% [markdown]
# ### Break it: leave ReLU out
#
# Two linear maps in a row are one linear map. Then the 24 hidden features gain nothing: one (6, 6) matrix does the same.

# %%
first, second = nn.Linear(6, 24, bias=False), nn.Linear(24, 6, bias=False)
as_one = second.weight @ first.weight  # (6, 24) @ (24, 6) -> (6, 6)
gap = (second(first(x)) - x @ as_one.mT).abs().max().item()
print(f"without ReLU: {24 * 6 * 2} numbers do what {6 * 6} can do; largest difference {gap:.4f}")

# %% [markdown]
# ## The residual connection
#
# Each sub-layer only *adds* to x: x + sublayer(x). This sum is the **residual connection** (section 3.1). Think of a text that many readers pass on: each writes a remark beside it. A later remark may take one back; nobody rubs anything out.
#
# So x runs past all sub-layers, from the embedding to the output: the **residual stream**.
#
# ### What the residual stream carries
#
# 7 random tokens go through 12 attentions: once as x + attention(x), once as attention(x). After each layer: how alike are the tokens (mean cosine, 1: all the same), how large is the gradient (how much the end changes with it), and how large x?


# %%
def likeness(x: Tensor) -> float:
    """Mean cosine between two different tokens of a sentence, (1, L, d_model) -> a number."""
    unit = x / x.norm(dim=-1, keepdim=True)
    table = (unit @ unit.mT)[0]  # (L, L)
    return table[~torch.eye(len(table), dtype=torch.bool)].mean().item()


def follow(residual: bool = True, xavier: bool = False, norm: str = "") -> list[list[float]]:
    """Along 12 attentions: likeness of the tokens, size of the gradient, spread of x."""
    set_seed(1)
    attentions = [MultiHeadAttention(64, 8).eval() for _ in range(12)]
    for w in nn.ModuleList(attentions).parameters() if xavier else ():
        if w.dim() == 2:
            nn.init.xavier_uniform_(w)
    normed = nn.LayerNorm(64)
    places = [torch.randn(1, 7, 64, requires_grad=True)]
    for attention in attentions:
        x = places[-1]
        y = normed(x) if norm == "pre" else x
        x = residual * x + attention(y, y, y)[0]
        places.append(normed(x) if norm == "post" else x)
        places[-1].retain_grad()  # its gradient is asked for below
    (places[-1] * torch.randn(1, 7, 64)).sum().backward()
    sizes = [x.grad.norm().item() for x in places]
    return [[likeness(x.detach()) for x in places], sizes, [x.std().item() for x in places]]


# %%
depth = list(range(13))
runs = {
    "with residual": follow(),
    "without": follow(residual=False),
    "with, larger weights": follow(xavier=True),
    "without, larger weights": follow(residual=False, xavier=True),
}
print(f"{'':23} | likeness after 2, 12 | gradient, first / last | spread of x at the end")
for name, (alike, sizes, spread) in runs.items():
    ratio = sizes[0] / sizes[12]
    print(f"{name:23} | {alike[2]:14.2f}, {alike[12]:.2f} | {ratio:22.1g} | {spread[12]:.1f}")
(kept, strong, _), (lost, weak, _) = runs["with residual"], runs["without"]
# Try: `logy=True` and {"with residual": (depth, strong), "without": (depth, weak)}: the gradients.
viz.curves(
    {"with residual": (depth, kept), "without": (depth, lost)},
    x_label="layer",
    y_label="likeness of tokens",
    title="Without residual connections tokens are alike after two layers",
)

# %% [markdown]
# After two layers all tokens point the same way (the upper curve): no later layer can tell them apart. With residual connections it takes longer. PyTorch's first weights shrink x: without the sums the gradient vanishes. With larger weights (Xavier's, later) it stays, but each sum makes x larger, and the gradient too. The norm repairs that.
#
# ## LayerNorm, built by hand
#
# **LayerNorm** (Ba, Kiros and Hinton, 2016) keeps the features of a token in range. From the d_model features of one token come their mean μ and variance σ²:
#
# $$\mathrm{LayerNorm}(x) = g \odot \frac{x - \mu}{\sqrt{\sigma^2 + \varepsilon}} + b$$
#
# Gain g and bias b are learned, one number for each feature. ε guards against a division by 0.


# %%
def layer_norm(x: Tensor, gain: Tensor, bias: Tensor, eps: float = 1e-5) -> Tensor:
    """(..., d_model) -> (..., d_model): every token by itself."""
    mean = x.mean(dim=-1, keepdim=True)  # (..., 1)
    variance = x.var(dim=-1, keepdim=True, unbiased=False)  # divided by d_model, not d_model - 1
    return (x - mean) / torch.sqrt(variance + eps) * gain + bias


x, norm = torch.randn(2, 7, 64), nn.LayerNorm(64)
gap = (layer_norm(x, norm.weight, norm.bias) - norm(x)).abs().max().item()
print(f"by hand and by PyTorch: largest difference {gap:.4f}")
print(
    "mean 5, deviation 2: [3, 7] becomes",
    [round(v, 2) for v in nn.LayerNorm(2)(torch.tensor([3.0, 7.0])).tolist()],
)

# %% [markdown]
# ## Two places for the norm
#
# | | one sub-layer |
# |---|---|
# | post-LN, the paper | `norm(x + dropout(sublayer(x)))` |
# | pre-LN, most newer models | `x + dropout(sublayer(norm(x)))` |
#
# In pre-LN the residual stream itself is never normalised, so a pre-LN stack ends with one more norm. Dropout stands before the sum in both (section 5.4). With larger weights:

# %%
norms = {"no norm": "", "pre-LN": "pre", "post-LN": "post"}
spreads = {name: follow(xavier=True, norm=norm)[2] for name, norm in norms.items()}
viz.curves(
    {name: (depth, spread) for name, spread in spreads.items()},
    x_label="layer",
    y_label="spread of x",
    title="Without a norm x grows and grows",
)

# %% [markdown]
# Dig deeper: [Where the norm stands](06a_where_the_norm_stands.ipynb).

# %% [markdown]
# ## Exercise: `EncoderLayer`
#
# Two sub-layers: self-attention, then feed-forward. Each has a norm of its own.
#
# Difficulty: medium. About 9 minutes, 6 to 8 lines.


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
        self.attention = MultiHeadAttention(d_model, num_heads, dropout)
        self.feed_forward = FeedForward(d_model, d_ff, dropout)
        self.norm1, self.norm2 = nn.LayerNorm(d_model), nn.LayerNorm(d_model)
        self.dropout = nn.Dropout(dropout)
        self.norm_first = norm_first

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
# Four of the eight heads, over five words and two pads. See that the columns of the pads are blocked in every head, and that the rows of the pads are not: a pad may ask, but nobody reads it.

# %%
EncoderLayer = mine("EncoderLayer")
words = torch.tensor([True] * 5 + [False] * 2)  # (7,)
sentence = ["t0", "t1", "t2", "t3", "t4", "<pad>", "<pad>"]  # random tokens: no real words
_, weights = EncoderLayer(64, 8, 256)(torch.randn(1, 7, 64), words[None, None, None])
title = "Four of eight heads, not trained"
labels = {"queries": sentence, "keys": sentence, "mask": words.expand(7, 7)}
viz.heads(weights[0, :4].detach(), **labels, title=title)

# %% [markdown]
# ### Break it: one norm for all
#
# Make **one** `LayerNorm` and call it at both sub-layers. It runs and it trains. But both then share one gain and one bias. No shape shows it; counting does.
#
# Dig deeper: [Faults in real code](06b_faults_in_real_code.ipynb).

# %%
apart = [nn.LayerNorm(512), nn.LayerNorm(512)]
shared = [nn.LayerNorm(512)] * 2
for name, norms in (("one norm for each", apart), ("one norm for all", shared)):
    numbers = sum(p.numel() for p in nn.ModuleList(norms).parameters())
    print(f"{name}: {numbers} learned numbers")

# %% [markdown]
# ## The decoder layer
#
# The decoder has three sub-layers: it reads (**attends to**) its own words so far, then the source, and then it thinks. In the middle one, **cross-attention** (section 3.2.3), the query comes from the decoder; key and value come from the encoder's output, the **memory**.

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
# ### A worked example
#
# One query, two memory tokens. The scores are 0 and 2/√2 = 1.41: the query fits the second key better, so it takes more of the second value.

# %%
query = torch.tensor([1.0, 0.0])
memory_keys = torch.tensor([[0.0, 1.0], [2.0, 0.0]])
share = (memory_keys @ query / 2**0.5).softmax(0)
print("weights over the source:", [round(s, 2) for s in share.tolist()])

# %% [markdown]
# ## Exercise: `DecoderLayer`
#
# L_t is the length of the target, L_s the length of the source.
#
# Difficulty: medium. About 8 minutes, 7 to 9 lines.


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
        self.self_attention = MultiHeadAttention(d_model, num_heads, dropout)
        self.cross_attention = MultiHeadAttention(d_model, num_heads, dropout)
        self.feed_forward = FeedForward(d_model, d_ff, dropout)
        self.norms = nn.ModuleList(nn.LayerNorm(d_model) for _ in range(3))
        self.dropout = nn.Dropout(dropout)
        self.norm_first = norm_first

    def forward(
        self,
        x: Tensor,
        memory: Tensor,
        target_mask: Tensor | None = None,
        memory_mask: Tensor | None = None,
    ) -> tuple[Tensor, Tensor, Tensor]:
        # before[i] and after[i] stand around sub-layer i: one is its norm, the other does nothing.
        before = self.norms if self.norm_first else [nn.Identity()] * 3
        after = [nn.Identity()] * 3 if self.norm_first else self.norms
        ### BEGIN SOLUTION
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
# Two tables of weights. The self-attention fills a triangle, for the future is blocked. The cross-attention fills a rectangle: 4 queries, 7 keys, two of them pads.

# %%
DecoderLayer = mine("DecoderLayer")
set_seed(2)
target, memory = torch.randn(1, 4, 64), torch.randn(1, 7, 64)
causal = torch.ones(4, 4).tril().bool()
layer = DecoderLayer(64, 8, 256)
_, self_weights, cross_weights = layer(target, memory, causal, words[None, None, None])
written = ["<bos>", "u1", "u2", "u3"]  # random target tokens
title = "Self-attention: a triangle"
viz.attention(self_weights[0, 0].detach(), queries=written, keys=written, mask=causal, title=title)

# %%
title, seen = "Cross-attention: 4 queries, 7 keys", words.expand(4, 7)
viz.attention(cross_weights[0, 0].detach(), queries=written, keys=sentence, mask=seen, title=title)

# %% [markdown]
# ### Break it: the decoder reads itself
#
# A mistake that raises no error: give the cross-attention `x` for key and value instead of `memory`. `Deaf` does that. Each layer reads one source, then another. How far does its output move? And does its first output know the last target token?


# %%
class Deaf(DecoderLayer):
    """A decoder layer whose cross-attention reads the decoder itself."""

    def forward(
        self, x: Tensor, memory: Tensor, target_mask: Tensor | None = None
    ) -> tuple[Tensor, Tensor, Tensor]:
        return super().forward(x, x, target_mask)


set_seed(2)
one, another = torch.randn(1, 7, 64), torch.randn(1, 7, 64)  # two sources
moves = []
for kind in (DecoderLayer, Deaf):
    layer = kind(64, 8, 256).eval()
    later = target.clone()
    later[:, -1] = 0  # another last target token
    with torch.no_grad():
        out = layer(target, one, causal)[0]
        change = (layer(target, another, causal)[0] - out).abs().mean()
        leak = (layer(later, one, causal)[0] - out)[:, 0].abs().mean()  # at the first token
    moves.append(torch.stack([change, leak]))
columns = ["another source", "last target"]
rows, title = ["DecoderLayer", "Deaf"], "How far each moves the output"
viz.matrix(torch.stack(moves), rows=rows, columns=columns, title=title)

# %% [markdown]
# 0.00: the source has no effect on this decoder. And its cross-attention has no causal mask: in training it can read the answer in the future of its own target, and a low loss would prove nothing.

# %% [markdown]
# ## Exercise: `Encoder`
#
# A stack (section 3.1): the output of a layer is the input of the next. All layers have the same structure, and each has weights of its own. With `norm_first`, one last norm follows.
#
# Difficulty: easy. About 5 minutes, 2 to 5 lines.


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
        # self.layers, and self.norm: nn.Identity() gives back what it gets.
        ### BEGIN SOLUTION
        self.layers = nn.ModuleList(
            EncoderLayer(d_model, num_heads, d_ff, dropout, norm_first) for _ in range(num_layers)
        )
        self.norm = nn.LayerNorm(d_model) if norm_first else nn.Identity()
        ### END SOLUTION

    def forward(self, x: Tensor, mask: Tensor | None = None) -> tuple[Tensor, list[Tensor]]:
        weights = []
        for layer in self.layers:
            x, layer_weights = layer(x, mask)
            weights.append(layer_weights)
        return self.norm(x), weights


# %% check="Encoder"
check(Encoder)

# %% [markdown]
# ## Exercise: `Decoder`
#
# The same, with a memory. Every layer reads the **same** memory, the last output of the encoder.
#
# Difficulty: easy. About 4 minutes, 4 to 6 lines.


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
        self.layers = nn.ModuleList(
            DecoderLayer(d_model, num_heads, d_ff, dropout, norm_first) for _ in range(num_layers)
        )
        self.norm = nn.LayerNorm(d_model) if norm_first else nn.Identity()

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
# Three layers, four heads, fresh weights. Nothing is learned yet: every row spreads its attention over all keys.

# %%
Encoder, Decoder = mine("Encoder", "Decoder")
set_seed(3)
# Try: 6 layers of 8 heads, Encoder(6, 64, 8, 256)
encoder = Encoder(3, 64, 4, 256)
x, weights = encoder(torch.randn(1, 7, 64))
print("x", tuple(x.shape), "and", len(weights), "tables of", tuple(weights[0].shape))
largest = torch.stack(weights).max().item()
print(f"an even share of 7 keys: {1 / 7:.2f}; the largest weight of all heads: {largest:.2f}")

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
# **A good place to stop.**
#
# ## The whole model
#
# What is missing is what holds the parts together: two embeddings, the masks, and one linear map from d_model to the vocabulary. What it gives are the **logits**.
#
# `encode` and `decode` are two methods. To translate a sentence into 10 words, the source is read **once**; the decoder runs ten times, each time with one word more, on the same memory.

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
signature = str(inspect.signature(TransformerEmbedding)).replace("'", "")
print(f"TransformerEmbedding{signature}")  # you call it next
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
# `tie_weights` means: the table that turns target ids into vectors is also the matrix that turns vectors into logits. One **Parameter** (a tensor that training changes) with two uses, and not a copy.
#
# Difficulty: medium. About 9 minutes, 6 to 8 lines.


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
        self.pad_id = pad_id
        self.source = TransformerEmbedding(src_vocab, d_model, pad_id, max_len, dropout)
        self.target = TransformerEmbedding(tgt_vocab, d_model, pad_id, max_len, dropout)
        self.encoder = Encoder(num_layers, d_model, num_heads, d_ff, dropout, norm_first)
        self.decoder = Decoder(num_layers, d_model, num_heads, d_ff, dropout, norm_first)
        self.output = nn.Linear(d_model, tgt_vocab)
        if tie_weights:
            shape = self.output.weight.shape  # (tgt_vocab, d_model), as the target's table
            table = next(p for p in self.target.parameters() if p.shape == shape)
            ### BEGIN SOLUTION
            self.output.weight = table
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
        memory, src_mask = self.encode(src)
        return self.decode(tgt, memory, src_mask)


# %% check="Transformer"
check(Transformer)

# %% [markdown]
# ### Look at it: does anything leak?
#
# Change one target token at a time, and measure how far each output moves. Above the diagonal lies the future: nothing may move there. So **one pass over a sentence gives as many training examples as it has tokens**, as notebook 04 measured.

# %%
Transformer = mine("Transformer")
set_seed(4)
model = Transformer(20, 20, d_model=64, num_heads=4, num_layers=2, d_ff=128).eval()
src, tgt = (3 + torch.randperm(17)[None, :length] for length in (7, 6))  # each id once
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
# ### Look inside your model
#
# Three kinds of attention in one model. Choose one, then a layer and a head. See which maps are triangles. Nothing is learned yet. Why is the first layer so yellow, so sure? Large embeddings make large scores; "Initial weights" repairs it.

# %%
recording = viz.Recording(model, source=src.tolist(), target=tgt.tolist()).record(src, tgt)
viz.AttentionViewer(recording, kind="decoder")

# %% [markdown]
# ### Break it: a copy is no tie
#
# Copy the table into the output layer, and take one step. A shared table stays one table. Two copies become different.


# %%
def after_one_step(table: nn.Parameter, output: nn.Parameter) -> bool:
    """Whether a table and an output matrix are still equal after one step."""
    both = [table] if table is output else [table, output]
    optimizer = torch.optim.SGD(both, lr=0.1)
    logits = table[:2] @ output.mT  # (2, 4) @ (4, 5) -> (2, 5)
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
# The row of a word says what the word means. As input, it is what the model reads. At the output, the logit of a word is the dot product of x with its row: how well does x fit this word? Both jobs need the same knowledge (section 3.4; Press and Wolf, 2017).
#
# Dig deeper: [One table for two languages](09a_one_table.ipynb).

# %% [markdown]
# ## Initial weights
#
# A model that knows nothing should **predict** each of V words with the probability 1/V. Its loss is then ln V: 6.9 for 1000 words. A first loss far above that means: the model is sure, and wrong.

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
    """Loss on random words before any training; share of places that predict the word read."""
    set_seed(1)
    src, tgt = torch.randint(3, 1000, (4, 10)), torch.randint(3, 1000, (4, 11))
    with torch.no_grad():
        logits = model.eval()(src, tgt[:, :-1])  # (4, 10, 1000)
    loss = nn.functional.cross_entropy(logits.flatten(0, 1), tgt[:, 1:].flatten())
    return loss.item(), (logits.argmax(-1) == tgt[:, :-1]).float().mean().item()


def fresh(width: int = 512, **options: bool) -> nn.Module:
    set_seed(0)
    return Transformer(1000, 1000, width, num_layers=2, d_ff=4 * width, **options)


print(f"ln V: {math.log(1000):.1f}")
for tie in (False, True):
    loss, echo = first_loss(fresh(tie_weights=tie))
    print(f"tie_weights={tie}: first loss {loss:.0f}; predicts the word just read: {echo:.0%}")

# %% [markdown]
# Over 300. A row's product with itself is about 512, with another row only about ±23. So the tied model predicts, with certainty, the word it has just read. From such a start a model learns far more slowly: the last measurement of this section shows it.

# %% [markdown]
# ### The rule for a linear layer
#
# One output is a sum of n_in products x·w. If all are independent with mean 0, its variance is n_in · var(w) · var(x): signals keep their size where var(w) = 1/n_in. A gradient is a sum over the outputs: it keeps its size where var(w) = 1/n_out. **Xavier's rule** (Glorot and Bengio, 2010) takes the middle:
#
# $$\mathrm{var}(w) = \frac{2}{n_\mathrm{in} + n_\mathrm{out}} \qquad a = \sqrt{\frac{6}{n_\mathrm{in} + n_\mathrm{out}}}$$
#
# A number drawn evenly from −a to a has the variance a²/3.

# %%
set_seed(0)
sizes = {}
for name, factor in (("twice Xavier's", 2.0), ("Xavier's rule", 1.0), ("half Xavier's", 0.5)):
    x = torch.randn(100, 256)
    sizes[name] = [x.std().item()]
    for _ in range(12):
        weight = nn.init.xavier_uniform_(torch.empty(256, 256)) * factor
        x = x @ weight.mT
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
    print(f"logits: {(x @ rows.mT).std():4.1f} | positions: 0.7")

# %% [markdown]
# ## Exercise: `initialise`
#
# Two rules, by the kind of layer. First think: which rule holds for a matrix that is both, a table and the output's weight?
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
    for layer in model.modules():  # tables last: their rule holds for what is shared
        if isinstance(layer, nn.Embedding):
            nn.init.normal_(layer.weight, std=layer.embedding_dim**-0.5)
            if layer.padding_idx is not None:
                with torch.no_grad():
                    layer.weight[layer.padding_idx] = 0.0
    ### END SOLUTION


# %% check="initialise"
check(initialise)

# %% [markdown]
# ### Look at it: first loss and width
#
# The wider the model, the worse PyTorch's own start becomes for a tied model. After `initialise` the width does not matter. (Above 9? Then your `TokenEmbedding` may keep its table as a bare `nn.Parameter`, which `initialise` cannot tell from others: draw it there.)

# %%
initialise = mine("initialise")
widths = [64, 128, 256, 512]
untouched = [fresh(width, tie_weights=True) for width in widths]
losses = {"tied, PyTorch's start": (widths, [first_loss(m)[0] for m in untouched])}
for model in untouched:
    initialise(model)
losses["tied, your initialise"] = (widths, [first_loss(m)[0] for m in untouched])
losses["ln V: knows nothing"] = (widths, [math.log(1000)] * 4)
print(f"width 512, after your initialise: first loss {losses['tied, your initialise'][1][-1]:.1f}")
title = "Where training begins"
viz.curves(losses, x_label="d_model", y_label="first loss", logy=True, title=title)

# %%
set_seed(4)  # the small model that you looked into, from your start
model = Transformer(20, 20, d_model=64, num_heads=4, num_layers=2, d_ff=128)
initialise(model)
after = viz.Recording(model).record(src, tgt)
maps = [torch.tensor(each.layers("decoder")[0].weights[0, 0]) for each in (recording, after)]
names = ["PyTorch's start", "your initialise"]
title = "The decoder's first layer is no longer so sure"
viz.heads(torch.stack(maps), names=names, mask=torch.ones(6, 6).tril().bool(), title=title)

# %% [markdown]
# ### Does it train now?
#
# Two tied models learn to copy six symbols, in 120 steps: one from PyTorch's start, one from yours. (A training step: notebook 07.)


# %%
def learn(start: bool) -> list[float]:
    """The losses of 120 steps of a small tied model."""
    set_seed(0)
    model = Transformer(11, 11, 32, 4, 1, 64, dropout=0.0, tie_weights=True)
    if start:
        initialise(model)
    # Try: 0.02, or 0.0005
    optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)
    losses = []
    for _ in range(120):
        row = torch.randint(3, 11, (32, 6))
        read = torch.cat([torch.ones_like(row[:, :1]), row[:, :-1]], dim=1)  # 1 begins
        loss = nn.functional.cross_entropy(model(row, read).flatten(0, 1), row.flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses


steps = list(range(1, 121))
runs = {"PyTorch's start": learn(start=False), "your initialise": learn(start=True)}
for name, losses in runs.items():
    print(f"{name}: first loss {losses[0]:.0f}, last loss {losses[-1]:.1f}")
viz.curves(
    {name: (steps, losses) for name, losses in runs.items()},
    x_label="step",
    y_label="loss",
    logy=True,
    title="The same tied model from two starts",
)

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
# - *Does the source mask say which words matter?* No. It only hides pads. The attention weights decide how much each other word counts.
# - *Does the model end with a softmax?* No. The loss does that, from logits.
#
# Dig deeper: where do the paper's [65 million parameters](06c_65_million.ipynb) stand?
#
# **Next:** notebook 07 trains the model that you built.
