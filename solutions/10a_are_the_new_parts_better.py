# %% [markdown]
# # 10a · Are the new parts better?
#
# RMSNorm took the place of LayerNorm, SwiGLU that of ReLU. Do they learn more? After this side trip you can
#
# - compare two parts fairly: equal sizes, several seeds,
# - say how large a difference must be before you believe it.
#
# **About 10 minutes.** A side trip of notebook 10: no later notebook needs it.

# %%
import torch
import torch.nn.functional as F
from torch import nn

from tutor_utils import language, mine, predict, set_seed, viz

torch.set_num_threads(1)  # small products: threads would wait for each other

# %% [markdown]
# ## A fair comparison
#
# The text of notebook 08, letter by letter. The new model, the same with LayerNorm, the same with ReLU, all with equal numbers of parameters. Three seeds each.

# %% predict="old_or_new"
### BEGIN SOLUTION
answer = "less than the seed does"
# ~ answer = None  # TODO: a change of part moves the loss "less than the seed does" or "more than the seed does"?
### END SOLUTION
predict("old_or_new", answer)

# %% tags=["nbval-ignore-output"]
ModernLanguageModel, initialise, window_batch = mine(
    "ModernLanguageModel", "initialise", "window_batch"
)
train_text, held_out = language.split(language.python_manual())
letters = {letter: i for i, letter in enumerate(sorted({*train_text}))}
ids = torch.tensor([letters[letter] for letter in train_text])
held = torch.tensor([letters[letter] for letter in held_out if letter in letters])
held = held[: len(held) // 49 * 49].view(-1, 49)


def with_part(model: nn.Module, old: str, make) -> None:
    """Put ``make()`` in the place of every part of the class ``old``."""
    for part in list(model.modules()):
        for name, inner in list(part.named_children()):
            if type(inner).__name__ == old:
                setattr(part, name, make())


# %%
def loss_of(old: str, make, seed: int, steps: int = 100) -> float:
    """Train a small model; its loss on the held-out text."""
    set_seed(seed)
    model = ModernLanguageModel(len(letters), 48, 4, 2, 2, 96)
    with_part(model, old, make)
    initialise(model)
    optimizer = torch.optim.AdamW(model.parameters(), lr=5e-3)
    generator = torch.Generator().manual_seed(seed)
    for step in range(steps):
        optimizer.param_groups[0]["lr"] = 5e-3 * min(
            (step + 1) / 20, max(0.05, (steps - step) / 80)
        )
        x, y = window_batch(ids, 12, 48, generator)
        loss = F.cross_entropy(model(x)[0].flatten(0, 1), y.flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    with torch.no_grad():
        logits = model(held[:, :-1])[0]
    return F.cross_entropy(logits.flatten(0, 1), held[:, 1:].flatten()).item()


# %% tags=["nbval-ignore-output"]
def relu_network() -> nn.Module:
    """Two maps and 144 features: as many parameters as three maps and 96."""
    return nn.Sequential(nn.Linear(48, 144, bias=False), nn.ReLU(), nn.Linear(144, 48, bias=False))


means = {}
for name, old, make in (
    ("RMSNorm, SwiGLU", "", None),
    ("LayerNorm, SwiGLU", "RMSNorm", lambda: nn.LayerNorm(48, bias=False)),
    ("RMSNorm, ReLU", "SwiGLU", relu_network),
):
    losses = [loss_of(old, make, seed) for seed in range(3)]
    means[name] = losses
    print(f"{name:<18}", *(f"{loss:.2f}" for loss in losses))

# %% [markdown]
# Look down the columns, then along the rows. The two norms end alike. ReLU is behind by a little with every seed, and by less than two seeds of one model differ.

# %% tags=["nbval-ignore-output"]
lines = {name: (range(3), losses) for name, losses in means.items()}
title = "Seeds differ as much as parts do"
drawn = viz.curves(lines, x_label="seed", y_label="held-out loss", title=title)
drawn.figure.axes[0].set_xticks(range(3))
viz.picture(
    drawn.figure,
    alt="Three lines, close together: they rise and fall with the seed more than with the part.",
)

# %% [markdown]
# Give one model its best seed and another its worst: then any of the three wins. So compare at equal seeds, and say how many.
#
# For large models Shazeer (2020) found a small gain of SwiGLU, and offered no reason but "divine benevolence". Zhang and Sennrich (2019) found RMSNorm as good as LayerNorm, and faster. So both stayed.
#
# ## Questions people get wrong
#
# - *Why 144 features with ReLU, and 96 with SwiGLU?* Two maps against three: so both have equal numbers of parameters.
# - *Would more steps show a difference?* Perhaps. Then the seeds must be tried again with these steps.
