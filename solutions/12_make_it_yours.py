# %% [markdown]
# # 12 · Make it yours
#
# After this notebook you can
#
# - give a trained model a new skill, and say what it cost the old ones,
# - put an adapter on it: switch it off, exchange it, merge it,
# - make a model chat: a template, labels, an end,
# - teach it which of two answers is better, and see where that goes wrong.
#
# **About 110 minutes**: 28 to read and run, 82 to write. This is Part III: the progress of Part I does not count it. You need notebooks 07, 09 and 10. Where you have not passed a part yet, the course's part steps in.

# %%
import copy
import random
from collections.abc import Callable, Iterable
from datetime import date
from statistics import median

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from tutor_utils import (
    check,
    hint,
    language,
    mine,
    predict,
    progress,
    published,
    reset,
    restore,
    set_seed,
    solution,
    tries,
    viz,
)

set_seed(0)
torch.set_num_threads(1)  # small products: threads would wait for each other
if torch.cuda.is_available():
    device = torch.device("cuda")
elif torch.backends.mps.is_available():
    device = torch.device("mps")
else:
    device = torch.device("cpu")

# %% [markdown]
# ## A model, and a new wish
#
# Notebook 09's translator, for four languages. It reads medium, long and full forms, and trains for a minute or less. The wish: short forms, as a Spaniard writes them. `3/4/05` is April 3.

# %% tags=["nbval-ignore-output"]
Transformer, initialise, train_step = mine("Transformer", "initialise", "train_step")
greedy_decode, build_vocabulary = mine("greedy_decode", "build_vocabulary")
translation_batch = mine("translation_batch")
PAD, BOS, EOS, UNK = range(4)
old = language.dates(12_000, seed=0, languages=("en", "de", "es", "fr"))
spanish, american = (
    language.dates(4000, seed=7, forms=("short",), languages=(code,)) for code in ("es", "en")
)
texts = [text for day in (*old, *spanish, *american) for text in day.pair]
vocab = build_vocabulary(texts, ("<pad>", "<bos>", "<eos>", "<unk>"))
names = list(vocab)
old_test, old, new_test, new = old[:200], old[200:], spanish[:200], spanish[200:]
unclear = language.written(date(2005, 3, 4), "en", "short")


def batch_of(days: list) -> tuple[Tensor, Tensor]:
    """Dates as ids, where the model is."""
    src, tgt = translation_batch([day.pair for day in days], vocab, PAD, BOS, EOS)
    return src.to(device), tgt.to(device)


def said_by(model: nn.Module, days: list) -> list[str]:
    """What the model makes of some dates."""
    rows = greedy_decode(model, batch_of(days)[0], 12, BOS, EOS, PAD).tolist()
    return ["".join(names[i] for i in row if i > UNK) for row in rows]


def share_right(model: nn.Module, days: list) -> float:
    """Exact match, from 0 to 1."""
    answers = zip(said_by(model, days), days, strict=True)
    return sum(said == day.iso for said, day in answers) / len(days)


print(old[0].text, "->", old[0].iso, "  ", new[0].text, "->", new[0].iso)


# %% tags=["nbval-ignore-output"]
def study(model: nn.Module, choose: Callable, steps: int, peak: float, warm=20, seed=0) -> None:
    """Train what is not frozen; ``choose(generator)`` draws the dates of a batch."""
    own = [p for p in model.parameters() if p.requires_grad]
    optimizer = torch.optim.Adam(own, betas=(0.9, 0.98))
    draw = torch.Generator().manual_seed(seed)
    for step in range(1, steps + 1):
        rate = peak * min(step / warm, max(0.03, (steps - step) / (steps - warm)))
        optimizer.param_groups[0]["lr"] = rate
        train_step(model, *batch_of(choose(draw)), optimizer, PAD)


def some(days: list, count: int, generator: torch.Generator) -> list:
    """That many, drawn at random."""
    return [days[i] for i in torch.randint(len(days), (count,), generator=generator).tolist()]


SEED = 0  # Try: 1
set_seed(SEED)
size = {"d_model": 64, "num_heads": 4, "num_layers": 1, "d_ff": 256, "max_len": 64}
base = Transformer(len(vocab), len(vocab), **size, dropout=0.0, pad_id=PAD, norm_first=True)
initialise(base)
base.to(device)
study(base, lambda draw: some(old, 64, draw), 420, 5e-3, warm=60, seed=SEED)
print(f"old forms right: {share_right(base, old_test):.2f}")
print(f"short Spanish ones: {share_right(base, new_test):.2f}", end=", ")
print(f"for example {unclear.text} -> {said_by(base, [unclear])[0]}")

# %% [markdown]
# ## Train it on
#
# **Fine-tuning** is training that begins with a trained model: here 120 more steps, on short Spanish dates alone. Nearly all of those will be right. And the old forms?

