# %% [markdown]
# # 11a · The first token
#
# Many large models put much weight on the first token, whatever it says. After this side trip you can
#
# - say what an attention sink is,
# - look for one in a model of yours.
#
# **About 5 minutes.** A side trip of notebook 11: no later notebook needs it.

# %%
import math

import torch
import torch.nn.functional as F

from tutor_utils import language, mine, predict, set_seed, viz

set_seed(0)
torch.set_num_threads(1)  # small products: threads would wait for each other
if torch.cuda.is_available():
    device = torch.device("cuda")
elif torch.backends.mps.is_available():
    device = torch.device("mps")
else:
    device = torch.device("cpu")

# %% [markdown]
# ## A sink
#
# A softmax must put its weight somewhere, even where a head has nothing to say. In many large models it goes to the first token: an **attention sink** ([Xiao et al. 2023](https://arxiv.org/abs/2309.17453)). Cut that token out of the cache, and they break down.
#
# Does the model of notebook 08 have one? Here it reads Python's manual letter by letter, for 150 steps.

# %% predict="sinks"
### BEGIN SOLUTION
answer = "about its share, or less"
# ~ answer = None  # TODO: the first token gets "far more" than an even share of the weight, or "about its share, or less"?
### END SOLUTION
predict("sinks", answer)

# %% tags=["nbval-ignore-output"]
LanguageModel, window_batch, initialise = mine("LanguageModel", "window_batch", "initialise")
text = language.python_manual()
letters = {letter: i for i, letter in enumerate(sorted(set(text)))}
ids = torch.tensor([letters[letter] for letter in text])
set_seed(0)
generator = torch.Generator().manual_seed(1)
model = LanguageModel(len(letters), 64, 4, 2, 256, 64)
initialise(model)
model.to(device)
optimizer = torch.optim.AdamW(model.parameters(), betas=(0.9, 0.98))
steps = 150  # Try: 1,000, which takes half a minute
for step in range(steps):
    optimizer.param_groups[0]["lr"] = 5e-3 * min(1, (step + 1) / 50, (steps - step) / 100)
    x, y = (part.to(device) for part in window_batch(ids, 16, 64, generator))
    loss = F.cross_entropy(model(x).flatten(0, 1), y.flatten())
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(f"loss {loss.item():.2f}; an even guess has {math.log(len(letters)):.2f}")

# %% tags=["nbval-ignore-output"]
maps = []
attentions = [part for part in model.modules() if hasattr(part, "w_o")]
handles = [a.register_forward_hook(lambda a, args, out: maps.append(out[1])) for a in attentions]
with torch.no_grad():
    model(window_batch(ids, 64, 64, generator)[0].to(device))
for handle in handles:
    handle.remove()
even = 1 / torch.arange(1, 65)  # place t sees t + 1 tokens
print(f"an even share, places 16 to 63: {even[16:].mean():.3f}")
for i, weights in enumerate(maps):
    first = weights[:, :, 16:, 0].mean((0, 2))  # (h,)
    print(f"layer {i}, each head:", [round(share, 3) for share in first.tolist()])

# %% tags=["nbval-ignore-output"]
places = range(8, 64)
lines = {"an even share": (places, even[8:].tolist())}
for i, weights in enumerate(maps):
    lines[f"layer {i}"] = (places, weights[:, :, 8:, 0].mean((0, 1)).tolist())
viz.curves(lines, x_label="place that looks", y_label="weight on the first token")

# %% [markdown]
# Look for a line that stays high: there is none. Both layers lie at the even share, or below. What holds for large models need not hold for yours: measure.
