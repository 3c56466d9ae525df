# %% [markdown]
# # 07a · What a run hides
#
# A model trains, and its loss is 0.00. What may be wrong all the same? And which number would have told you?
#
# **About 15 minutes**: the table of mistakes trains 23 models, which takes a minute or two. You need notebook 07.

# %%
import torch
from torch import Tensor, nn

from tutor_utils import mine, predict, training, viz
from tutor_utils.training import injected_faults

torch.set_num_threads(1)
config = training.CONFIGS["copy"]  # the copy task, with a recipe that needs about 90 steps
Transformer, initialise = mine("Transformer", "initialise")

# %% [markdown]
# ## The loss hides a leak
#
# *Your prediction:* what happens to the loss, and to decoding, when the decoder may read the future?

# %% predict="no_causal_mask"
### BEGIN SOLUTION
answer = "loss falls, decoding fails"
# ~ answer = None  # TODO: "loss falls, decoding fails", "both get better" or "both get worse"
### END SOLUTION
predict("no_causal_mask", answer)

# %% [markdown]
# A **hook** is a function that PyTorch calls before a module runs. This one opens the mask of your own model: every query gets the mask row of the last one, which sees all that is not pad.


# %%
def open_the_future(module: nn.Module, args: tuple, kwargs: dict) -> tuple[tuple, dict]:
    """Give every query the last row of the mask."""

    def last_row(value: object) -> object:
        is_mask = isinstance(value, Tensor) and value.dtype == torch.bool
        return value[..., -1:, :] if is_mask else value

    return tuple(map(last_row, args)), {k: last_row(v) for k, v in kwargs.items()}


leaky = config.build_model(Transformer, seed=1, initialise=initialise)
for module in leaky.modules():
    if hasattr(module, "w_q"):
        module.register_forward_pre_hook(open_the_future, with_kwargs=True)

# %%
run = training.Trainer(leaky, config).run(
    90,
    eval_every=30,
    count=100,
    alt="Expected: the loss falls to zero, exact match stays near zero.",
)

# %% tags=["nbval-ignore-output"]
print(f"teacher-forced loss {run.score.loss:.2f}, exact match {run.score.exact_match:.0%}")

# %% [markdown]
# The loss says "perfect", the model can do nothing. It learned to read each label one position further on. **A teacher-forced loss proves nothing.** Only what the model says by itself does.
#
# This depends on the start. Where the tables begin small, as in [The recipe](07b_the_recipe.ipynb), some seeds learn to copy beside the leak. A fault may also hide behind a good result.

# %% [markdown]
# ## A training run is no test of the parts
#
# Now the most important table of the course. Each line is a real mistake. Each is built into a right model, which is then trained on sequences of 1 to 4 symbols. *Loss* is the mean of its last ten losses, *exact* the exact match on held-out sequences. What do the two numbers say?

# %% tags=["nbval-ignore-output"]
print(f"{'mistake':<44}{'loss':>7}{'exact':>8}   given away by")
verdicts = []
for fault in (injected_faults.NO_FAULT, *injected_faults.FAULTS):
    verdict = injected_faults.train_with_fault(fault)
    verdicts.append(verdict)
    numbers = f"{verdict.loss:>7.3f}{verdict.score.exact_match:>8.0%}"
    by = "(the right model)" if fault is injected_faults.NO_FAULT else verdict.detected_by
    print(f"{verdict.fault:<44}{numbers}   {by}")

# %% [markdown]
# Read it by its last column.
#
# - **loss**: it stays high, above 0.15. You would notice.
# - **exact match**: the loss looks perfect, and less than 95 % of the answers are right. If you print only the loss, you will not notice.
# - **neither**: it learns the toy task all the same. On a real task it may learn worse, and nobody knows why.

# %% tags=["nbval-ignore-output"]
for name in ("loss", "exact match", "neither"):
    print(f"given away by {name}: {sum(v.detected_by == name for v in verdicts[1:])}")

# %% [markdown]
# "Cross-attention reads the decoder itself" is `Deaf` of notebook 06: it never hears its source. No causal mask lies on cross-attention, so it reads the answer in its own target. The loss is perfect, and no sequence is right.
#
# Most of the mistakes were found in published code. Here is where:

# %% folded=true
for fault in injected_faults.FAULTS:
    if fault.source:
        print(f"{fault.name:<44}{fault.source}")

# %% [markdown]
# That is why notebooks 01 to 06 checked every part by itself: leaks, scale, masks, shapes of weights. A training run is no test of the parts. A test of the parts is no training run. You need both.

# %% [markdown]
# ## An average hides the long rows
#
# Two models: one after 30 steps, one trained to the end. Each length by itself, with the share that is certain: with 95 % confidence the true value lies above the line *at least*. Look at the length where the half-trained one gives up.

# %%
half, whole = (config.build_model(Transformer, seed=0) for _ in range(2))
shown = {}
for name, model, steps in (("after 30 steps", half, 30), ("at the end", whole, 300)):
    score = training.Trainer(model, config).run(steps, count=200, final=1000).score
    shown[name] = (score.lengths, list(score.by_length.values()))
    sure = [1 - bound for bound in score.error_at_most_by_length.values()]
    shown[f"{name}, at least"] = (score.lengths, sure)
print("tried, by length:", score.tried_by_length)
title = "Half trained, long rows fail"
drawn = viz.curves(shown, x_label="symbols", y_label="exact match", title=title)
viz.picture(drawn.figure, alt="Expected: half trained, long rows fail; at the end none does.")

# %% [markdown]
# Short sequences are few: of two symbols 64 exist, and only 2 were tried. So little can be known of them: "at least" lies far below.

# %% [markdown]
# ## A map hides whether it is needed
#
# A head has a fine diagonal. Would the answer change without it? Ask the model. Before `w_o` the heads lie side by side, 16 features each. This hook sets one head's features to 0, in one attention module.


# %%
def without_head(module: nn.Module, head: int) -> float:
    """Exact match while one head of one attention module says nothing."""
    d_k = config.d_model // config.num_heads

    def silence(w_o: nn.Module, args: tuple) -> tuple:
        heads = args[0].clone()  # (B, L, d_model)
        heads[..., head * d_k : (head + 1) * d_k] = 0
        return (heads, *args[1:])

    hook = module.w_o.register_forward_pre_hook(silence)
    found = training.evaluate(whole, config.task, count=300).exact_match
    hook.remove()
    return found


# %%
attentions = {n: m for n, m in whole.named_modules() if hasattr(m, "w_o")}
silenced = torch.tensor(
    [[without_head(m, i) for i in range(config.num_heads)] for m in attentions.values()]
)  # (3 modules, 2 heads)
drawn = viz.matrix(
    silenced,
    rows=[n.replace(".layers.0", "").replace("attention", "").strip("._") for n in attentions],
    title="Exact match without one head",
    column_axis="head",
)
viz.picture(drawn.figure, alt="Some heads can go at no cost, others cannot.")

# %% [markdown]
# Look for the dark fields: only there the answer depends on the head. The heads of self-attention cost next to nothing. In the encoder: to copy a symbol, nobody needs its neighbours. In the decoder: the position alone says which symbol to copy. They have maps as well, and no map says that it is not needed.

# %% [markdown]
# ## Questions people get wrong
#
# - *The loss is 0.01: is the model right?* A leak has that, too. Let it speak.
# - *It speaks without a fault: are its parts right?* Not proven. Five of the mistakes above do so as well.
# - *The mean is 97 %: how bad are the long rows?* The mean does not say. Draw each length.