# %% predict="cost_of_a_wish"
### BEGIN SOLUTION
answer = "few"
# ~ answer = None  # TODO: of ten old dates, how many are still right afterwards: "nearly all", "about half" or "few"?
### END SOLUTION
predict("cost_of_a_wish", answer)

# %% tags=["nbval-ignore-output"]
table: dict[str, tuple[float, float]] = {}


def three_runs(name: str, choose: Callable, prepare=lambda model: None, peak=3e-3) -> nn.Module:
    """Fine-tune three copies of the base, each on other draws; note how right they are."""
    found = []
    for seed in range(3):
        model = copy.deepcopy(base)
        set_seed(seed)
        prepare(model)
        study(model, choose, 120, peak, seed=seed)
        found.append((share_right(model, new_test), share_right(model, old_test)))
    table[name] = tuple(map(median, zip(*found, strict=True)))
    for what, shares in zip(("new", "old"), zip(*found, strict=True), strict=True):
        print(f"{name}: {what} {median(shares):.2f}, {min(shares):.2f} to {max(shares):.2f}")
    return model


table["before"] = share_right(base, new_test), share_right(base, old_test)
forgetful = three_runs("new dates alone", lambda draw: some(new, 64, draw))

# %% [markdown]
# The median of three runs, and the lowest and highest. This is **catastrophic forgetting**: nothing asked the model to keep the old forms.
#
# ## Exercise: `mixed_draw`
#
# The cure: show some of the old dates again.
#
# Difficulty: easy. About 6 minutes, 3 lines.


# %% exercise="mixed_draw"
def mixed_draw(new: list, old: list, count: int, share: float, generator: torch.Generator) -> list:
    """A batch of ``count`` items, of which ``round(count * share)`` are old ones.

    Each is drawn by itself, by ``generator``, and evenly: an item may come twice. In any order.
    Both lists stay as they are.

    Stops with an error where share is not from 0 to 1.
    """
    ### BEGIN SOLUTION
    if not 0 <= share <= 1:
        raise ValueError(f"share={share} must be from 0 to 1")
    again = round(count * share)
    chosen_old = torch.randint(len(old), (again,), generator=generator)
    chosen_new = torch.randint(len(new), (count - again,), generator=generator)
    return [old[i] for i in chosen_old.tolist()] + [new[i] for i in chosen_new.tolist()]
    ### END SOLUTION


# %% check="mixed_draw"
check(mixed_draw)

# %% tags=["nbval-ignore-output"]
mixed_draw = mine("mixed_draw")
share = 0.2  # Try: 0.05
three_runs("and a fifth old ones", lambda draw: mixed_draw(new, old, 64, share, draw))
viz.matrix(
    list(table.values()),
    rows=list(table),
    columns=["new", "old"],
    title="Dates that are right",
    reach=(0, 1),
)

# %% [markdown]
# Compare the right column: with a fifth of old dates in each batch, about nine in ten stay right, and the new form is learned as well.
#
# ## An adapter
#
# A fine-tuned model is one more whole model. **LoRA** ([Hu et al. 2021](https://arxiv.org/abs/2106.09685)) freezes a linear layer, and learns a correction of its matrix, made of two thin ones:
#
# $$y = \text{linear}(x) + \frac{\alpha}{r}\, x\, a\, b$$
#
# The **rank** r is the number of columns of a. b starts at 0, so at first nothing changes. By hand, 2 features, rank 1:

# %%
a, b = torch.tensor([[1.0], [2.0]]), torch.tensor([[3.0, 0.0]])
x = torch.tensor([1.0, 1.0])
print("x a =", (x @ a).tolist(), " x a b =", (x @ a @ b).tolist())
print("a b =", (a @ b).tolist())
print("64 x 64:", 64 * 64, "numbers; rank 4:", 64 * 4 + 4 * 64)  # Try: rank 1

# %% [markdown]
# ## Exercise: `LoRA`
#
# Difficulty: medium. About 15 minutes, 10 lines.


# %% exercise="LoRA"
class LoRA(nn.Module):
    """A linear layer that is frozen, and a correction of low rank that is trained.

    ``linear`` is the layer that was given. ``a`` (in, rank) and ``b`` (rank, out) are
    Parameters: a normal with deviation 1/√in, b zeros. ``scale`` is alpha / rank; where alpha is
    None, alpha is rank. While ``on`` is True, as at the start, the result is
    linear(x) + scale · x a b, else linear(x) alone.

    Shapes:
        forward: x (..., in) -> (..., out)

    Stops with an error where rank is below 1.
    """

    def __init__(self, linear: nn.Linear, rank: int, alpha: float | None = None) -> None:
        super().__init__()
        ### BEGIN SOLUTION
        if rank < 1:
            raise ValueError(f"rank={rank} must be at least 1")
        self.linear = linear.requires_grad_(False)
        fan_in, fan_out = linear.in_features, linear.out_features
        self.a = nn.Parameter(torch.randn(fan_in, rank) * fan_in**-0.5)
        self.b = nn.Parameter(torch.zeros(rank, fan_out))
        self.scale = (rank if alpha is None else alpha) / rank
        self.on = True
        ### END SOLUTION

    def forward(self, x: Tensor) -> Tensor:
        ### BEGIN SOLUTION
        y = self.linear(x)
        return y + self.scale * (x @ self.a @ self.b) if self.on else y  # (..., out)
        ### END SOLUTION


