# %% [markdown]
# # 08a · How good is it?
#
# A side trip from [notebook 08](08_language_model.ipynb). Two questions: does a small language model compress text better than gzip? And how do you see that a model learns its text by heart?
#
# **About 15 minutes** to read and run, one or two of them training. Nothing here is needed further on.

# %%
import bz2
import gzip
import math
from collections.abc import Callable

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from tutor_utils import language, mine, predict, set_seed, viz

set_seed(0)
torch.set_num_threads(1)  # small products: threads would wait for each other
if torch.cuda.is_available():
    device = torch.device("cuda")
elif torch.backends.mps.is_available():
    device = torch.device("mps")
else:
    device = torch.device("cpu")

# %% tags=["nbval-ignore-output"]
learn_merges, apply_merges, encode = mine("learn_merges", "apply_merges", "encode")
LanguageModel, window_batch = mine("LanguageModel", "window_batch")
perplexity, initialise = mine("perplexity", "initialise")
train_text, held_out = language.split(language.python_manual())
merges = learn_merges(train_text, 500)
names = ["<unk>", *sorted({"▁", *train_text} - {" "}), *("".join(pair) for pair in merges)]
vocab = {name: i for i, name in enumerate(dict.fromkeys(names))}
ids, held_ids = (
    torch.tensor(encode(apply_merges(text, merges), vocab), device=device)
    for text in (train_text, held_out)
)

# %% [markdown]
# The recipe of notebook 08, as two functions: a fresh model, and its training with a look now and then.


# %%
def fresh(dropout: float) -> nn.Module:
    """A model that has learned nothing."""
    set_seed(0)
    sizes = {"d_model": 64, "num_heads": 4, "num_layers": 2, "d_ff": 256, "max_len": 64}
    model = LanguageModel(len(vocab), **sizes, dropout=dropout)
    initialise(model)
    return model.to(device)


def train(model: nn.Module, ids: Tensor, steps: int, look: Callable | None = None) -> None:
    """Train on windows of the text; ``look(step)`` at every twentieth step."""
    draw = torch.Generator().manual_seed(1)
    optimizer = torch.optim.AdamW(model.parameters(), lr=5e-3, betas=(0.9, 0.98), weight_decay=0.1)
    for step in range(steps + 1):
        if look and step % 20 == 0:
            look(step)
        rate = 5e-3 * min((step + 1) / 50, max(0.05, (steps - step) / (steps - 50)))
        optimizer.param_groups[0]["lr"] = rate
        x, y = window_batch(ids, 16, 64, draw)  # (B, L), (B, L)
        loss = F.cross_entropy(model(x).flatten(0, 1), y.flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


# %% [markdown]
# ## Better than gzip?
#
# A model that predicts well can compress well: a token with probability p costs -log2 p bits. The cost of the held-out text, per character, is a number that can be compared across tokenizers and with other programs. To be fair, they may read the training text first: what counts is how much the file grows.

# %% tags=["nbval-ignore-output"]
model = fresh(dropout=0.1)
train(model, ids, 400)


def growth(compress: Callable) -> float:
    """Bits per held-out character, when the training text stands before it."""
    first, both = (len(compress(t.encode())) for t in (train_text, f"{train_text} {held_out}"))
    return 8 * (both - first) / len(held_out)


tokens = len(held_ids) - 1
ours = math.log2(perplexity(model, held_ids, 64)) * tokens / len(held_out)
print("bits per character of the held-out text")
print(
    f"gzip, without the training text: {8 * len(gzip.compress(held_out.encode())) / len(held_out):.2f}"
)
print(f"gzip {growth(gzip.compress):.2f}   bz2 {growth(bz2.compress):.2f}   your model {ours:.2f}")
assert ours < growth(gzip.compress)

# %% [markdown]
# A manual says the same things in the same words, and repeats are what these programs find. Your small model is a little better than gzip, and bz2, which looks at the whole text at once, is better than both. (Each window of 64 tokens begins without context: that costs your model something.)

# %% [markdown]
# ## What overfitting looks like
#
# A tenth of the text, no dropout. The model can learn that by heart. What happens to its loss on this text, and to its loss on the held-out text?

# %% predict="overfitting"
### BEGIN SOLUTION
answer = "training falls, held-out rises again"
# ~ answer = None  # TODO: "both fall", "training falls, held-out rises again" or "both rise"
### END SOLUTION
predict("overfitting", answer)

# %%
few, curve = ids[: len(ids) // 10], {}
# Try: dropout=0.3, or all of the text in `few`
parrot = fresh(dropout=0.0)


def watch(step: int) -> None:
    """Loss per token on what it trains on, and on what it does not."""
    curve[step] = [math.log(perplexity(parrot, text, 64)) for text in (few, held_ids)]


train(parrot, few, 200, watch)
trained, held = zip(*curve.values(), strict=True)
best = min(curve, key=lambda step: curve[step][1])
assert trained[-1] < 0.5 and held[-1] > min(held) + 0.5 and best < 120
drawn = viz.curves(
    {"trains on it": (list(curve), trained), "never saw it": (list(curve), held)},
    x_label="step",
    y_label="loss per token",
    title="The loss on unseen text turns up early",
)
viz.picture(drawn.figure, alt="Training loss falls to near zero. Held-out loss falls, then rises.")

# %% [markdown]
# The lowest point of the upper curve is the place to stop. More text, dropout, a smaller model: each helps against overfitting. The training loss alone would not have shown it.
#
# Back to [notebook 08](08_language_model.ipynb).
