# %% [markdown]
# # 10c · Pictures as tokens
#
# A picture is no text. Yet the model that reads it is yours: the `Encoder` of notebook 06. After this side trip you can
#
# - cut a picture into tokens,
# - say what your model knows of a picture, and what it does not,
# - test where it looks.
#
# **About 15 minutes.** A side trip of notebook 10: no later notebook needs it.

# %%
import torch
import torch.nn.functional as F
from torch import Tensor, nn

from tutor_utils import mine, pictures, predict, set_seed, viz

torch.set_num_threads(1)  # small products: threads would wait for each other
Encoder, LearnedPosition, initialise = mine("Encoder", "LearnedPosition", "initialise")

# %% [markdown]
# ## The pictures
#
# 1,797 digits, written by 13 people, of 8 by 8 pixels from 0 (paper) to 1 (ink). They are the test part of *Optical Recognition of Handwritten Digits* (Alpaydin and Kaynak 1998, [UCI](https://doi.org/10.24432/C50P49), CC BY 4.0).

# %%
shown, digits = pictures.digits()  # (1797, 8, 8), (1797,)
strip = torch.cat([F.pad(picture, (0, 1)) for picture in shown[:8]], dim=1)  # Try: shown[8:16]
print("digits:", digits[:8].tolist())
viz.matrix(strip, annotate=False, rows=[""] * 8, columns=[""] * strip.shape[1])

# %% [markdown]
# ## Words of a picture
#
# Cut it into **patches** of 2 by 2. Each is a token of 4 numbers; a row of 16 tokens is a sentence (Dosovitskiy et al. 2021). By hand, with the pixels numbered:


# %%
def patches(pictures: Tensor) -> Tensor:
    """(N, 8, 8) -> (N, 16, 4), row by row."""
    squares = pictures.unfold(1, 2, 2).unfold(2, 2, 2)  # (N, 4, 4, 2, 2)
    return squares.reshape(len(pictures), 16, 4)


numbered = torch.arange(64).view(1, 8, 8)
print(numbered[0, :2].tolist())
print("patches 0 and 1:", patches(numbered)[0, :2].tolist())

# %% [markdown]
# ## The model
#
# What changes: a `Linear` makes a vector of a patch, where an embedding made one of a word. And one token more stands in front, the same for all pictures. It collects: of its result the digit is read.


# %%
class PictureModel(nn.Module):
    """Patches (N, 16, 4) -> scores of the digits (N, 10), weights of each layer."""

    def __init__(self, positions: bool = True) -> None:
        super().__init__()
        self.patch, self.output = nn.Linear(4, 32), nn.Linear(32, 10)
        self.first = nn.Parameter(torch.zeros(1, 1, 32))
        self.positions = LearnedPosition(17, 32) if positions else nn.Identity()
        self.encoder = Encoder(2, 32, 4, 64, norm_first=True)

    def forward(self, x: Tensor) -> tuple[Tensor, list[Tensor]]:
        first = self.first.expand(len(x), -1, -1)  # (N, 1, 32)
        x = self.positions(torch.cat([first, self.patch(x)], dim=1))  # (N, 17, 32)
        x, weights = self.encoder(x)
        return self.output(x[:, 0]), weights


# %% tags=["nbval-ignore-output"]
tokens = patches(shown)  # (1797, 16, 4)
train, test = slice(0, 1400), slice(1400, None)


def right(model: nn.Module, x: Tensor) -> float:
    """The share of the test pictures, given as patches, that it names."""
    with torch.no_grad():
        return (model(x)[0].argmax(-1) == digits[test]).float().mean().item()


def trained(x: Tensor, positions: bool = True, steps: int = 250) -> nn.Module:
    """A new model, trained on the first 1,400 pictures."""
    set_seed(0)
    model = PictureModel(positions)
    initialise(model)
    optimizer = torch.optim.AdamW(model.parameters())
    for step in range(steps):
        optimizer.param_groups[0]["lr"] = 3e-3 * min(step / 40, 2 - 2 * step / steps, 1)
        batch = torch.randint(1400, (64,))
        optimizer.zero_grad()
        F.cross_entropy(model(x[batch])[0], digits[batch]).backward()
        optimizer.step()
    return model.eval()


model = trained(tokens)
print(f"right: {right(model, tokens[test]):.0%} of 397 pictures that it has not seen")