# %% check="LoRA"
check(LoRA)

# %% [markdown]
# ## Exercise: `add_adapters`
#
# `model.named_modules()` gives (full name, part). `get_submodule` finds a part by its full name, `setattr` puts another in its place.
#
# Difficulty: medium. About 14 minutes, 8 to 12 lines.

# %% tags=["nbval-ignore-output"]
LoRA = mine("LoRA")


# %% exercise="add_adapters"
def add_adapters(model: nn.Module, rank: int, names: Iterable[str]) -> list[str]:
    """Freeze the model, and put a ``LoRA`` of yours around some of its linear layers.

    All parameters are frozen. Then every ``nn.Linear`` whose last name is in ``names`` becomes a
    ``LoRA`` of it, at any depth: of "layers.0.attention.w_q" the last name is "w_q". A linear layer
    inside a ``LoRA`` gets no other one. The output is as before. Gives the full names of those
    that became one, in any order.

    Stops with an error where a name is that of no linear layer.
    """
    ### BEGIN SOLUTION
    names = set(names)
    parts = dict(model.named_modules())
    inside = [f"{name}." for name, part in parts.items() if isinstance(part, LoRA)]
    linear = {
        name: part
        for name, part in parts.items()
        if isinstance(part, nn.Linear) and not name.startswith(tuple(inside))
    }
    for wanted in names - {name.rpartition(".")[2] for name in linear}:
        raise ValueError(f"names={wanted!r} is the name of no linear layer")
    model.requires_grad_(False)
    found = [name for name in linear if name.rpartition(".")[2] in names]
    for name in found:
        parent, _, last = name.rpartition(".")
        setattr(model.get_submodule(parent), last, LoRA(linear[name], rank))
    return found
    ### END SOLUTION


# %% check="add_adapters"
check(add_adapters)

# %% tags=["nbval-ignore-output"]
add_adapters = mine("add_adapters")


def inner_names(model: nn.Module, vocab_size: int) -> list[str]:
    """The last names of its linear layers, without the output."""
    parts = model.named_modules()
    kept = [n for n, p in parts if isinstance(p, nn.Linear) and p.out_features != vocab_size]
    return sorted({name.rpartition(".")[2] for name in kept})


places = inner_names(base, len(vocab))
trial = copy.deepcopy(base)
add_adapters(trial, 4, places)  # Try: rank 1; or ["w_q", "w_v"] alone
trained = sum(p.numel() for p in trial.parameters() if p.requires_grad)
print(places)
print(f"trained: {trained:,} of {sum(p.numel() for p in base.parameters()):,} numbers")

# %% predict="adapter_and_memory"
### BEGIN SOLUTION
answer = "as few"
# ~ answer = None  # TODO: an adapter of rank 4 learns the new dates alone. It is on: of the old dates, "nearly all" are right, "about half", or "as few" as before?
### END SOLUTION
predict("adapter_and_memory", answer)


# %% tags=["nbval-ignore-output"]
def adapt(model: nn.Module) -> None:
    """Rank 4, everywhere but in the output."""
    add_adapters(model, 4, places)
    model.to(device)


def switch(model: nn.Module, on: bool) -> None:
    """All its adapters on or off."""
    for part in model.modules():
        if isinstance(part, LoRA):
            part.on = on


adapted = three_runs("adapter, new alone", lambda draw: some(new, 64, draw), adapt, peak=1e-2)
switch(adapted, False)
src, tgt = batch_of(old_test)
with torch.no_grad():
    off, was = adapted.eval()(src, tgt[:, :-1]), base.eval()(src, tgt[:, :-1])
print("off: the logits of the base, bit for bit:", torch.equal(off, was))
two_columns = {"columns": ["new", "old"], "title": "Dates that are right", "reach": (0, 1)}
viz.matrix(list(table.values()), rows=list(table), **two_columns)

# %% [markdown]
# Look at the last row: while it is on, an adapter is no cure for forgetting. It is small. What it gives: off, the old model is there, unharmed.
#
# ### Two adapters, one base
#
# An American reads `3/4/05` as March 4. One more adapter, and the same base reads it both ways. Break it: take the mean of both.


# %% tags=["nbval-ignore-output"]
def adapter_of(model: nn.Module) -> list[Tensor]:
    """A copy of what was trained."""
    return [p.detach().clone() for p in model.parameters() if p.requires_grad]


def put(model: nn.Module, adapter: list[Tensor]) -> None:
    """Put an adapter's numbers into the model."""
    own = [p for p in model.parameters() if p.requires_grad]
    with torch.no_grad():
        for p, numbers in zip(own, adapter, strict=True):
            p.copy_(numbers)


