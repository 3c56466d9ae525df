# %% [markdown]
# # 06b · Faults in real code
#
# A side trip from [notebook 06](06_encoder_and_decoder.ipynb). Which mistakes stand in code that many people copy, and how do you see them? Some are from `transformer_from_scratch.py` of [aladdinpersson/Machine-Learning-Collection](https://github.com/aladdinpersson/Machine-Learning-Collection), a good teacher's file.
#
# **About 10 minutes** to read and run. Nothing here is needed further on.

# %%
import torch
from torch import Tensor, nn

from tutor_utils import mine, set_seed, viz

set_seed(0)
Transformer, target_mask = mine("Transformer", "target_mask")

# %% [markdown]
# ## Dropout on the residual stream
#
# That file has `dropout(norm(x + attention))`: dropout after the sum. The paper has it before the sum, on the output of the sub-layer. How much of x arrives after six layers of two sub-layers each?

# %%
# Try: 0.3
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
# After the sum, each dropout takes a tenth of what is left of x, twelve times. Before the sum it takes from the remark alone, never from the text.

# %% [markdown]
# ## A mask that knows only the future
#
# The same file hides the future from the target, and forgets its pads. With pads on the right this changes nothing for the words: the pads are in their future. Put a pad between two words, and it shows.

# %%
row = torch.tensor([[1, 6, 0, 8]])  # a pad at position 2
causal = torch.ones(1, 1, 4, 4).tril().bool()
for name, allowed in (("only the future", causal), ("future and pads", target_mask(row, 0))):
    print(f"hides {name}: may 8 read the pad?", allowed[0, 0, 3, 2].item())
names = ["<bos>", 6, "<pad>", 8]
viz.mask(target_mask(row, 0), queries=names, keys=names, title="Future and pads blocked")

# %% [markdown]
# See the column of `<pad>`: no query below reads it. With the mask of the future alone, the word 8 may.

# %% [markdown]
# ## Which vocabulary?
#
# Five sizes in a row are easily mixed up. Here the decoder got the *source's* vocabulary, 20 words, where the target has 30. In another call two sizes changed places. One fault raises an error, the other does not.

# %%
# Try: 20, 30, which was meant
mixed = Transformer(20, 20, d_model=64, num_heads=8, num_layers=1, d_ff=256)
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
# ## The last line
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
# `None`: the `return` line is missing. Python says nothing here. The error comes one layer later, in a line that is right.

# %% [markdown]
# ## No fault: a feed-forward network of convolutions
#
# Some code uses two convolutions of width 1. Such a convolution looks at one position at a time, so it is the same map as `FeedForward`. But it expects the features on axis 1.

# %%
x = torch.randn(1, 7, 6)
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
# None of these faults was found by a shape, and most of them let a model train. Each was found by a question: what arrives, who reads whom, what changes when that changes?
#
# Back to [notebook 06](06_encoder_and_decoder.ipynb).
