# %% [markdown]
# # 12b · Rank and place
#
# Notebook 12 put an adapter of rank 4 on every linear layer but the output. After this side trip you can
#
# - say what a larger rank buys, and what another place,
# - say what is lost where an adapter is merged into weights of few digits.
#
# **About 10 minutes**, one of them training. A side trip of notebook 12: no later notebook needs it.

# %%
import copy
from collections.abc import Callable
from statistics import median

import torch
from torch import Tensor, nn

from tutor_utils import language, mine, predict, set_seed, viz

torch.set_num_threads(1)  # small products: threads would wait for each other
if torch.cuda.is_available():
    device = torch.device("cuda")
elif torch.backends.mps.is_available():
    device = torch.device("mps")
else:
    device = torch.device("cpu")

# %% [markdown]
# ## The translator of notebook 12
#
# It reads dates in four languages, and shall learn the short Spanish ones: `3/4/05` is April 3.

# %% tags=["nbval-ignore-output"]
Transformer, initialise, train_step = mine("Transformer", "initialise", "train_step")
greedy_decode, build_vocabulary = mine("greedy_decode", "build_vocabulary")
translation_batch, LoRA = mine("translation_batch", "LoRA")
add_adapters, merge_adapters = mine("add_adapters", "merge_adapters")
PAD, BOS, EOS, UNK = range(4)
old = language.dates(12_000, seed=0, languages=("en", "de", "es", "fr"))
new = language.dates(4000, seed=7, forms=("short",), languages=("es",))
texts = [text for day in (*old, *new) for text in day.pair]
vocab = build_vocabulary(texts, ("<pad>", "<bos>", "<eos>", "<unk>"))
names = list(vocab)
old_test, old, new_test, new = old[:200], old[200:], new[:200], new[200:]


def batch_of(days: list) -> tuple[Tensor, Tensor]:
    """Dates as ids, where the model is."""
    src, tgt = translation_batch([day.pair for day in days], vocab, PAD, BOS, EOS)
    return src.to(device), tgt.to(device)


def share_right(model: nn.Module, days: list) -> float:
    """Exact match, from 0 to 1."""
    rows = greedy_decode(model, batch_of(days)[0], 12, BOS, EOS, PAD).tolist()
    said = ["".join(names[i] for i in row if i > UNK) for row in rows]
    return sum(a == day.iso for a, day in zip(said, days, strict=True)) / len(days)


# %% tags=["nbval-ignore-output"]
def study(model: nn.Module, days: list, steps: int, size: int, peak: float, seed: int) -> None:
    """Train what is not frozen on batches of ``size`` dates."""
    own = [p for p in model.parameters() if p.requires_grad]
    optimizer = torch.optim.Adam(own, betas=(0.9, 0.98))
    draw, warm = torch.Generator().manual_seed(seed), steps // 7
    for step in range(1, steps + 1):
        rate = peak * min(step / warm, max(0.03, (steps - step) / (steps - warm)))
        optimizer.param_groups[0]["lr"] = rate
        chosen = torch.randint(len(days), (size,), generator=draw).tolist()
        train_step(model, *batch_of([days[i] for i in chosen]), optimizer, PAD)


SEED = 0
set_seed(SEED)
size = {"d_model": 64, "num_heads": 4, "num_layers": 1, "d_ff": 256, "max_len": 64}
base = Transformer(len(vocab), len(vocab), **size, dropout=0.0, pad_id=PAD, norm_first=True)
initialise(base)
base.to(device)
study(base, old, 420, 64, 5e-3, SEED)
print(f"old dates right: {share_right(base, old_test):.2f}", end=", ")
print(f"short Spanish ones: {share_right(base, new_test):.2f}")

# %% [markdown]
# ## Rank, or place?
#
# A layer from 64 features to 64 gets 64 · r + r · 64 numbers more. On `w_q` and `w_v` of the three attentions, rank 16 makes 12,288 numbers; rank 4 on every linear layer but the output makes 11,264.

# %% predict="rank_or_place"
### BEGIN SOLUTION
answer = "about the same"
# ~ answer = None  # TODO: which learns more of the new dates: "rank 16 on two", "rank 4 everywhere", or "about the same"?
### END SOLUTION
predict("rank_or_place", answer)

# %% tags=["nbval-ignore-output"]
linear = [(n.rpartition(".")[2], p) for n, p in base.named_modules() if isinstance(p, nn.Linear)]
inner = [(name, part) for name, part in linear if part.out_features != len(vocab)]
PLACES = {
    "w_q and w_v": {"w_q", "w_v"},
    "feed-forward": {name for name, part in inner if part.in_features != part.out_features},
    "everywhere": {name for name, part in inner},
}
RANKS = (1, 4, 16)  # Try: 2


def adapted(rank: int, where: str, seed: int) -> nn.Module:
    """A copy of the base with adapters, trained on short Spanish dates alone."""
    model = copy.deepcopy(base)
    set_seed(seed)
    add_adapters(model, rank, PLACES[where])
    model.to(device)
    study(model, new, 120, 32, 1e-2, seed)
    return model


def spread(found: list[float]) -> str:
    """The median, the lowest and the highest."""
    return f"{median(found):.2f}, {min(found):.2f} to {max(found):.2f}"