switch(adapted, True)
readers = {"Spaniard": adapter_of(adapted)}
other = copy.deepcopy(base)
set_seed(2)
adapt(other)
study(other, lambda draw: some(american[200:], 64, draw), 120, 1e-2, seed=2)
readers["American"] = adapter_of(other)
readers["mean of both"] = [(p + q) / 2 for p, q in zip(*readers.values(), strict=True)]
for name, adapter in readers.items():
    put(adapted, adapter)
    right = [share_right(adapted, days) for days in (new_test, american[:200])]
    print(f"{name}: {unclear.text} -> {said_by(adapted, [unclear])[0]}", end=", ")
    print(f"Spanish {right[0]:.2f}, American {right[1]:.2f} right")
put(adapted, readers["Spaniard"])

# %% [markdown]
# ## Exercise: `merge_adapters`
#
# An adapter that stays on need not cost time: x W + x a b = x (W + a b). PyTorch keeps W turned: `linear.weight` is (out, in).
#
# Difficulty: medium. About 12 minutes, 7 lines.


# %% exercise="merge_adapters"
def merge_adapters(model: nn.Module) -> None:
    """Each ``LoRA`` becomes one linear layer again.

    Its own ``linear`` takes its place, with scale · a b added to the weight. Where ``on`` is False
    the weight stays as it is. The output is as before, and no ``LoRA`` is left.
    """
    ### BEGIN SOLUTION
    for name, part in list(model.named_modules()):
        if isinstance(part, LoRA):
            if part.on:
                with torch.no_grad():
                    part.linear.weight += part.scale * (part.a @ part.b).mT  # (out, in)
            parent, _, last = name.rpartition(".")
            setattr(model.get_submodule(parent), last, part.linear)
    ### END SOLUTION


# %% check="merge_adapters"
check(merge_adapters)

# %% tags=["nbval-ignore-output"]
merge_adapters = mine("merge_adapters")
with torch.no_grad():
    before = adapted.eval()(src, tgt[:, :-1])
    merge_adapters(adapted)
    after = adapted(src, tgt[:, :-1])
apart, largest = (after - before).abs().max().item(), before.abs().max().item()
print(f"merged: logits up to {largest:.0f} differ by {apart:.0e}", end=", ")
print("adapters left:", sum(isinstance(part, LoRA) for part in adapted.modules()))

# %% [markdown]
# Dig deeper: [Rank and place](12b_rank_and_place.ipynb), and what is lost where digits are few.
#
# ## A model that goes on and on
#
# Now a language model. Its texts know four tasks on words (backwards, loud, length, last), sentence after sentence: `. a b c backwards : c b a . h loud : H .` Your `ModernLanguageModel` learns them in a minute or less.

# %% tags=["nbval-ignore-output"]
ModernLanguageModel, generate_cached = mine("ModernLanguageModel", "generate_cached")
SKILLS = {
    "backwards": lambda word: word[::-1],
    "loud": str.upper,
    "length": lambda word: str(len(word)),
    "last": lambda word: word[-1],
}
SPECIALS = ["<pad>", "<user>", "<model>", "<end>", ".", ":", "answer"]
NAMES = [*SPECIALS, *SKILLS, *"abcdefgh", *"ABCDEFGH", *"12345"]
ID = {name: i for i, name in enumerate(NAMES)}
USER, MODEL, END, STOP, COLON = range(1, 6)


def a_word(draw: random.Random) -> str:
    """1 to 5 letters."""
    return "".join(draw.choice("abcdefgh") for _ in range(draw.randint(1, 5)))


def a_text(draw: random.Random, length: int) -> list[int]:
    """Sentences, cut after so many ids."""
    said = ["."]
    while len(said) < length:
        word, skill = a_word(draw), draw.choice([*SKILLS])
        said += [*word, skill, ":", *SKILLS[skill](word), "."]
    return [ID[name] for name in said[:length]]


print(len(NAMES), "tokens:", *(NAMES[i] for i in a_text(random.Random(0), 24)))


# %% tags=["nbval-ignore-output"]
def learn(model: nn.Module, loss_of: Callable, steps: int, peak: float, warm: int, **how) -> None:
    """Train what is not frozen, on the loss that ``loss_of()`` works out."""
    own = [p for p in model.parameters() if p.requires_grad]
    optimizer = torch.optim.AdamW(own, **({"betas": (0.9, 0.98), "weight_decay": 0.0} | how))
    for step in range(steps):
        rate = peak * min((step + 1) / warm, max(0.05, (steps - step) / (steps - warm)))
        optimizer.param_groups[0]["lr"] = rate
        optimizer.zero_grad()
        loss_of().backward()
        optimizer.step()


def text_loss() -> Tensor:
    """Of 48 texts of 28 tokens."""
    ids = torch.tensor([a_text(draw, 29) for _ in range(48)], device=device)
    return F.cross_entropy(speaker(ids[:, :-1])[0].flatten(0, 1), ids[:, 1:].flatten())


