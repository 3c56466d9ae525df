# %% [markdown]
# # 06a · Where the norm stands
#
# A side trip from [notebook 06](06_encoder_and_decoder.ipynb). Two questions: why does the Transformer normalise over the features of one token, and not over the batch? And why did newer models move the norm to another place?
#
# **About 10 minutes** to read and run. Nothing here is needed further on.

# %%
import torch
from torch import Tensor, nn

from tutor_utils import mine, set_seed, viz

set_seed(0)
Encoder, Transformer, initialise = mine("Encoder", "Transformer", "initialise")

# %% [markdown]
# ## Why not over the batch?
#
# BatchNorm takes mean and standard deviation of a feature over all tokens of the batch. Then the result for one sentence depends on the other sentences, and on their pads. And a decoder that begins to speak has one token to take a mean over: BatchNorm must then use means that it kept from training.
#
# Replace the second sentence, and measure how far the first one moves.


# %%
def batch_norm(x: Tensor) -> Tensor:
    """Each feature over all tokens of all sentences, as BatchNorm does in training."""
    return (x - x.mean((0, 1))) / x.std((0, 1), unbiased=False)


x = torch.randn(2, 7, 64)
neighbour = x.clone()
# Try: 0.0 in place of 3.0, a sentence like the first
neighbour[1] = 3.0 + torch.randn(7, 64)
for name, normed in (("LayerNorm", nn.LayerNorm(64)), ("BatchNorm", batch_norm)):
    change = (normed(neighbour)[0] - normed(x)[0]).abs().mean().item()
    print(f"{name}: the first sentence moves by {change:.1f}")

# %% [markdown]
# ## Post-LN or pre-LN?
#
# Myth to test: "where the norm stands is a matter of taste". Build 18 layers of each kind, send 10 random tokens through, and measure how strong the gradient is that arrives at each layer. The weights start by Xavier's rule.


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
# Look at the two slopes: they go opposite ways. In post-LN a norm stands *on* the residual stream, after every sum, and the last layers get large gradients from the first step on (shown by [Xiong et al., 2020](https://arxiv.org/abs/2002.04745)). It is one reason why post-LN likes a learning rate that rises slowly. In pre-LN no norm stands on the residual stream, and deep stacks are easier to train.

# %% [markdown]
# ## What pre-LN costs at the start
#
# In pre-LN much of the word just read arrives at the output. Where the table is tied, the model begins by repeating that word, even after `initialise`: its first loss is a few units above ln V, here 6.9.


# %%
def first_loss(norm_first: bool) -> tuple[float, float]:
    """Loss on random words before any training; share of places where the word read comes out."""
    set_seed(0)
    options = {"num_layers": 2, "d_ff": 2048, "norm_first": norm_first, "tie_weights": True}
    model = Transformer(1000, 1000, 512, **options).eval()
    initialise(model)
    set_seed(1)
    src, tgt = torch.randint(3, 1000, (4, 10)), torch.randint(3, 1000, (4, 11))
    with torch.no_grad():
        logits = model(src, tgt[:, :-1])  # (4, 10, 1000)
    loss = nn.functional.cross_entropy(logits.flatten(0, 1), tgt[:, 1:].flatten())
    return loss.item(), (logits.argmax(-1) == tgt[:, :-1]).float().mean().item()


print(f"ln V: {torch.tensor(1000.0).log():.1f}")
for name, norm_first in (("post-LN", False), ("pre-LN", True)):
    loss, echo = first_loss(norm_first)
    print(f"{name}: first loss {loss:.1f}; says the word just read: {echo:.0%}")

# %% [markdown]
# Neither place is for free. The paper's order starts even and needs care with the learning rate; the newer one bears depth, and needs one more norm at the end.
#
# Back to [notebook 06](06_encoder_and_decoder.ipynb).
