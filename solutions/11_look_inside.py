# %% [markdown]
# # 11 · Look inside
#
# After this notebook you can
#
# - keep what every part of a trained model said, and put it back elsewhere,
# - say which part carries an answer, and prove it,
# - find a head by what it does, and silence it.
#
# **About 95 minutes**: 16 to read and run, 79 to write. This is Part III: the progress of Part I does not count it. You need notebooks 05 to 08. Where you have not passed a part yet, the course's part steps in.

# %%
import copy
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from itertools import combinations

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from tutor_utils import (
    check,
    hint,
    mine,
    predict,
    progress,
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
# ## A model to look into
#
# A map of attention says where a head looked. Notebooks 03, 05 and 09 warn: it does not say what the model made of it. Here you change what a part says, and see what becomes of the answer.
#
# The model: your `Transformer` learns to say its source backwards.

# %% tags=["nbval-ignore-output"]
Transformer, Encoder, MultiHeadAttention = mine("Transformer", "Encoder", "MultiHeadAttention")
initialise, shift_target, train_model = mine("initialise", "shift_target", "train_model")
greedy_decode, exact_match = mine("greedy_decode", "exact_match")
PAD, BOS, EOS, VOCAB = 0, 1, 2, 11


def reverse_batch(count: int, longest: int, generator: torch.Generator, shortest: int = 1):
    """src (B, longest + 1): symbols, eos, pads. tgt (B, longest + 2): bos, the same backwards."""
    n = torch.randint(shortest, longest + 1, (count, 1), generator=generator)
    symbols = torch.randint(3, VOCAB, (count, longest + 1), generator=generator)
    place = torch.arange(longest + 1)
    end = torch.where(place == n, EOS, PAD)
    backwards = symbols.gather(1, (n - 1 - place).clamp_min(0))
    src, out = (torch.where(place < n, said, end) for said in (symbols, backwards))
    tgt = torch.cat([torch.full((count, 1), BOS), out], dim=1)
    return src.to(device), tgt.to(device)


# %% tags=["nbval-ignore-output"]
set_seed(0)
model = Transformer(VOCAB, VOCAB, 48, 4, 1, 96, dropout=0.0, max_len=32, norm_first=True)
initialise(model)
with torch.no_grad():
    for part in model.modules():
        if isinstance(part, nn.Embedding):
            part.weight.mul_(0.3)  # quiet symbols: positions are heard at once
model.to(device)
steps, draw = 400, torch.Generator().manual_seed(0)
batches = (reverse_batch(64, 8, draw) for _ in range(steps))
optimizer = torch.optim.Adam(model.parameters(), betas=(0.7, 0.98))
rate = [5e-3 * min(s / 30, max(0.05, (steps - s) / (steps - 30))) for s in range(steps + 1)]
train_model(model, batches, optimizer, rate.__getitem__, PAD)
model.eval()

src, tgt = reverse_batch(200, 8, torch.Generator().manual_seed(5), shortest=8)
said = greedy_decode(model, src, 9, BOS, EOS, PAD)
share = exact_match(said, shift_target(tgt)[1], EOS, PAD)
print(f"exact match on 200 new sequences of 8 symbols: {share:.2f}")

# %% [markdown]
# ## Keep what each part said
#
# A **hook** is a function that PyTorch calls when a part has run. It sees what went in and what came out, and what it returns, if not None, takes the output's place. By hand, on one linear layer:

# %%
layer = nn.Linear(2, 3)
handle = layer.register_forward_hook(lambda part, given, output: print("gave", tuple(output.shape)))
for call in (1, 2):
    print("call", call)
    layer(torch.ones(5, 2))
    handle.remove()  # Try: without this line

# %% [markdown]
# ## Exercise: `capture`
#
# Difficulty: medium. About 12 minutes, 10 to 14 lines.


# %% exercise="capture"
def capture(model: nn.Module, *inputs: Tensor) -> dict[str, Tensor]:
    """Run ``model(*inputs)`` once and keep what each of its parts gave.

    The keys are the names of ``model.named_modules()``, of each part that runs. Of a part that
    gives a tuple, the first thing is kept. Afterwards the model is as it was: no hook is left, also
    after an error.
    """
    ### BEGIN SOLUTION
    kept, hooks = {}, []

    def keep(name):
        def hook(part, given, output):
            kept[name] = (output[0] if isinstance(output, tuple) else output).clone()

        return hook

    try:
        for name, part in model.named_modules():
            hooks.append(part.register_forward_hook(keep(name)))
        with torch.no_grad():
            model(*inputs)
    finally:
        for hook in hooks:
            hook.remove()
    return kept
    ### END SOLUTION


# %% check="capture"
check(capture)

# %% [markdown]
# ## Two runs that differ in one symbol
#
# The **clean** run reads a source. The **corrupted** run reads the same source with another symbol at place 3. At the decoder's fifth place the model says (predicts) that symbol. The measure: the logit of the right symbol minus that of the wrong one.
#
# And where do the heads look (attend) when they say it? Look for the brightest cell of each row.


# %% tags=["nbval-ignore-output"]
def two_runs(place: int) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """The source with another symbol at this place; what the decoder has read; right and wrong."""
    step = torch.randint(1, 8, (len(src),), generator=torch.Generator().manual_seed(6)).to(device)
    bad = src.clone()
    bad[:, place] = 3 + (src[:, place] - 3 + step) % 8
    return bad, tgt[:, : 8 - place], src[:, place], bad[:, place]


def gap(logits: Tensor) -> Tensor:
    """(B,): how far the right symbol lies above the wrong one, at the last place."""
    last = logits[:, -1].detach()
    return (last.gather(1, right[:, None]) - last.gather(1, wrong[:, None]))[:, 0]


def looks(source: Tensor) -> Tensor:
    """(h, L_s): the weights of cross-attention at the last place of the decoder."""
    heard = viz.Recording(model).record(source, read).layers("cross")[-1]
    return torch.as_tensor(heard.weights)[:, :, -1].mean(0)


bad, read, right, wrong = two_runs(3)
says = [gap(model(one, read)).mean().item() for one in (src, bad)]
print(f"clean {says[0]:+.1f}, corrupted {says[1]:+.1f}")
maps, places = looks(src), [*map(str, range(8)), "eos"]
title = "Where each head looks to say symbol 3"
viz.matrix(maps, columns=places, row_axis="head", column_axis="place of the source", title=title)

# %% [markdown]
# The **memory** is what the encoder gives: one vector for each place, made of all of them. Take the corrupted run, and put one place of the clean memory into it. Which place brings the right answer back by itself?

# %% predict="carrier"
### BEGIN SOLUTION
answer = "3"
# ~ answer = None  # TODO: "3", "3 or 4" or "no single one"
### END SOLUTION
predict("carrier", answer)

# %% [markdown]
# ## Exercise: `patched`
#
# Difficulty: medium. About 15 minutes, 8 to 12 lines.


# %% exercise="patched"
def patched(
    model: nn.Module,
    inputs: tuple[Tensor, ...],
    where: str,
    value: Tensor,
    places: list[int] | None = None,
) -> Tensor:
    """``model(*inputs)``, with what one part gave replaced on the way.

    ``where`` is one of the names of ``capture``, and ``value`` has the shape that stands there. It
    replaces the output of the part (of a tuple, the first thing) at these places of axis 1; at
    all, where ``places`` is None. ``value`` and the model stay as they are: no hook is left, also
    after an error.

    Shapes:
        value: (B, L, d) -> logits (B, L_out, V)

    Stops with an error where no part has that name.
    """
    ### BEGIN SOLUTION

    def put(part, given, output):
        own = output[0] if isinstance(output, tuple) else output
        new = value
        if places is not None:
            new = own.clone()
            new[:, places] = value[:, places]
        return (new, *output[1:]) if isinstance(output, tuple) else new

    handle = model.get_submodule(where).register_forward_hook(put)
    try:
        with torch.no_grad():
            return model(*inputs)
    finally:
        handle.remove()
    ### END SOLUTION


# %% check="patched"
check(patched)

# %% [markdown]
# ## Exercise: `recovered`
#
# Difficulty: easy. About 4 minutes, 2 lines.


# %% exercise="recovered"
def recovered(clean: Tensor, corrupted: Tensor, patched: Tensor) -> float:
    """The share of the difference that came back: 0 as corrupted, 1 as clean.

    It is below 0 where the patch does harm, and above 1 where it goes beyond clean.
    Each row is the logit of the right symbol minus that of the wrong one. Take the mean of each
    first: the share of a single row may be anything, where clean and corrupted hardly differ.

    Shapes:
        clean, corrupted, patched: (B,) -> a number
    """
    ### BEGIN SOLUTION
    low = corrupted.mean()
    return ((patched.mean() - low) / (clean.mean() - low)).item()
    ### END SOLUTION


# %% check="recovered"
check(recovered)

# %% [markdown]
# ## One place after another
#
# Now for each corrupted place: put back one place of the memory at a time. Look for the diagonal.

# %% tags=["nbval-ignore-output"]
capture, patched, recovered = mine("capture", "patched", "recovered")
memory = next(name for name, part in model.named_modules() if isinstance(part, Encoder))
shares = torch.zeros(8, 9)
for j in range(8):
    bad, read, right, wrong = two_runs(j)
    kept = capture(model, src, read)[memory]  # (B, 9, d_model)
    best, worst = gap(model(src, read)), gap(model(bad, read))
    for p in range(9):
        now = gap(patched(model, (bad, read), memory, kept, [p]))
        shares[j, p] = recovered(best, worst, now)
print("place 3, by place put back:", [round(s, 2) for s in shares[3].tolist()])
title = "The share that comes back"
viz.matrix(
    shares, columns=places, row_axis="place changed", column_axis="place put back", title=title
)

# %% [markdown]
# Each symbol travels at its own place. Place 4 brings back next to nothing, and one head gives it a quarter of its weight or more.
#
# ### The same map, another answer
#
# Queries and keys make the map; values are what is taken. Put each back alone, then the values of one head at a time.

# %% tags=["nbval-ignore-output"]
bad, read, right, wrong = two_runs(3)
best, worst = gap(model(src, read)), gap(model(bad, read))
clean, dirty = capture(model, src, read), capture(model, bad, read)
cross = [name for name, part in model.named_modules() if isinstance(part, MultiHeadAttention)][-1]


def share_of(part: str, value: Tensor) -> float:
    """What comes back with this part of the cross-attention replaced."""
    return recovered(best, worst, gap(patched(model, (bad, read), f"{cross}.{part}", value)))


print(f"weight on place 4: {[round(w, 2) for w in maps[:, 4].tolist()]}")
print(f"largest change of a weight: {(looks(bad) - maps).abs().max().item():.2f}")
for part in ("w_q", "w_k", "w_v"):
    print(f"{part} of the clean run brings back {share_of(part, clean[f'{cross}.{part}']):.2f}")
for head in range(4):  # Try: two heads at once
    own, value = slice(12 * head, 12 * head + 12), dirty[f"{cross}.w_v"].clone()
    value[..., own] = clean[f"{cross}.w_v"][..., own]
    brought = share_of("w_v", value)
    print(
        f"head {head}: weight on place 3 {maps[head, 3].item():.2f}, its values bring {brought:.2f}"
    )

# %% [markdown]
# The answer changed. The map hardly moved, and putting it back brings nothing: so it cannot explain the answer. Three heads look at place 3, and one of them brings about twice as much as another. **A map says where to ask. A patch answers.**
#
# ### Break it
#
# The other way round: a clean run with one place of the corrupted memory. Below it is your model, opened: choose a place at *memory*, and it is patched from another source. Which symbol changes?

# %% tags=["nbval-ignore-output"]
for p in (2, 3, 4):  # Try: 8, the place of eos
    logits = patched(model, (src, read), memory, dirty[memory], [p])
    stays = (logits[:, -1].argmax(-1) == right).float().mean().item()
    print(f"place {p} corrupted: {stays:.2f} of the answers stay right")
viz.explore(model, src[:2])

# %% [markdown]
# ## A model that repeats
#
# A text says `c a b`, and later `c` again. A reader who knows nothing else guesses `a`: what followed last time. Random symbols, repeated once, with period 3:
#
# | place | 0 | 1 | 2 | 3 | 4 | 5 |
# |---|---|---|---|---|---|---|
# | id | 7 | 4 | 9 | 7 | 4 | 9 |
#
# Two models will train, with 1 layer and with 2: less than a minute. At the second 7 they must find the place **after** the first 7. In the first layer a key knows its own symbol and position, no more.
#
# ## Exercise: `repeated_batch`
#
# Difficulty: easy. About 4 minutes, 2 lines.


# %% exercise="repeated_batch"
def repeated_batch(
    batch_size: int,
    period: int,
    repeats: int,
    vocab_size: int,
    generator: torch.Generator | None = None,
) -> Tensor:
    """Rows in which a random segment of ``period`` ids is said ``repeats`` times.

    Each id of a segment is drawn by itself, by ``generator``, evenly from 1 to vocab_size - 1; 0 is
    the pad. Each row has a segment of its own.

    Shapes:
        ids: (batch_size, period * repeats) long
    """
    ### BEGIN SOLUTION
    segment = torch.randint(1, vocab_size, (batch_size, period), generator=generator)
    return segment.repeat(1, repeats)
    ### END SOLUTION


# %% check="repeated_batch"
check(repeated_batch)

# %%
TransformerEmbedding, EncoderLayer = mine("TransformerEmbedding", "EncoderLayer")
causal_mask = mine("causal_mask")


class Reader(nn.Module):
    """Says at each place which symbol comes next: notebook 08's model, with its parts in sight.

    ids (B, L) -> logits (B, L, vocab_size). ``attentions`` lists your MultiHeadAttention of each
    layer; ``weights`` are those of the last call, one (B, h, L, L) per layer.
    """

    def __init__(self, vocab_size: int, d_model: int, num_heads: int, num_layers: int) -> None:
        super().__init__()
        self.num_heads = num_heads
        self.embed = TransformerEmbedding(vocab_size, d_model, 0, 64)
        self.layers = nn.ModuleList(
            EncoderLayer(d_model, num_heads, 2 * d_model, norm_first=True)
            for _ in range(num_layers)
        )
        self.norm = nn.LayerNorm(d_model)
        self.output = nn.Linear(d_model, vocab_size)

    def forward(self, ids: Tensor) -> Tensor:
        x, self.weights = self.embed(ids), []
        for layer in self.layers:
            x, weights = layer(x, causal_mask(ids.shape[1], ids.device))
            self.weights.append(weights.detach())
        return self.output(self.norm(x))

    @property
    def attentions(self) -> list[nn.Module]:
        return [part for part in self.layers.modules() if hasattr(part, "w_o")]


# %% predict="who_repeats"
### BEGIN SOLUTION
answer = "two layers"
# ~ answer = None  # TODO: a model of 1 layer, one of 2. Who learns it: "both", "two layers" or "neither"?
### END SOLUTION
predict("who_repeats", answer)

# %% tags=["nbval-ignore-output"]
repeated_batch = mine("repeated_batch")
rows = repeated_batch(200, 11, 2, 20, torch.Generator().manual_seed(99)).to(device)


def share_right(model: nn.Module) -> float:
    """The share of symbols of the second round that are said."""
    with torch.no_grad():
        said = model(rows[:, :-1]).argmax(-1)  # (B, L - 1)
    return (said == rows[:, 1:])[:, 11:].float().mean().item()


def learn_to_repeat(num_layers: int, steps: int = 360) -> tuple[nn.Module, list[float]]:
    """A trained model, and its share right at each 40th step. The loss is of the second round."""
    set_seed(0)
    generator, shares = torch.Generator().manual_seed(1), []
    model = Reader(20, 64, 4, num_layers)
    initialise(model)
    model.to(device)
    optimizer = torch.optim.Adam(model.parameters(), betas=(0.9, 0.98))
    for step in range(steps):
        if step % 40 == 0:
            shares.append(share_right(model))
        rate = min(1, (step + 1) / 50) * max(0.05, 1 - step / steps)
        optimizer.param_groups[0]["lr"] = 8e-3 * rate
        period = int(torch.randint(6, 15, (1,), generator=generator))
        ids = repeated_batch(64, period, 2, 20, generator).to(device)
        logits = model(ids[:, :-1])[:, period:]
        loss = F.cross_entropy(logits.flatten(0, 1), ids[:, period + 1 :].flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return model, [*shares, share_right(model)]


shallow, shares_1 = learn_to_repeat(1)
deep, shares_2 = learn_to_repeat(2)
print(f"right in the second round: 1 layer {shares_1[-1]:.2f}, 2 layers {shares_2[-1]:.2f}")
steps = [40 * i for i in range(len(shares_1))]
viz.curves(
    {"1 layer": (steps, shares_1), "2 layers": (steps, shares_2)},
    x_label="step",
    y_label="accuracy in the second round",
    title="Two layers go on learning, one stops early",
)

# %% [markdown]
# Look at where the lines part. One layer stops early, two go on. Large models learn this in a jump ([Olsson et al. 2022](https://arxiv.org/abs/2209.11895)). Here it is a slope.
#
# An even guess is right in 5 %. What does one layer know? Change the symbol that each model has just read, and ask again:

# %% tags=["nbval-ignore-output"]
from_row, blind = {"1 layer": 0.0, "2 layers": 0.0}, {"1 layer": 0.0, "2 layers": 0.0}
for t in range(11, 21):
    other = rows[:, : t + 1].clone()
    other[:, t] = 1 + (other[:, t] + 4) % 19  # another symbol
    for name, reader in (("1 layer", shallow), ("2 layers", deep)):
        with torch.no_grad():
            said, now = (reader(ids)[:, -1].argmax(-1) for ids in (rows[:, : t + 1], other))
        from_row[name] += (said[:, None] == rows[:, :11]).any(1).float().mean().item() / 10
        blind[name] += (now == rows[:, t + 1]).float().mean().item() / 10
for name in blind:
    print(f"{name}: a symbol of the first round {from_row[name]:.2f}", end=", ")
    print(f"right although the last symbol was changed {blind[name]:.2f}")

# %% [markdown]
# One layer keeps most of its accuracy without the symbol: it mostly guesses by position. Two layers need it.
#
# ## Exercise: `induction_score`
#
# A head that attends to the place after the earlier copy is an **induction head**. In the table above, place 3 is 7. Its copy is place 0, so it should look at 1: at t - period + 1. These weights stand on a diagonal of the map, from the second round on.
#
# Difficulty: easy. About 6 minutes, 2 lines.


# %% exercise="induction_score"
def induction_score(weights: Tensor, period: int) -> Tensor:
    """The mean weight from place t to place t - period + 1, for each head.

    The mean is over the batch and over every t from ``period`` to L - 1: these places have an
    earlier copy.

    Shapes:
        weights: (B, h, L, L), queries down, keys across -> (h,)
    """
    ### BEGIN SOLUTION
    t = torch.arange(period, weights.shape[-1])
    return weights[:, :, t, t - period + 1].mean(dim=(0, 2))
    ### END SOLUTION


# %% check="induction_score"
check(induction_score)

# %% tags=["nbval-ignore-output"]
induction_score = mine("induction_score")
for name, reader in (("1 layer", shallow), ("2 layers", deep)):
    with torch.no_grad():
        reader(rows)
    for i, weights in enumerate(reader.weights):
        scores = [round(v, 2) for v in induction_score(weights, 11).tolist()]  # Try: 12
        before = weights.diagonal(-1, 2, 3).mean((0, 2))  # (h,): on the place before
        print(f"{name}, layer {i}: one after the copy {scores}", end="  ")
        print("place before", [round(v, 2) for v in before.tolist()])
best = induction_score(deep.weights[1], 11).argmax()
one = max(range(200), key=lambda i: len(set(rows[i].tolist())))  # a row of many symbols
letters = [chr(96 + i) for i in rows[one].tolist()]  # a, b, c, ...
names = {"queries": letters[11:], "keys": letters}  # the second round asks
diagonal = [(t, t + 1) for t in range(11)]
title = "The best head of layer 1: framed is the place after the copy"
viz.attention(deep.weights[1][one, best, 11:], frames=diagonal, title=title, **names)

# %% [markdown]
# Choose a letter at the left, and go to its frame: what followed it last time. Not all are lit.
#
# ### Break it: layer 0 may not look back
#
# In the textbook case layer 0 tells each place what stands before it. Then a key of layer 1 can say: I stand after a `c`. Here? Block one distance in all heads of layer 0:

# %% tags=["nbval-ignore-output"]
place = torch.arange(rows.shape[1] - 1, device=device)
print(f"nothing blocked: {share_right(deep):.2f} right", end=", ")
print(f"best head of layer 1 {induction_score(deep.weights[1], 11).max().item():.2f}")
for distance in (1, 2, 3, 5):
    open_ = place[:, None] - place != distance  # (L, L)
    handle = deep.layers[0].register_forward_pre_hook(
        lambda layer, given, open_=open_: (given[0], given[1] & open_)
    )
    share = share_right(deep)
    handle.remove()
    score = induction_score(deep.weights[1], 11).max().item()
    print(f"without {distance} back: {share:.2f} right, best head of layer 1 {score:.2f}")

# %% [markdown]
# Without the place before most is lost, and so are the induction heads. No other distance matters.
#
# ## What each layer would say
#
# The last norm and the output make logits of what the last layer gives. They can read any layer: the **logit lens** ([nostalgebraist 2020](https://www.lesswrong.com/posts/AcKRB8wDpdaN6v6ru/interpreting-gpt-the-logit-lens)).
#
# ## Exercise: `logit_lens`
#
# Difficulty: easy. About 8 minutes, 4 lines.


# %% exercise="logit_lens"
def logit_lens(model: Reader, ids: Tensor) -> Tensor:
    """What the model would say if it stopped after each layer.

    Entry 0 is what it would say before its first layer, right after ``model.embed``; the last
    one is what it says. Each goes through ``model.norm`` and ``model.output``. The model stays as
    it is.

    Shapes:
        ids: (B, L) long -> logits (num_layers + 1, B, L, V)
    """
    ### BEGIN SOLUTION
    parts = capture(model, ids)
    names = ["embed", *(f"layers.{i}" for i in range(len(model.layers)))]
    with torch.no_grad():
        return torch.stack([model.output(model.norm(parts[name])) for name in names])
    ### END SOLUTION


# %% check="logit_lens"
check(logit_lens)

# %% tags=["nbval-ignore-output"]
logit_lens = mine("logit_lens")
says = logit_lens(deep, rows[:, :-1])[:, :, 11:]  # (3, B, 10, V), the second round
asked = rows[:, 12:].expand(3, -1, -1)
print("right:", [round(s, 2) for s in (says.argmax(-1) == asked).float().mean((1, 2)).tolist()])
chance = says.softmax(-1).gather(-1, asked[..., None])[..., 0].mean(1)  # (3, 10)
depth = ["embed", "layer 0", "layer 1"]
guess = []  # after layer 0, where the symbol that was just read is another one
for t in range(11, 21):
    other = rows[:, : t + 1].clone()
    other[:, t] = 1 + (other[:, t] + 4) % 19
    said = logit_lens(deep, other)[1, :, -1].softmax(-1)  # (B, V)
    guess.append(said.gather(-1, rows[:, t + 1, None]).mean().item())
print("layer 0, without the symbol:", [round(p, 2) for p in guess])
title = "Probability of the right symbol, if the model stopped there"
viz.matrix(chance.cpu(), rows=depth, column_axis="place of the second round", title=title)

# %% [markdown]
# Look at the middle row: after layer 0 the first places are still a guess. Layer 1 brings them. In the last three layer 0 is partly right without the last symbol: a guess by position.
#
# ## What a head adds
#
# In a pre-LN model every part adds to one stream. The last norm divides by a size. Keep that size as it is in this run: then a logit is a plain sum, and each head has its share in it.
#
# ## Exercise: `head_effects`
#
# `w_o` multiplies the heads, which stand side by side: head i meets its own columns of `w_o.weight`, (d_model out, d_model in). The two helpers do the rest. `direction` says what one more in each feature adds to the logit of the target.
#
# Difficulty: medium. About 15 minutes, 9 lines.


# %% tags=["nbval-ignore-output"]
def inputs_of(model: nn.Module, parts: list[nn.Module], ids: Tensor) -> list[Tensor]:
    """What went into each of the parts at the last place, (B, d_model) each."""
    got = {}
    handles = [
        part.register_forward_pre_hook(lambda part, args: got.update({part: args[0][:, -1]}))
        for part in parts
    ]
    try:
        with torch.no_grad():
            model(ids)
    finally:
        for handle in handles:
            handle.remove()
    return [got[part] for part in parts]


def direction(model: nn.Module, last: Tensor, target: Tensor) -> Tensor:
    """(B, d_model) for what the last norm got, (B, d_model), and the ids asked for, (B,)."""
    row = model.output.weight[target] * model.norm.weight
    row = row - row.mean(-1, keepdim=True)  # the norm takes the mean off
    return row / (last.var(-1, unbiased=False, keepdim=True) + model.norm.eps).sqrt()


ids, target = rows[:, :18], rows[:, 18]
with torch.no_grad():
    (last,) = inputs_of(deep, [deep.norm], ids)
    by_sum = (last * direction(deep, last, target)).sum(-1)
    by_sum += deep.output.weight[target] @ deep.norm.bias + deep.output.bias[target]
    logits = deep(ids)[:, -1].gather(1, target[:, None])[:, 0]
print("logit by the sum:  ", [round(v, 3) for v in by_sum[:4].tolist()])
print("logit by the model:", [round(v, 3) for v in logits[:4].tolist()])


# %% exercise="head_effects"
def head_effects(model: nn.Module, ids: Tensor, target: Tensor) -> Tensor:
    """What each head adds to the logit of the target at the last place; the mean over the rows.

    A head adds its features times its columns of ``w_o.weight``; the bias is no head's. That goes
    through the last norm, which keeps the size that it has in this run (``direction``), to the
    logit. The model is a ``Reader``: ``attentions``, ``num_heads``, ``norm``, ``output``.

    Shapes:
        ids: (B, L) long, target: (B,) long -> (num_layers, h)
    """
    ### BEGIN SOLUTION
    h = model.num_heads
    *merged, last = inputs_of(model, [*(a.w_o for a in model.attentions), model.norm], ids)
    to_logit = direction(model, last, target)  # (B, d_model)
    effects = []
    for attention, z in zip(model.attentions, merged, strict=True):
        heads = z.unflatten(-1, (h, -1))  # (B, h, d_k)
        columns = attention.w_o.weight.unflatten(-1, (h, -1))  # (d_model, h, d_k)
        added = torch.einsum("bhk,dhk->bhd", heads, columns)
        effects.append(torch.einsum("bhd,bd->bh", added, to_logit).mean(0))
    return torch.stack(effects)
    ### END SOLUTION


# %% check="head_effects"
check(head_effects)

# %% tags=["nbval-ignore-output"]
head_effects = mine("head_effects")
asked_for = target  # Try: target % 19 + 1, a wrong symbol
with torch.no_grad():
    effects = head_effects(deep, ids, asked_for)
    mean_logit = deep(ids)[:, -1].gather(1, asked_for[:, None]).mean().item()
of_heads = effects.sum().item()
print(f"the mean logit is {mean_logit:.1f}; the heads add {of_heads:.1f} of it")
with torch.no_grad():
    others = [head_effects(deep, ids, (target - 1 + k) % 19 + 1).sum() for k in range(1, 19)]
print(f"to a wrong symbol the heads add {torch.stack(others).mean().item():.1f}")
layers, heads = [f"layer {i}" for i in range(2)], [f"head {i}" for i in range(4)]
title = "What each head adds to the logit"
viz.matrix(effects.cpu(), rows=layers, columns=heads, signed=True, title=title)

# %% [markdown]
# Look at the two rows: layer 1 adds nearly all, and to the right symbol alone. But this is what a head adds **directly**. What later parts make of it, the sum cannot show.
#
# ## Silence a head
#
# So take a head away, and see what is lost: an **ablation**. Something must stand in its place: 0, or the mean of what the head gives. The mean carries no information about this row, and later layers expect values near it.
#
# ## Exercise: `ablate`
#
# A pre-hook of `w_o` sees the heads side by side before they are mixed: `model.num_heads` of them. What it returns goes in.
#
# Difficulty: medium. About 15 minutes, 12 lines.


# %% exercise="ablate"
@contextmanager
def ablate(model: nn.Module, layer: int, head: int, kind: str = "mean") -> Iterator[None]:
    """Inside of ``with ablate(...)`` one head of the model is silent.

    In front of ``model.attentions[layer].w_o`` the d_k features of the head are replaced: by 0
    (kind "zero"), or each by its mean over the rows and places of the batch (kind "mean"). After
    the ``with`` the model is as it was, also after an error.

    Stops with an error where kind is another word.
    """
    ### BEGIN SOLUTION
    if kind not in ("mean", "zero"):
        raise ValueError(f'kind={kind!r} must be "mean" or "zero"')
    w_o = model.attentions[layer].w_o
    d_k = w_o.in_features // model.num_heads
    own = slice(head * d_k, (head + 1) * d_k)

    def replace(module: nn.Module, args: tuple[Tensor]) -> tuple[Tensor]:
        x = args[0].clone()  # (B, L, d_model): the heads side by side
        x[..., own] = x[..., own].mean(dim=(0, 1)) if kind == "mean" else 0.0
        return (x,)

    handle = w_o.register_forward_pre_hook(replace)
    try:
        yield
    finally:
        handle.remove()
    ### END SOLUTION


# %% check="ablate"
check(ablate)

# %% tags=["nbval-ignore-output"]
ablate = mine("ablate")


def without(layer: int, heads: Iterable[int], kind: str = "mean") -> float:
    """The share right with these heads silent."""
    with ExitStack() as stack:
        for head in heads:
            stack.enter_context(ablate(deep, layer, head, kind))
        return share_right(deep)


worst = [
    [min(without(layer, some) for some in combinations(range(4), count)) for count in (1, 2, 3, 4)]
    for layer in range(2)
]
apart = max(
    abs(without(i, [head]) - without(i, [head], "zero")) for i in range(2) for head in range(4)
)
print(f"all heads {share_right(deep):.2f}; mean and zero differ by {apart:.2f} at most")
silent = ["1 silent", "2 silent", "3 silent", "4 silent"]
title = "Right in the second round, for the worst choice of heads"
viz.matrix(worst, rows=layers, columns=silent, title=title)

# %% [markdown]
# Look along a row: one silent head costs far less than three. Several heads do the same work.
#
# Mean and zero hardly differ: the symbols are balanced, so a head's mean is small. Dig deeper: [The first token](11a_the_first_token.ipynb) looks for attention sinks.
#
# ### Break it: a head that hums
#
# Give the best head a constant: 5 more in each of its values. Take what that adds off the bias of `w_o`. The model computes what it did before.

# %% predict="humming_head"
### BEGIN SOLUTION
answer = "zero"
# ~ answer = None  # TODO: silence that head again. Which ablation now gives a different accuracy: "mean", "zero" or "both"?
### END SOLUTION
predict("humming_head", answer)

# %% tags=["nbval-ignore-output"]
hums, head = copy.deepcopy(deep), int(best)
attention, own = hums.attentions[1], slice(16 * head, 16 * head + 16)
hum = 5.0  # Try: 0.5
with torch.no_grad():
    attention.w_v.bias[own] += hum
    attention.w_o.bias -= attention.w_o.weight[:, own].sum(1) * hum
for name, reader in (("before", deep), ("humming", hums)):
    found = {"all heads": share_right(reader)}
    for kind in ("mean", "zero"):
        with ablate(reader, 1, head, kind):
            found[kind] = share_right(reader)
    print(f"{name:8}", {kind: round(share, 2) for kind, share in found.items()})

# %% [markdown]
# ## What you built
#
# | step | shape |
# |---|---|
# | memory, clean or corrupted | (B, L_s, d_model) |
# | logits of a patched run | (B, L_t, V) |
# | logit lens | (num_layers + 1, B, L, V) |
# | what each head adds | (num_layers, h) |
#
# ## Questions people get wrong
#
# - *A head looks at a symbol. Does it say it?* Put its values back, or silence it: then you know.
# - *A head adds little to the logit. Is it of no use?* Layer 0 added little, and without its look back most was lost.
# - *One head is silenced and little is lost. Is it idle?* Others may do the same work. Silence three.
# - *Does place 3 of the memory hold its symbol alone?* It is made of all places. In this model, for this answer, that symbol is what counts.

# %% tags=["nbval-ignore-output"]
progress()