set_seed(SEED)
draw = random.Random(SEED)
speaker = ModernLanguageModel(len(NAMES), 64, 4, 4, 2, 128)
initialise(speaker)
speaker.to(device)
learn(speaker, text_loss, 700, 6e-3, 50, betas=(0.7, 0.98), weight_decay=0.01)


# %% tags=["nbval-ignore-output"]
Question = tuple[str, str]  # a word, and what to say of it
TEMPLATES = {
    "its own form": lambda word, skill: [".", *word, skill, ":"],
    "a chat": lambda word, skill: ["<user>", *word, skill, "<model>"],
    "no <model>": lambda word, skill: ["<user>", *word, skill],
    "begun twice": lambda word, skill: ["<user>", "<user>", *word, skill, "<model>"],
}


def questions(count: int, seed: int, skills: Iterable[str] = SKILLS) -> list[Question]:
    """Words, and what to say of each."""
    draw = random.Random(seed)
    return [(a_word(draw), draw.choice([*skills])) for _ in range(count)]


def answers(model: nn.Module, asked: list[Question], form="a chat", longest=10) -> list[list[str]]:
    """What the model says to each, up to and with <end>."""
    said = {}
    for length in range(1, 6):  # prompts of one length go together
        group = [one for one in dict.fromkeys(asked) if len(one[0]) == length]
        prompts = [[ID[name] for name in TEMPLATES[form](*one)] for one in group]
        if group:
            ids = torch.tensor(prompts, device=device)
            new = generate_cached(model, ids, longest, temperature=0.0)[:, ids.shape[1] :].tolist()
            for one, row in zip(group, new, strict=True):
                row = row[: row.index(END) + 1] if END in row else row
                said[one] = [NAMES[i] for i in row]
    return [said[one] for one in asked]


def score(model: nn.Module, asked: list[Question], form: str = "a chat") -> str:
    """The share that is right, that ends, and that is both."""
    right = ends = both = 0
    for (word, skill), said in zip(asked, answers(model, asked, form), strict=True):
        wanted = [*SKILLS[skill](word)]
        right += said[: len(wanted)] == wanted
        ends += said[-1] == "<end>"
        both += said == [*wanted, "<end>"]
    shares = (count / len(asked) for count in (right, ends, both))
    return "right {:.2f}, ends {:.2f}, both {:.2f}".format(*shares)


exam = questions(300, 999)
for form in ("its own form", "a chat"):
    print(f"{form}: {score(speaker, exam, form)}; cab backwards:", end=" ")
    print(*answers(speaker, [("cab", "backwards")], form)[0])

# %% [markdown]
# Asked in the form of its texts it is always right, but it never stops. In a chat it is lost: `<user>`, `<model>` and `<end>` stand in no text, so their rows of the table are random.
#
# ## Chats as ids and labels
#
# A **template** says how a chat is written: `<user> a b backwards <model> b a <end>`. The loss asks for the answer alone, and for its end; `-100` is what `F.cross_entropy` leaves out. By hand, each label below the id that it follows:

# %%
prompt, reply = ["<user>", "a", "b", "backwards", "<model>"], ["b", "a", "<end>"]
ids, labels = [*prompt, *reply][:-1], [*["-100"] * 4, *reply]
for row in (ids, labels):
    print(*(f"{name:<9}" for name in row))

# %% [markdown]
# ## Exercise: `chat_batch`
#
# Difficulty: medium. About 15 minutes, 10 lines.


# %% exercise="chat_batch"
def chat_batch(
    chats: list[tuple[list[int], list[int]]], pad_id: int, everything: bool = False
) -> tuple[Tensor, Tensor]:
    """Chats, each (prompt, answer), as ids and labels.

    A row of ids is prompt and answer without the last id; a row of labels is the id that comes
    next. Labels that are part of the prompt are -100, unless ``everything``. Each id of the answer
    is a label, its end too, even if that has the number pad_id. Rows are padded on the right: ids
    with pad_id, labels with -100. A prompt has one id or more.

    Shapes:
        ids, labels: (B, L - 1) long, where L is the longest prompt and answer together

    Stops with an error where an answer is empty.
    """
    ### BEGIN SOLUTION
    rows = []
    for prompt, answer in chats:
        if len(answer) == 0:
            raise ValueError(f"answer={answer} of the prompt {prompt} is empty")
        whole = [*prompt, *answer]
        asked = whole[1:] if everything else [-100] * (len(prompt) - 1) + [*answer]
        rows.append((whole[:-1], asked))
    longest = max(len(ids) for ids, _ in rows)
    ids = [ids + [pad_id] * (longest - len(ids)) for ids, _ in rows]
    labels = [labels + [-100] * (longest - len(labels)) for _, labels in rows]
    return torch.tensor(ids), torch.tensor(labels)
    ### END SOLUTION


# %% check="chat_batch"
check(chat_batch)