# %% [markdown]
# No line of it is about pictures: it is the same model.
#
# ## What does it know of a picture?
#
# Shuffle the 16 patches, in the same way in every picture. You could no longer read them.

# %%
set_seed(0)
order = torch.randperm(16)


def picture_of(x: Tensor) -> Tensor:
    """(16, 4) -> (8, 8)"""
    return x.view(4, 4, 2, 2).transpose(1, 2).reshape(8, 8)


strip = torch.cat([F.pad(picture_of(x[order]), (0, 1)) for x in tokens[:8]], dim=1)
viz.matrix(strip, annotate=False, rows=[""] * 8, columns=[""] * strip.shape[1])

# %% predict="shuffled_patches"
### BEGIN SOLUTION
answer = "as often"
# ~ answer = None  # TODO: trained and tested on shuffled pictures it is right "as often", "less often" or "no better than chance"?
### END SOLUTION
predict("shuffled_patches", answer)

# %% predict="no_positions"
### BEGIN SOLUTION
answer = "above half"
# ~ answer = None  # TODO: in order, but without positions it is right "as before", "above half" or "one in ten"?
### END SOLUTION
predict("no_positions", answer)

# %% tags=["nbval-ignore-output"]
shuffled = trained(tokens[:, order])
without = trained(tokens, positions=False)
print(f"in order:           {right(model, tokens[test]):.0%}")
print(f"shuffled:           {right(shuffled, tokens[test][:, order]):.0%}")
print(f"without positions:  {right(without, tokens[test]):.0%}")
print(f"trained in order, tested shuffled: {right(model, tokens[test][:, order]):.0%}")

# %% [markdown]
# So it knows nothing of neighbours: it learns what each place means, whatever lies beside it. A convolution has neighbours built in, and needs fewer pictures. Even the nearest picture does well here:

# %%
nearest = torch.cdist(shown[test].flatten(1), shown[train].flatten(1)).argmin(1)
print(f"nearest: {(digits[train][nearest] == digits[test]).float().mean():.0%}")

# %% [markdown]
# With few pictures the built-in knowledge wins; with 300 million the Transformer did (Dosovitskiy et al. 2021).
#
# ## Where does it look?
#
# Two maps below each picture. First the weights of the collecting token in layer 1, mean of the heads. Then what a patch does: how far the score of the named digit falls when this patch alone is covered.


# %% tags=["nbval-ignore-output"]
def covered(places: Tensor) -> Tensor:
    """The test pictures without the patches at these places, (397, n)."""
    x = tokens[test].clone()
    x[torch.arange(397)[:, None], places] = 0.0
    return x


with torch.no_grad():
    scores, layers = model(tokens[test])
    named = scores.argmax(-1, keepdim=True)  # (397, 1)
    every = [covered(torch.full((397, 1), place)) for place in range(16)]
    effect = torch.cat([(scores - model(x)[0]).gather(1, named) for x in every], dim=1)
weights = layers[0].mean(1)[:, 0, 1:]  # (397, 16)

# %% tags=["nbval-ignore-output"]
rows = [F.pad(shown[test], (0, 1, 0, 1))]
for looks in (weights, effect.clamp(min=0)):
    looks = (looks / looks.amax(-1, keepdim=True)).view(-1, 4, 4)
    rows.append(F.pad(looks.repeat_interleave(2, 1).repeat_interleave(2, 2), (0, 1, 0, 1)))
strip = torch.cat(list(torch.cat(rows, dim=1)[:8]), dim=1)  # Try: [8:16]
viz.matrix(strip, annotate=False, rows=[""] * 27, columns=[""] * strip.shape[1])

# %% [markdown]
# In our run a corner of mere paper gets the largest weight: a place to look at when there is nothing to see. So which map tells what matters? Cover four patches of each picture, and ask again.

# %% tags=["nbval-ignore-output"]
set_seed(0)
choices = {
    "any four": torch.rand(397, 16),
    "largest weight": weights,
    "largest effect": effect,
}
for name, ranks in choices.items():
    four = ranks.topk(4, dim=-1).indices
    print(f"{name:<15} {right(model, covered(four)):.0%}")

# %% [markdown]
# A map of weights is not an explanation. Covering is a test: it changes something, and looks at what follows.
#
# ## Questions people get wrong
#
# - *Does the model see that patches lie side by side?* No: shuffled it learns as well.
# - *Are positions of less use here than in a text?* No. A bag of strokes is no digit.
