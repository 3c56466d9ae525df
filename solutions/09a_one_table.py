# %% [markdown]
# # 09a · One table for two languages
#
# A side trip from [notebook 09](09_translation.ipynb). The paper shares one table between source, target and output (section 3.4). But a sign may look alike in two languages and mean something else. Why does one table work all the same?
#
# **About 15 minutes** to read and run, two to four of them training. Nothing here is needed further on.

# %%
import torch
from torch import Tensor, nn

from tutor_utils import language, mine, predict, set_seed

torch.set_num_threads(1)  # small products: threads would wait for each other
if torch.cuda.is_available():
    device = torch.device("cuda")
elif torch.backends.mps.is_available():
    device = torch.device("mps")
else:
    device = torch.device("cpu")

# %% tags=["nbval-ignore-output"]
Transformer, initialise, train_step = mine("Transformer", "initialise", "train_step")
greedy_decode, translation_batch = mine("greedy_decode", "translation_batch")
build_vocabulary = mine("build_vocabulary")
everything = language.dates(9000, seed=0, languages=("en", "es", "de", "fr"))
test, train = everything[:500], everything[500:]
SPECIALS = ("<pad>", "<bos>", "<eos>", "<unk>")
vocab = build_vocabulary([text for day in train for text in day.pair], SPECIALS)
PAD, BOS, EOS, UNK = range(4)
names = list(vocab)

# %% [markdown]
# ## Two models
#
# The one has a table for the source, one for the target, and an output matrix. In the other a single Parameter does all three jobs. Without it, the same numbers are learned three times.


# %%
def fresh(shared: bool) -> nn.Module:
    """A model that has learned nothing; ``shared``: one table for source, target and output."""
    set_seed(0)
    size = {"d_model": 64, "num_heads": 4, "num_layers": 1, "d_ff": 128, "max_len": 64}
    options = {"dropout": 0.0, "pad_id": PAD, "norm_first": True, "tie_weights": shared}
    model = Transformer(len(vocab), len(vocab), **size, **options)
    if shared:
        model.source = model.target
    initialise(model)
    return model.to(device)


for shared in (False, True):
    count = sum(p.numel() for p in fresh(shared).parameters())
    print(f"shared={shared}: {count:,} numbers")

# %% [markdown]
# ## Two tasks
#
# The first is that of notebook 09. In the second the target writes its digits in another way: 3 for 0, 4 for 1, ..., 2 for 9. So a `3` of the source and a `3` of the target look alike, and mean different numbers.


# %%
def other_digits(iso: str) -> str:
    """The date with each digit three higher; 7, 8, 9 become 0, 1, 2."""
    return "".join(str((int(c) + 3) % 10) if c.isdigit() else c for c in iso)


TASKS = {"as it is": str, "other digits": other_digits}
print("2021-03-09", "->", other_digits("2021-03-09"))

# %% [markdown]
# ### Your prediction
#
# One shared table, and digits that mean something else on the other side. How well does this model do, beside the same model on the first task?

# %% predict="shared_table"
### BEGIN SOLUTION
answer = "about as well"
# ~ answer = None  # TODO: "about as well", "much worse" or "it learns nothing"
### END SOLUTION
predict("shared_table", answer)


# %%
def batch_of(days: list, task: str) -> tuple[Tensor, Tensor]:
    """Dates as ids, where the model is."""
    pairs = [(day.text, TASKS[task](day.iso)) for day in days]
    src, tgt = translation_batch(pairs, vocab, PAD, BOS, EOS)
    return src.to(device), tgt.to(device)


def study(model: nn.Module, task: str, steps: int = 300) -> float:
    """Train as in notebook 09; exact match on the dates of the test."""
    optimizer = torch.optim.Adam(model.parameters(), betas=(0.9, 0.98))
    draw = torch.Generator().manual_seed(0)
    for step in range(1, steps + 1):
        chosen = torch.randint(len(train), (64,), generator=draw).tolist()
        rate = 5e-3 * min(step / 60, max(0.03, (steps - step) / (steps - 60)))
        optimizer.param_groups[0]["lr"] = rate
        train_step(model, *batch_of([train[i] for i in chosen], task), optimizer, PAD)
    rows = greedy_decode(model, batch_of(test, task)[0], 12, BOS, EOS, PAD).tolist()
    said = ["".join(names[i] for i in row if i > UNK) for row in rows]
    wanted = [TASKS[task](day.iso) for day in test]
    return sum(a == b for a, b in zip(said, wanted, strict=True)) / len(test)


# %% tags=["nbval-ignore-output"]
# Try: other seeds in `fresh`, or 500 steps
print(f"{'exact match':<14}{'separate':>10}{'shared':>10}")
for task in TASKS:
    models = {shared: fresh(shared) for shared in (False, True)}
    right = [study(model, task) for model in models.values()]
    print(f"{task:<14}{right[0]:>10.0%}{right[1]:>10.0%}")

# %% [markdown]
# Read down the column *shared*: digits that mean something else cost little or nothing. So the row need not say what the sign means on each side. Read across: with the same steps, separate tables get further here. Sharing saves numbers; it does not make this small model better.

# %% [markdown]
# ## Why: the row is only the start
#
# The layers of the encoder and of the decoder are not shared. They turn the row into something that fits the place. Look at the shared model of the second task: the vectors that its encoder gives for the digit `2`, once as the end of the day and once as the end of the year. All four began with the same row.


# %% tags=["nbval-ignore-output"]
def memory_of(text: str) -> Tensor:
    """What the encoder gives, (L_s, d_model)."""
    src, _ = translation_batch([(text, "")], vocab, PAD, BOS, EOS)
    with torch.no_grad():
        return models[True].eval().encode(src.to(device))[0][0]


texts = ["March 12, 1982", "October 22, 2032"]
ends = {"day": ",", "year": None}
found = {}
for text in texts:
    memory = memory_of(text)
    found["day", text] = memory[text.index(",") - 1]
    found["year", text] = memory[len(text) - 1]
like = nn.functional.cosine_similarity
days, years = ([found[role, text] for text in texts] for role in ("day", "year"))
print(f"day and day:   {like(*days, dim=0):5.2f}")
print(f"year and year: {like(*years, dim=0):5.2f}")
print(f"day and year:  {like(days[0], years[0], dim=0):5.2f}")

# %% [markdown]
# A row is a name more than a meaning: what it means is worked out by the layers, from the place and the neighbours, as `bank` beside `river`. What two languages do have in common (names, numbers, loan words) is learned once for both.
#
# Back to [notebook 09](09_translation.ipynb).