# %% [markdown]
# ## It chats
#
# The new tokens are not quite new: a chat begins where a sentence begins, `<model>` stands where `:` stands, and `<end>` is a full stop. So their rows start as copies of these.

# %% predict="what_must_change"
### BEGIN SOLUTION
answer = "three rows of the table"
# ~ answer = None  # TODO: 300 chats. Which part of the model has to be trained: "all", "the last layer" or "three rows of the table"?
### END SOLUTION
predict("what_must_change", answer)

# %% tags=["nbval-ignore-output"]
chat_batch = mine("chat_batch")


def table_of(model: nn.Module) -> Tensor:
    """The token table, which is the output too."""
    return next(p for p in model.parameters() if len(p) == len(NAMES))


def rows_alone(model: nn.Module) -> None:
    """Freeze all but the rows of the three new tokens."""
    model.requires_grad_(False)
    kept = torch.zeros(len(NAMES), 1, device=device)
    kept[[USER, MODEL, END]] = 1
    table_of(model).requires_grad_(True).register_hook(lambda gradient: gradient * kept)


def chat(word: str, skill: str, before: tuple[str, ...] = ()) -> tuple[list[int], list[int]]:
    """The ids of a prompt and of its answer."""
    said = [*before, *SKILLS[skill](word), "<end>"]
    return [ID[name] for name in TEMPLATES["a chat"](word, skill)], [ID[name] for name in said]


def tuned(asked: list[Question], prepare: Callable, make: Callable = chat_batch) -> nn.Module:
    """A copy of the beginner, trained for 100 steps on chats."""
    model, draw = copy.deepcopy(beginner), random.Random(SEED)

    def loss_of() -> Tensor:
        ids, labels = make([chat(*draw.choice(asked)) for _ in range(32)], PAD)
        logits = model(ids.to(device))[0]
        return F.cross_entropy(logits.flatten(0, 1), labels.flatten().to(device))

    prepare(model)
    learn(model, loss_of, 100, 1e-2, 10)
    return model


beginner = copy.deepcopy(speaker)
with torch.no_grad():
    for token, like in ((USER, STOP), (MODEL, COLON), (END, STOP)):
        table_of(beginner)[token] = table_of(beginner)[like]
print("before:", score(beginner, exam))
chatty = tuned(questions(300, SEED), rows_alone)
print(f"{3 * 64} numbers trained: {score(chatty, exam)}")
print("cab backwards:", *answers(chatty, [("cab", "backwards")])[0])  # Try: your own word

# %% [markdown]
# Only the end was missing. The skills were there; chats gave them a form. If so, skills that no chat shows must come along. 30 chats of two skills, and questions of the other two:
#
# ### Break it
#
# And faults of real chat models, one at a time. Guess each one first: is it right, and does it end?


# %% tags=["nbval-ignore-output"]
def end_is_pad(chats: list, pad_id: int) -> tuple[Tensor, Tensor]:
    """A tokenizer without a pad of its own: its end is one, and is masked with the others."""
    ids, labels = chat_batch(chats, pad_id)
    return ids, labels.masked_fill(labels == END, -100)


def not_shifted(chats: list, pad_id: int) -> tuple[Tensor, Tensor]:
    """Each id is its own label."""
    ids, labels = chat_batch(chats, pad_id)
    return ids[:, 1:], labels[:, :-1]


def inner_adapter(model: nn.Module) -> None:
    """LoRA on all but the output: the table is frozen, with the row of <end>."""
    add_adapters(model, 4, inner_names(model, len(NAMES)))
    model.to(device)


for shown in (("backwards", "length"), ("loud", "last")):  # Try: one skill alone
    model = tuned(questions(30, SEED, shown), rows_alone)
    print(f"shown {shown}; the others: {score(model, [q for q in exam if q[1] not in shown])}")
asked = questions(300, SEED)
faulty = {
    "no <model>": chatty,
    "begun twice": chatty,
    "pad = end": tuned(asked, rows_alone, end_is_pad),
    "not shifted": tuned(asked, rows_alone, not_shifted),
    "LoRA alone": tuned(asked, inner_adapter),
}
for name, model in faulty.items():
    form = name if name in TEMPLATES else "a chat"
    said = answers(model, [("cab", "length")], form)[0]
    print(f"{name:12} {score(model, exam, form)}; cab length:", *said)

# %% [markdown]
# `no <model>`: it says the token itself, then answers. `begun twice`: the second `<user>` counts as a letter. `pad = end`: the end had no loss. `not shifted`: the rows learned nothing of what comes next. `LoRA alone`: `<end>` and the full stop have equal rows, so nothing learned inside tells them apart; real adapters for chats train new rows too.
#
# Dig deeper: [What chats teach](12a_what_chats_teach.ipynb): how few are enough, with a bonus exercise.
#
# ## Which of two is better?
#
# Often nobody can write the best answer, but everybody can say which of two is better. Here `b a <end>` and `answer : b a <end>` are both right. A model that learned from both, 23 long ones in 32, mostly says the long one. We prefer the short one.

