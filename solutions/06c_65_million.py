# %% [markdown]
# # 06c · 65 million, counted
#
# A side trip from [notebook 06](06_encoder_and_decoder.ipynb). The paper gives 65 million parameters for its base model. Where do they stand, and does your model have as many?
#
# **About 5 minutes** to read and run. Nothing here is needed further on.

# %%
import matplotlib.pyplot as plt
from torch import nn

from tutor_utils import mine, predict, viz

MultiHeadAttention, FeedForward, Transformer = mine(
    "MultiHeadAttention", "FeedForward", "Transformer"
)

# %% [markdown]
# ## Your prediction: where are they?
#
# The base model has 6 encoder layers and 6 decoder layers, of width 512. In these 12 layers, which part has the most weights?

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
# Two maps of 512 × 2048 in each of 12 layers are more than the four maps of 512 × 512 of 18 attentions. See how little the norms need.

# %%
with viz.style():
    fig, ax = plt.subplots(figsize=(6, 2.2))
    ax.barh(list(parts), [n / 1e6 for n in parts.values()])
    ax.invert_yaxis()
    ax.set_xlabel("million parameters")
    ax.set_title("The base model: most numbers stand in the feed-forward networks")
viz.picture(fig, alt="Bars: feed-forward 25.2, attention 18.9, one table 18.9, norms 0.03 million.")

# %%
base = Transformer(2, 2, tie_weights=True)  # two tables of 2 rows instead of one of 37,000
rest = count(base) - sum(p.numel() for p in base.parameters() if 2 in p.shape)
print(f"your base model, without its tables: {rest / 1e6:.1f} million")

# %% [markdown]
# The paper's table says 65 million, ours counts about 63. It gives its vocabulary only roughly, as about 37,000 pieces that source, target and output share. Your model has a table for the source and one for the target.
#
# Back to [notebook 06](06_encoder_and_decoder.ipynb).
