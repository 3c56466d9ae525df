# %% [markdown]
# # 07b · The recipe
#
# Notebook 07 gave your model a thousand steps to learn to copy. Another recipe, for a model as large, needs about a hundred. What makes the difference? And what is a warm-up good for?
#
# **About 15 minutes**, one of them training. You need notebook 07.

# %%
import inspect
from collections.abc import Callable
from dataclasses import replace

import torch
from torch import nn

from tutor_utils import mine, predict, set_seed, training, viz

torch.set_num_threads(1)
PAD, BOS, EOS = 0, 1, 2
VOCAB = 11
Transformer, initialise, copy_batch = mine("Transformer", "initialise", "copy_batch")
train_model, sinusoidal_encoding = mine("train_model", "sinusoidal_encoding")

# %% [markdown]
# ## What Adam remembers
#
# For each number of the model Adam keeps two more: a running mean m of the gradient g, and a running mean v of its square (section 5.3):
#
# $$m \leftarrow \beta_1 m + (1 - \beta_1)\,g, \qquad v \leftarrow \beta_2 v + (1 - \beta_2)\,g^2$$
#
# The update is −rate · m / √v. Both means begin at 0, and Adam makes up for that: after one step m is that gradient, and v its square.

# %%
for gradient in (0.001, 1000.0):
    weight = nn.Parameter(torch.zeros(1))
    adam = torch.optim.Adam([weight], lr=0.1, betas=(0.9, 0.98), eps=1e-9)
    weight.grad = torch.tensor([gradient])
    adam.step()
    print(f"gradient {gradient:>8}: the first update moves by {weight.item():.3f}")

# %% [markdown]
# A gradient a million times as large, and the same step. Adam's first updates are all of full size, in a direction that one batch has chosen. Its memory must fill before it can tell a steady gradient from noise. That is one reason to **warm up**: small rates until then.

# %% [markdown]
# ## What a warm-up lets you do
#
# The paper's model is deep and post-LN. There the gradients near the output are large at the start ([Xiong et al. 2020](https://arxiv.org/abs/2002.04745)). Four post-LN layers, 80 steps, four peak rates, each with and without a warm-up of 40 steps, three runs of each (about a minute).
#
# *Your prediction:* where does the warm-up help?

# %% predict="where_warmup_helps"
### BEGIN SOLUTION
answer = "at high rates"
# ~ answer = None  # TODO: "at every rate", "at high rates" or "at low rates"
### END SOLUTION
predict("where_warmup_helps", answer)


# %%
def deep_loss(rate: Callable[[int], float], seed: int) -> float:
    """Train four post-LN layers on short sequences; the mean of the last ten losses."""
    set_seed(seed)
    deep = Transformer(VOCAB, VOCAB, d_model=32, num_heads=4, num_layers=4, d_ff=64, dropout=0.0)
    initialise(deep)
    adam = torch.optim.Adam(list(deep.parameters()), betas=(0.9, 0.98), eps=1e-9)
    draw = torch.Generator().manual_seed(seed)
    batches = (copy_batch(16, 4, VOCAB, draw) for _ in range(80))
    return sum(train_model(deep, batches, adam, rate, PAD)[-10:]) / 10


# %% tags=["nbval-ignore-output"]
# Try: a rate of 0.016, and a warm-up of 10 steps
peaks, warmup, seeds = (0.001, 0.002, 0.004, 0.008), 40, (1, 2, 3)
constant, warmed = {}, {}  # peak -> a loss for each seed
for peak in peaks:
    constant[peak] = [deep_loss(lambda step: peak, seed) for seed in seeds]
    warmed[peak] = [deep_loss(lambda step: peak * min(1, step / warmup), seed) for seed in seeds]
    without, with_ = ([round(loss, 2) for loss in runs[peak]] for runs in (constant, warmed))
    print(f"peak {peak}: losses {without} without warm-up, {with_} with")

# %%
shown = {
    name: (peaks, [sum(losses) / len(seeds) for losses in runs.values()])
    for name, runs in (("without warm-up", constant), ("with warm-up", warmed))
}
title = "With a warm-up the model tolerates a higher peak rate"
drawn = viz.curves(
    shown,
    x_label="peak rate",
    y_label="loss after 80 steps, mean of 3 runs",
    title=title,
    logx=True,
)
viz.picture(
    drawn.figure, alt="Both losses rise with the peak rate; without warm-up much faster than with."
)

# %% [markdown]
# Look at the right end: at the highest rate every run with a warm-up ends lower than every run without. At the left end it only costs steps: here a small constant rate is best of all. So a warm-up is no condition for learning. It lets the rate be higher, and forgives one that is too high.

# %% [markdown]
# ## Three starts
#
# To copy, step 5 must find *position* 5. How large (root mean square) are the words beside the positions at the start? PyTorch draws embeddings of size 1, and the model multiplies them by √32 = 5.7. (A little less comes out: the pad's row is 0.) Your `initialise` brings them near the size of the positions. A third start makes them smaller still, and so leaves the floor to the positions:

# %%
print(inspect.getsource(training.quiet_start))

# %%
config = training.CONFIGS["copy"]
starts = {
    "PyTorch's own start": lambda model: None,
    "your initialise": initialise,
    "quiet start": training.quiet_start,
}
position = sinusoidal_encoding(10, config.d_model).square().mean().sqrt().item()
for name, start in starts.items():
    model = config.build_model(Transformer, initialise=start)
    table = next(p for p in model.parameters() if p.shape == (VOCAB, config.d_model))
    words = (table * config.d_model**0.5).square().mean().sqrt().item()
    print(f"{name:<20} words {words:.2f}, positions {position:.2f}")