# %% tags=["nbval-ignore-output"]
LONG = ("answer", ":")


def imitate(model: nn.Module, steps: int, peak: float, short_ones: int) -> None:
    """Chats as in `tuned`, all parameters; of 32 answers so many are short, the others long."""
    draw = random.Random(SEED)

    def loss_of() -> Tensor:
        chats = [chat(*draw.choice(asked), LONG if i >= short_ones else ()) for i in range(32)]
        ids, labels = chat_batch(chats, PAD)
        logits = model(ids.to(device))[0]
        return F.cross_entropy(logits.flatten(0, 1), labels.flatten().to(device))

    learn(model, loss_of, steps, peak, 10)


def kinds(model: nn.Module, exam: list[Question]) -> dict[str, float]:
    """Shares of the answers: short and right, long and right, right but cut short."""
    counts = dict.fromkeys(("short", "long", "cut"), 0)
    for (word, skill), said in zip(exam, answers(model, exam, longest=12), strict=True):
        wanted = [*SKILLS[skill](word), "<end>"]
        counts["short"] += said == wanted
        counts["long"] += said == [*LONG, *wanted]
        counts["cut"] += len(said) < len(wanted) and said[-1] == "<end>"
    return {kind: round(count / len(exam), 2) for kind, count in counts.items()}


asked = questions(1000, SEED)
reference = copy.deepcopy(beginner)
imitate(reference, 300, 1.5e-3, short_ones=9)
print("learned from both:", kinds(reference, exam))

# %% [markdown]
# ## Exercise: `answer_log_probs`
#
# How likely is a whole answer? The product of its tokens' probabilities; the sum of their logarithms.
#
# Difficulty: easy. About 10 minutes, 4 lines.


# %% exercise="answer_log_probs"
def answer_log_probs(logits: Tensor, labels: Tensor) -> Tensor:
    """The log-probability of each row's labels: their sum, where a label is not -100.

    Logits and labels as of ``chat_batch``: the label of a place is the id that comes next.

    Shapes:
        logits: (B, L, V), labels: (B, L) long -> (B,)
    """
    ### BEGIN SOLUTION
    log_p = logits.log_softmax(dim=-1)
    counts = labels != -100  # (B, L)
    chosen = log_p.gather(-1, labels.where(counts, 0)[..., None])[..., 0]
    return chosen.where(counts, 0.0).sum(dim=1)
    ### END SOLUTION


# %% check="answer_log_probs"
check(answer_log_probs)

# %% [markdown]
# ## Exercise: `dpo_loss`
#
# **DPO** ([Rafailov et al. 2023](https://arxiv.org/abs/2305.18290)) needs no number for how good an answer is. How much likelier has each become than in the **reference**, the model before? The chosen answer should gain more than the rejected one:
#
# $$\mathcal{L} = -\ln \sigma\big(\beta\,[(\text{chosen} - \text{ref\_chosen}) - (\text{rejected} - \text{ref\_rejected})]\big)$$
#
# By hand: chosen gained 1, rejected lost 1, β = 0.5. Then -ln σ(0.5 · 2) = 0.31. At the start nothing has changed: -ln σ(0) = 0.69. The smaller β, the farther the model may move before a gain counts as enough.
#
# Difficulty: easy. About 10 minutes, 3 lines.


# %% exercise="dpo_loss"
def dpo_loss(
    chosen: Tensor, rejected: Tensor, ref_chosen: Tensor, ref_rejected: Tensor, beta: float
) -> Tensor:
    """How little more the chosen answers have gained than the rejected ones (the formula above).

    The first four are log-probabilities of answers. The result is the mean over the pairs. No
    gradient goes to the two of the reference.

    Shapes:
        each (B,) -> ()

    Stops with an error where beta is 0 or below.
    """
    ### BEGIN SOLUTION
    if beta <= 0:
        raise ValueError(f"beta={beta} must be above 0")
    gains = (chosen - ref_chosen.detach()) - (rejected - ref_rejected.detach())  # (B,)
    return -F.logsigmoid(beta * gains).mean()
    ### END SOLUTION


# %% check="dpo_loss"
check(dpo_loss)

# %% predict="chosen_in_training"
### BEGIN SOLUTION
answer = "rises, then falls"
# ~ answer = None  # TODO: 100 steps, the loss falls far. The log-probability of the chosen answer: "rises", "falls" or "rises, then falls"?
### END SOLUTION
predict("chosen_in_training", answer)

# %% tags=["nbval-ignore-output"]
answer_log_probs, dpo_loss = mine("answer_log_probs", "dpo_loss")
Path = dict[str, tuple[list[int], list[float]]]