lines, everywhere = {}, []
for where in PLACES:
    lines[where] = ([], [])
    for rank in RANKS:
        models = [adapted(rank, where, seed) for seed in range(3)]
        news = [share_right(model, new_test) for model in models]
        olds = [share_right(model, old_test[:100]) for model in models]
        count = sum(p.numel() for p in models[0].parameters() if p.requires_grad)
        lines[where][0].append(count)
        lines[where][1].append(median(news))
        print(f"{where}, rank {rank:2}, {count:6,} numbers: new {spread(news)}; old {spread(olds)}")
        if (where, rank) == ("everywhere", 4):
            everywhere = models
title = "New dates that are right, at ranks 1, 4 and 16"
viz.curves(lines, x_label="numbers trained", y_label="share of 200", title=title, logx=True)

# %% [markdown]
# Median, lowest and highest of three runs. Look along the lines: more numbers, more right. Rank 1 everywhere and rank 4 on `w_q` and `w_v` have about as many numbers, and lie near each other: here the count says more than the rank. The place matters a little: the feed-forward networks need more numbers. And none of the nine keeps the old dates.
#
# ## Merged, in few digits
#
# Large models are stored in **bfloat16**, which has 8 binary digits: the number after 1 is 1.0078. A small correction is lost:

# %%
for small in (0.02, 0.005, 0.003):  # Try: 0.004
    print(f"1 + {small} =", (torch.tensor(1.0).bfloat16() + small).item())

# %% predict="merged_in_bfloat16"
### BEGIN SOLUTION
answer = "about as many"
# ~ answer = None  # TODO: all linear weights in bfloat16, rank 4 everywhere merged into them: of the new dates, "about as many", "half as many" or "few" are right?
### END SOLUTION
predict("merged_in_bfloat16", answer)


# %% tags=["nbval-ignore-output"]
def rounded(model: nn.Module) -> nn.Module:
    """A copy whose linear weights have the digits of bfloat16."""
    model = copy.deepcopy(model)
    with torch.no_grad():
        for part in model.modules():
            if isinstance(part, nn.Linear):
                part.weight.copy_(part.weight.bfloat16())
    return model


def merged(model: nn.Module) -> nn.Module:
    """A copy without adapters."""
    model = copy.deepcopy(model)
    merge_adapters(model)
    return model


src, tgt = batch_of(new_test)
WAYS = {
    "as it is": copy.deepcopy,
    "base rounded, adapter beside it": rounded,
    "merged, then rounded": lambda model: rounded(merged(model)),
    "rounded, then merged in bfloat16": lambda model: rounded(merged(rounded(model))),
}
for name, way in WAYS.items():
    rights, apart = [], []
    for model in everywhere:
        stored = way(model)
        with torch.no_grad():
            was, now = (one.eval()(src, tgt[:, :-1]) for one in (model, stored))
        apart.append((was - now).abs().max().item())
        rights.append(share_right(stored, new_test))
    print(f"{name}: right {rights}, logits differ by at most {max(apart):.2f}")

# %% [markdown]
# ### Look at it: what arrives
#
# The correction a b, made smaller: which part of it is in the weights after merging?

# %% tags=["nbval-ignore-output"]
adapters = [part for part in everywhere[0].modules() if isinstance(part, LoRA)]
with torch.no_grad():
    weights = torch.cat([part.linear.weight.flatten() for part in adapters])
    whole = torch.cat([(part.scale * (part.a @ part.b).mT).flatten() for part in adapters])
relative = (whole.norm() / weights.norm()).item()
print(f"the correction has {relative:.2f} of the weights' size")
arrives = {"rounded, then merged": ([], []), "merged, then rounded": ([], [])}
for shrink in (1, 0.1, 0.03, 0.01, 0.003, 0.001):
    change = shrink * whole
    early = (weights.bfloat16() + change.bfloat16()).float() - weights.bfloat16().float()
    late = (weights + change).bfloat16().float() - weights.bfloat16().float()
    for (sizes, parts), moved in zip(arrives.values(), (early, late), strict=True):
        sizes.append(shrink)
        parts.append((moved @ change / (change @ change)).item())
axes = {"x_label": "size of the correction; 1: as learned", "y_label": "part of it that arrives"}
viz.curves(arrives, **axes, title="A correction merged into bfloat16", logx=True)

# %% tags=["nbval-ignore-output"]
for name, kind in (("float32", torch.float32), ("bfloat16", torch.bfloat16)):
    old_ones, change = weights.to(kind), whole.to(kind)  # Try: whole / 100
    same = (old_ones + change) - change == old_ones
    print(
        f"{name}: added and subtracted, {same.float().mean().item():.0%} of the weights are as before"
    )

# %% [markdown]
# Merged first and rounded once, the whole correction arrives: some weights move too far, others not at all, and the errors cancel. Merged into rounded weights, small corrections get lost: of one a thousand times smaller, nearly all. This one is large enough. So merge in float32, and round last.
#
# And a merged adapter cannot be subtracted again bit for bit, in either format. Keep the base, or leave the adapter beside it.
#
# ## Questions people get wrong
#
# - *Does a small adapter forget less?* Those that lost least here had learned little.
# - *Which rank?* Count its numbers, try one, and one four times as large.
# - *Does bfloat16 spoil an adapter?* Not this one. A small correction, merged into rounded weights, gets lost.