# %% [markdown]
# Three runs of 60 steps. All is the same but the start. Look at which curve falls first.

# %%
losses = {}
for name, start in starts.items():
    model = config.build_model(Transformer, initialise=start)
    run = training.Trainer(model, config).run(60, eval_every=60, count=20)
    losses[name] = (list(run.losses), list(run.losses.values()))
title = "The smaller the words at the start, the faster it learns to copy"
drawn = viz.curves(losses, x_label="step", y_label="loss", title=title)
viz.picture(drawn.figure, alt="Expected: PyTorch's start lags, quiet_start is the first near 0.")

# %% [markdown]
# This is a choice for this task: copying is a question of positions. For a model that ties its tables, `initialise` is the start that works: notebook 06 has measured it.

# %% [markdown]
# ## The fast recipe
#
# Besides the quiet start: two wider heads, a peak rate of 0.01, and β1 = 0.7. In a run of a hundred steps a shorter memory turns sooner. How many steps until two evaluations in a row are without an error?

# %% tags=["nbval-ignore-output"]
fast = training.Trainer(config.build_model(Transformer, seed=0), config).run()
print(f"{fast.step} steps, {fast.cpu_seconds:.1f} CPU seconds: {fast.score}")

# %% [markdown]
# ## Switches that others use
#
# Large runs clip gradients, decay weights (AdamW), accumulate the gradients of a batch in parts, and multiply in bfloat16. The trainer has them all; your `train_step` stays as it is. Rows right after 80 steps, three seeds each (15 seconds):


# %% tags=["nbval-ignore-output"]
def rows_right(peak: float, amp_dtype: str = "float32", **switches: float) -> list[str]:
    """The share of held-out rows that are right after 80 steps, for three seeds."""
    found = []
    for seed in (1, 2, 3):
        own = replace(config, peak_lr=peak, **switches)
        trainer = training.Trainer(
            own.build_model(Transformer, seed), own, seed=seed, amp_dtype=amp_dtype
        )
        score = trainer.run(80, eval_every=80, count=60, final=200).score
        found.append(f"{score.exact_match:.0%}")
    return found


for peak in (0.01, 0.03):  # the recipe's, and one that is too high
    print(f"peak {peak}, no switch:     ", *rows_right(peak))
    print(f"peak {peak}, clip_norm=0.3: ", *rows_right(peak, clip_norm=0.3))
    print(f"peak {peak}, weight_decay=1:", *rows_right(peak, weight_decay=1.0))
print("peak 0.01, accumulate=4:  ", *rows_right(0.01, accumulate=4))
print("peak 0.01, bfloat16:      ", *rows_right(0.01, "bfloat16"))

# %% [markdown]
# At the recipe's rate: no gain, and a clipped run may lag. At three times the rate most runs fail; clipping saves some of them, a strong decay more. Parts and bfloat16 change nothing here: they are for models that do not fit, and for devices that are faster with them.

# %% [markdown]
# ## Other tasks: reverse and sort
#
# The same code of yours, and only up to 6 symbols. The target is different. So is the recipe: both take 64 sequences a step, which tolerate a higher rate, and more of the long ones. Sort must count besides, so it has 48 features. What does cross-attention have to look like? Draw it on paper before you go on.

# %% tags=["nbval-ignore-output"]
others = {}
for name in ("reverse", "sort"):
    short = replace(training.TASKS[name], max_len=6, name=f"{name}, lengths 1 to 6")
    own = replace(training.CONFIGS[name].for_task(short), cooldown=150)
    others[name] = own.build_model(Transformer, seed=1)
    run = training.Trainer(others[name], own).run(300, count=200)
    print(f"{name}: {run.score.exact_match:.0%} right after {run.step} steps")


# %%
def cross_maps(name: str, given: str, wanted: str) -> tuple[torch.Tensor, dict[str, list[str]]]:
    """The weights of the last layer's heads, (h, 7, 7), and the names of queries and keys."""
    source, target = ([int(word) for word in words.split()] for words in (given, wanted))
    heard = viz.Recording(others[name]).record(
        torch.tensor([[*source, EOS]]), torch.tensor([[BOS, *target]])
    )
    names = {"queries": ["bos", *wanted.split()], "keys": [*given.split(), "eos"]}
    return heard.layers("cross")[-1].weights[0], names


# %%
weights, names = cross_maps("reverse", "3 4 5 6 7 8", "8 7 6 5 4 3")
drawn = viz.heads(weights, title="Reverse: each step reads from the other end", **names)
viz.picture(drawn.figure, alt="Expected: a diagonal from the upper right to the lower left.")

# %%
weights, names = cross_maps("sort", "8 3 7 5 4 6", "3 4 5 6 7 8")
drawn = viz.heads(weights, title="Sort: no diagonal, the symbols decide", **names)
viz.picture(drawn.figure, alt="Expected: no diagonal; the next larger symbol, wherever it stands.")

# %% [markdown]
# Reverse is a question of positions: look for the diagonal, turned round. Sort is one of symbols: which column lights up depends on what stands there, and the heads share the search.

# %% [markdown]
# ## Questions people get wrong
#
# - *Does a Transformer need a warm-up?* Not always. With it, a model tolerates a higher rate.
# - *Are the start and the rate details?* No: they decide how many steps a run needs.
# - *Is the fast recipe the better one?* For this task. Reverse and sort have another.