def prefer(model: nn.Module, extra: float = 0.0, steps: int = 100) -> Path:
    """DPO towards short answers; ``extra`` is the weight of the chosen answers' own loss."""
    draw, step = random.Random(SEED), 0
    path: Path = {name: ([], []) for name in ("chosen", "rejected", "loss", "short", "cut")}

    def compared(questions: list) -> tuple[Tensor, Tensor, Tensor]:
        """The loss, and the log-probabilities of the chosen and of the rejected answers."""
        both = [*(chat(*q) for q in questions), *(chat(*q, LONG) for q in questions)]
        ids, labels = (x.to(device) for x in chat_batch(both, PAD))
        with torch.no_grad():
            before = answer_log_probs(reference(ids)[0], labels).chunk(2)
        now = answer_log_probs(model(ids)[0], labels).chunk(2)
        return dpo_loss(*now, *before, beta=0.1), *now

    def loss_of() -> Tensor:
        nonlocal step
        loss, chosen, _ = compared([draw.choice(asked) for _ in range(32)])
        if step % 10 == 0 or step == steps - 1:
            counts = kinds(model, exam[:100])
            with torch.no_grad():
                now = compared(exam[:100])  # the same questions each time
            means = (now[1].mean().item(), now[2].mean().item(), now[0].item())
            values = (*means, counts["short"], counts["cut"])
            for (at, seen), value in zip(path.values(), values, strict=True):
                at.append(step)
                seen.append(value)
        step += 1
        return loss - extra * chosen.mean()

    learn(model, loss_of, steps, 2e-4, 10)
    return path


pushed = copy.deepcopy(reference)
path = prefer(pushed)
print("after 100 steps:", kinds(pushed, exam))
for name in ("short", "cut"):
    print(f"of 100, {name}", [round(v, 2) for v in path[name][1]])
titles = {"loss": "loss", "chosen": "log p of chosen", "rejected": "log p of rejected"}
panels = {title: {"DPO": path[name]} for name, title in titles.items()}
viz.panels(
    panels, x_label="step", title="100 unseen questions: the loss falls, and both answers too"
)

# %% [markdown]
# The loss asks for a difference alone. The rejected answers fall far, and the chosen ones with them after a rise: the loss does not see it. The model overdoes "shorter": more answers end too soon, "cut". Stop early, or add the chosen answers' own loss. And if you have the better answers, is imitating them not enough?

# %% tags=["nbval-ignore-output"]
early, held, imitator = (copy.deepcopy(reference) for _ in range(3))
prefer(early, steps=25)  # Try: 50
prefer(held, extra=0.1)
imitate(imitator, 100, 3e-4, short_ones=32)
for name, model in (
    ("DPO, 25 steps", early),
    ("DPO, 100 steps", pushed),
    ("DPO + the chosen ones' loss", held),
    ("the short ones imitated", imitator),
):
    print(f"{name}: {kinds(model, exam)}")

# %% [markdown]
# Where the better answer is at hand, imitating it does as well. DPO is for comparisons alone.
#
# ## What you built
#
# | step | shape |
# |---|---|
# | correction of a linear layer, a b | (in, out) |
# | ids and labels of chats | (B, L - 1) |
# | log-probability of each answer | (B,) |
#
# ## Questions people get wrong
#
# - *Does LoRA forget less?* Not here, at equal success. Old data in the batch helps; and off, an adapter forgets nothing.
# - *Why does my model not stop?* Its end was masked, or cannot be told from another token.
#
# ## A published one chats
#
# `python3 -m tutor_utils fetch smollm2-135M-instruct`, in a terminal, brings 269 MB (it asks first): a small model for chats, in your own classes. Its end is its pad, too: your `chat_batch` keeps them apart.

# %% tags=["nbval-ignore-output"]
found = published.find("smollm2-135M-instruct")
if found is None:
    print(published.how_to_get("smollm2-135M-instruct"))
else:
    llama, tokenizer = published.open_llama(found, ModernLanguageModel, mine("load_llama"))
    llama.to(device)
    template = (
        "<|im_start|>system\nYou are a helpful AI assistant named SmolLM, trained by Hugging Face"
        "<|im_end|>\n<|im_start|>user\n{}<|im_end|>\n<|im_start|>assistant\n"
    )
    (end,) = tokenizer.to_ids("<|im_end|>")
    question = "What is the capital of France?"  # Try: another one, or without the template
    prompt = tokenizer.to_ids(template.format(question))
    ids, _ = chat_batch([(prompt, [end])], end)  # an answer that only ends: ids are the prompt
    said = generate_cached(llama, ids.to(device), 60, temperature=0.0)[0, len(prompt) :].tolist()
    said = said[: said.index(end)] if end in said else said
    print(question, "->", tokenizer.to_text(said))
    texts = ("Paris.", "It is Rome, I think.")
    chats = [(prompt, [*tokenizer.to_ids(text), end]) for text in texts]
    with torch.no_grad():
        ids, labels = (numbers.to(device) for numbers in chat_batch(chats, end))
        scores = answer_log_probs(llama(ids)[0].float(), labels).tolist()
    print({text: round(score, 1) for text, score in zip(texts, scores, strict=True)})
progress()
