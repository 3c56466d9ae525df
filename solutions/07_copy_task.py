# %% [markdown]
# # 07 · Train it: the copy task
#
# After this notebook you can
#
# - make batches, losses, training steps and decoding for a sequence model,
# - train the Transformer that **you** wrote, on a CPU or a GPU, and watch it learn,
# - tell a model that works from one that only has a low loss.
#
# **About 100 minutes.** The two bonus exercises take an hour more. You need notebooks 01 to 06. A part that has not passed yet is filled in by the course's. "Run All" stops at the first check that has not passed: from there run cell by cell.

# %%
import inspect
import math
from collections.abc import Callable, Iterable
from contextlib import nullcontext
from dataclasses import replace

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from tutor_utils import (
    check,
    hint,
    mine,
    package,
    predict,
    progress,
    reset,
    restore,
    set_seed,
    solution,
    training,
    tries,
    viz,
)

set_seed(0)

# %% [markdown]
# ## The map
#
# Everything is built. Now the whole model learns.

# %%
viz.architecture("training")

# %% [markdown]
# ## One switch for the device
#
# The same code runs on a CPU, on an NVIDIA GPU (`cuda`) and on a Mac's GPU (`mps`). Nothing in the model names a device: tensors are made where the batch is.

# %% tags=["nbval-ignore-output"]
if torch.cuda.is_available():
    device = torch.device("cuda")
elif torch.backends.mps.is_available():
    device = torch.device("mps")
else:
    device = torch.device("cpu")
print("training on:", device.type)

# %% [markdown]
# ### One thread
#
# PyTorch shares each product between threads. Ours are so small that threads can wait for each other longer than they compute. So this notebook takes one. A large model wants them all.

# %%
torch.set_num_threads(1)

# %% [markdown]
# ## The task
#
# Read some symbols and say them again. It sounds easy, but without positions, without cross-attention or with a wrong causal mask no model can do it. Ids: 0 is pad, 1 is bos (begin), 2 is eos (end), symbols start at 3. So 8 of 11 ids are symbols.

# %%
PAD, BOS, EOS = 0, 1, 2
VOCAB, MAX_LEN = 11, 10
src_by_hand = torch.tensor([[5, 7, 4, 2, 0], [9, 2, 0, 0, 0]])  # 5 7 4 and 9, each with eos
tgt_by_hand = torch.tensor([[1, 5, 7, 4, 2, 0], [1, 9, 2, 0, 0, 0]])  # the same behind bos
title = "Two targets: bos, the symbols, eos, pads"
viz.matrix(tgt_by_hand, title=title, row_axis="row", column_axis="position")

# %% [markdown]
# ## Exercise: `copy_batch`
#
# Lengths differ from row to row on purpose. With one fixed length there is never a pad, and a fault in the masks stays hidden.
#
# Difficulty: medium. About 10 minutes, 6 to 10 lines.


# %% exercise="copy_batch"
def copy_batch(
    batch_size: int,
    max_len: int,
    vocab_size: int,
    generator: torch.Generator | None = None,
    device: torch.device | str | None = None,
) -> tuple[Tensor, Tensor]:
    """Draw sequences to copy: 1 to max_len symbols a row, from 3 to vocab_size - 1.

    All draws use ``generator``; both tensors are on ``device``.

    Shapes:
        src: (B, L) long: symbols, eos (2), pads (0); L = max_len + 1 is enough for every row
        tgt: (B, L+1) long: bos (1), the same symbols, eos, pads
    """
    ### BEGIN SOLUTION
    size = (batch_size, max_len + 1)
    symbols = torch.randint(3, vocab_size, size, generator=generator)
    length = torch.randint(1, max_len + 1, (batch_size, 1), generator=generator)
    place = torch.arange(max_len + 1)
    src = torch.where(place < length, symbols, PAD)  # (B, max_len+1)
    src = torch.where(place == length, EOS, src)
    tgt = torch.cat([torch.full((batch_size, 1), BOS), src], dim=1)  # (B, max_len+2)
    return src.to(device), tgt.to(device)
    ### END SOLUTION


# %% check="copy_batch"
check(copy_batch)

# %%
copy_batch = mine("copy_batch")
src, tgt = copy_batch(6, MAX_LEN, VOCAB, torch.Generator().manual_seed(0))
print("src", tuple(src.shape), "tgt", tuple(tgt.shape))
viz.matrix(src, title="Six sources: 0 is pad, 2 is eos", row_axis="row", column_axis="position")

# %% [markdown]
# ## Shift by one
#
# In training the decoder reads the right answer and must say, at each position, the token that comes next. This is called **teacher forcing**: the right past is given, whatever the model would have said.
#
# *Your prediction:* the target is `bos 5 7 eos`. At the first position the decoder sees only bos. Which token is the label there?

# %% predict="first_label"
### BEGIN SOLUTION
answer = "5"
# ~ answer = None  # TODO: "bos", "5" or "eos"
### END SOLUTION
predict("first_label", answer)

# %% [markdown]
# ## Exercise: `shift_target`
#
# Difficulty: easy. About 2 minutes, 1 line. Without the shift the model learns to repeat what it reads. Its loss is perfect and its output nonsense: [a report of just that](https://github.com/Kyubyong/transformer/issues/94).


# %% exercise="shift_target"
def shift_target(tgt: Tensor) -> tuple[Tensor, Tensor]:
    """What the decoder reads, and what it should say at each place.

    Shapes:
        tgt: (B, L+1) -> decoder_input (B, L), labels (B, L)
    """
    ### BEGIN SOLUTION
    return tgt[:, :-1], tgt[:, 1:]
    ### END SOLUTION


# %% check="shift_target"
check(shift_target)

# %%
shift_target = mine("shift_target")
decoder_input, labels = shift_target(tgt_by_hand)
print("reads:", decoder_input[0].tolist())
print("says: ", labels[0].tolist())

# %% [markdown]
# ### One row, many examples
#
# Row 0 is not one example but four: after bos say 5; after bos 5 say 7; and so on. Each past is an input, each label its answer.

# %%
for place in range(4):
    print(decoder_input[0, : place + 1].tolist(), "->", labels[0, place].item())

# %% [markdown]
# The causal mask lets one pass do all of them. At position t the model sees nothing that comes after t, so its output is the one that the past alone would give. Try it: the whole row at once, and one past after the other.

# %%
Transformer = mine("Transformer")
set_seed(1)
reader = Transformer(VOCAB, VOCAB, d_model=32, num_heads=4, num_layers=1, d_ff=64).eval()
with torch.no_grad():
    at_once = reader(src_by_hand, decoder_input)  # (2, 5, 11)
    alone = [reader(src_by_hand, decoder_input[:, : n + 1])[:, -1] for n in range(4)]  # 4 × (2, 11)
apart = (at_once[:, :4] - torch.stack(alone, dim=1)).abs().max().item()
print("largest difference:", f"{apart:.0e}" if apart > 1e-5 else "below 0.00001")

# %% [markdown]
# A recurrent network gets the same examples, but one after the other. This is what made the Transformer fast to train: **one pass, L examples, no waiting**. Only decoding still goes step by step.

# %% [markdown]
# ## The loss
#
# Cross-entropy asks how surprised the model is by the right token: `-ln p`. Pads are not data, so they must not count.

# %% [markdown]
# ### A worked example
#
# Two labels, the second one a pad. The model gives the first one a probability of 0.5. (`F.cross_entropy` wants logits. Log-probabilities are logits too: their softmax gives the probabilities back.)

# %%
example = torch.tensor([[0.1, 0.2, 0.5, 0.2], [0.7, 0.1, 0.1, 0.1]]).log()
print("by hand, -ln 0.5 =", round(-math.log(0.5), 3))
print("by torch:", round(F.cross_entropy(example, torch.tensor([2, 0]), ignore_index=0).item(), 3))

# %% [markdown]
# *Your prediction:* before training, a model over 11 ids guesses evenly: each has probability 1/11. What is its cross-entropy (natural logarithm), to one digit after the point?

# %% predict="loss_at_start"
### BEGIN SOLUTION
answer = 2.4
# ~ answer = None  # TODO: a number, one digit after the point
### END SOLUTION
predict("loss_at_start", answer)

# %% [markdown]
# ### A label that is not quite sure
#
# Section 5.4 smooths the labels. With `label_smoothing=0.1` the label is no longer "5, with certainty". It is 0.9 of that, and 0.1 shared evenly between all tokens. Why? No finite logits reach a probability of 1, so without smoothing they grow and grow. With it there is a best size, and the model stays a little unsure.

# %% [markdown]
# ## Exercise: `sequence_loss`
#
# Difficulty: medium. About 6 minutes, 1 to 6 lines.


# %% exercise="sequence_loss"
def sequence_loss(
    logits: Tensor, labels: Tensor, pad_id: int, label_smoothing: float = 0.0
) -> Tensor:
    """Mean cross-entropy over the labels that are not pad.

    With smoothing (paper, section 5.4) the label gets 1 - label_smoothing, and all tokens, or all
    others, share the rest evenly.

    Shapes:
        logits: (B, L, V); labels: (B, L) -> a tensor of shape () that carries the gradient
    """
    ### BEGIN SOLUTION
    return F.cross_entropy(
        logits.flatten(0, 1),  # (B*L, V)
        labels.flatten(),  # (B*L,)
        ignore_index=pad_id,
        label_smoothing=label_smoothing,
    )
    ### END SOLUTION


# %% check="sequence_loss"
check(sequence_loss)

# %% [markdown]
# ### Look at it
#
# The same row with more and more pads behind it. A pad is easy to guess, and the model has learned that: it gives each of them a probability of nearly 1. One curve leaves pads out, the other counts them.

# %%
sequence_loss = mine("sequence_loss")
row = torch.randn(1, 4, VOCAB)
right, naive = [], []
for pads in range(9):
    easy = torch.zeros(1, pads, VOCAB)
    easy[..., PAD] = 8.0  # "a pad, surely"
    logits = torch.cat([row, easy], dim=1)  # (1, 4 + pads, 11)
    row_labels = torch.tensor([[5, 7, 4, EOS] + [PAD] * pads])
    right.append(sequence_loss(logits, row_labels, PAD).item())
    naive.append(F.cross_entropy(logits[0], row_labels[0]).item())
print("pads left out: always the same?", max(right) - min(right) < 1e-5)
shown = {"pads left out": (range(9), right), "pads counted": (range(9), naive)}
title = "Counted pads make the loss look better"
curves = viz.curves(shown, x_label="pads behind the row", y_label="loss", title=title)
alt = "Expected: the loss without pads stays the same; with pads it falls with each of them."
viz.picture(curves.figure, alt=alt)

# %% [markdown]
# ### What label smoothing does to the loss
#
# Even a *perfect* model now has a loss above 0. Its best answer is the smoothed label itself, and the loss of that is called the label's **entropy**.

# %%
floors = []
for smoothing in (0.0, 0.1, 0.2, 0.3):
    wanted = torch.full((1, VOCAB), smoothing / VOCAB)
    wanted[0, 5] += 1 - smoothing  # what the label asks for: (1, 11)
    perfect = wanted.clamp_min(1e-30).log()[None]  # logits that give just that: (1, 1, 11)
    floors.append(sequence_loss(perfect, torch.tensor([[5]]), PAD, smoothing).item())
    print(f"smoothing {smoothing}: the best possible loss is {floors[-1]:.3f}")

# %% [markdown]
# A loss of 0.51 at 11 ids can thus be perfect. Compare losses only at the same smoothing. The paper says of its 0.1 that the loss on held-out text gets worse (it reports e^loss, the perplexity), and that translations get better. All runs below use 0.

# %% [markdown]
# ## The optimizer, and what it remembers
#
# `loss.backward()` writes a gradient into each parameter. The **optimizer** turns gradients into updates. The paper uses Adam. For each number of the model it keeps two more: a running mean m of the gradient, and a running mean v of its square. The update is -rate · m / √v. (Both means begin at 0, and Adam makes up for that: after one step m is that gradient, and v its square.)

# %%
for gradient in (0.001, 1000.0):
    weight = nn.Parameter(torch.zeros(1))
    adam = torch.optim.Adam([weight], lr=0.1, betas=(0.9, 0.98), eps=1e-9)
    weight.grad = torch.tensor([gradient])
    adam.step()
    print(f"gradient {gradient:>8}: the first update moves by {weight.item():.3f}")

# %% [markdown]
# A gradient a million times as large, and the same step: at first √v is just the size of that one gradient. Adam's first updates are all of full size, in a direction that one batch has chosen. Its memory must fill before it can tell a steady gradient from noise. That is one reason to **warm up**: small rates until then.
#
# Give the optimizer a list, as `list(model.parameters())`: it numbers what it remembers by the order of the parameters. A `set` has another order each time, and a resumed run would give each weight the memory of another.

# %% [markdown]
# ## The learning rate
#
# The paper raises the learning rate in a straight line over `warmup` steps, then lets it fall as 1/√step (section 5.3). What it is worth is measured below, where it matters: in a deep post-LN model.

# %% [markdown]
# ## Exercise: `noam_rate`
#
# rate = d_model^(-1/2) · min(step^(-1/2), step · warmup^(-3/2))
#
# Before step = warmup the second term is the smaller one, after it the first. Much code calls this the Noam schedule, after Noam Shazeer, an author of the paper.
#
# Difficulty: easy. About 4 minutes, 2 to 4 lines.


# %% exercise="noam_rate"
def noam_rate(step: int, d_model: int, warmup: int) -> float:
    """The learning rate of the paper, section 5.3. Steps count from 1.

    Stops with an error where step is below 1.
    """
    ### BEGIN SOLUTION
    if step < 1:
        raise ValueError(f"step={step} must be at least 1")
    return d_model**-0.5 * min(step**-0.5, step * warmup**-1.5)
    ### END SOLUTION


# %% check="noam_rate"
check(noam_rate)

# %%
noam_rate = mine("noam_rate")
steps = range(1, 401)
rates = {f"warmup {w}": (steps, [noam_rate(s, 32, w) for s in steps]) for w in (40, 100, 200)}
viz.curves(rates, x_label="step", y_label="learning rate", title="Up in a line, down as 1/√step")

# %% [markdown]
# ## Exercise: `train_step`
#
# One step: forget the old gradients, predict, measure, go backward, update.
#
# Difficulty: medium. About 6 minutes, 5 to 7 lines.


# %% exercise="train_step"
def train_step(
    model: nn.Module,
    src: Tensor,
    tgt: Tensor,
    optimizer: torch.optim.Optimizer,
    pad_id: int,
    label_smoothing: float = 0.0,
) -> float:
    """Update the model once on one batch and return the loss as a Python number.

    Old gradients play no part, and nothing is clipped. ``model(src, decoder_input)`` gives logits
    (B, L, V).

    Shapes:
        src: (B, L_s); tgt: (B, L+1)
    """
    ### BEGIN SOLUTION
    decoder_input, labels = shift_target(tgt)
    optimizer.zero_grad()
    loss = sequence_loss(model(src, decoder_input), labels, pad_id, label_smoothing)
    loss.backward()
    optimizer.step()
    return loss.item()
    ### END SOLUTION


# %% check="train_step"
check(train_step)

# %% [markdown]
# ## Exercise: `train_model`
#
# The loop around the step. It is yours as well: the runs of this notebook go through it. The stop button of the notebook raises `KeyboardInterrupt`; nothing should be lost then.
#
# Difficulty: medium. About 8 minutes, 8 to 10 lines.


# %% exercise="train_model"
def train_model(
    model: nn.Module,
    batches: Iterable[tuple[Tensor, Tensor]],
    optimizer: torch.optim.Optimizer,
    rate: Callable[[int], float],
    pad_id: int,
    label_smoothing: float = 0.0,
) -> list[float]:
    """Train on one batch after another and return the loss of each.

    Puts the model into training mode. In each step, counted from 1: set the learning rate of every
    parameter group of the optimizer to ``rate(step)``, then call your train_step once. ``batches``
    may be a generator, without length or end. KeyboardInterrupt ends the loop, and the losses so
    far are returned.

    Shapes:
        src: (B, L_s); tgt: (B, L+1)
    """
    ### BEGIN SOLUTION
    model.train()
    losses = []
    try:
        for step, (src, tgt) in enumerate(batches, start=1):
            for group in optimizer.param_groups:
                group["lr"] = rate(step)
            losses.append(train_step(model, src, tgt, optimizer, pad_id, label_smoothing))
    except KeyboardInterrupt:
        pass  # the stop button: what was learned so far stays
    return losses
    ### END SOLUTION


# %% check="train_model"
check(train_model)

# %% [markdown]
# ### Your loop at work
#
# Everything that trains is in this cell. The batches are a generator: each one is made when your loop asks for it. The paper's rate is too high for so small a model, so we take a tenth of it.

# %%
train_step, train_model = mine("train_step", "train_model")
set_seed(2)
learner = Transformer(VOCAB, VOCAB, d_model=32, num_heads=4, num_layers=1, d_ff=64)
adam = torch.optim.Adam(list(learner.parameters()), betas=(0.9, 0.98), eps=1e-9)
draw = torch.Generator().manual_seed(2)
batches = (copy_batch(16, 5, VOCAB, draw) for _ in range(40))
losses = train_model(learner, batches, adam, lambda step: noam_rate(step, 32, 20) / 10, PAD)
print(len(losses), "losses; the last ones are the smaller ones:", losses[-1] < losses[0] - 0.5)

# %% [markdown]
# ## Let it speak
#
# Now nobody gives the model the right past. It starts from bos, says a token, reads its own token, and goes on until eos. This is called **greedy decoding**: always the likeliest token.

# %% [markdown]
# ## Exercise: `greedy_decode`
#
# `model.encode(src)` gives `(memory, src_mask)`. `model.decode(tgt, memory, src_mask)` gives logits for every position of `tgt`; the newest is the last.
#
# Difficulty: hard. About 15 minutes, 10 to 15 lines.


# %% exercise="greedy_decode"
def greedy_decode(
    model: nn.Module, src: Tensor, max_len: int, bos_id: int, eos_id: int, pad_id: int
) -> Tensor:
    """Say the likeliest token, again and again, for the whole batch.

    Stops when every row has said eos, or after max_len tokens. Runs in eval mode without
    gradients, and gives the model its mode back.

    Shapes:
        src: (B, L_s) -> (B, at most max_len) long: without bos, pads behind eos
    """
    ### BEGIN SOLUTION
    was_training = model.training
    model.eval()
    with torch.no_grad():
        memory, src_mask = model.encode(src)
        said = torch.full((len(src), 1), bos_id, device=src.device)
        finished = torch.zeros(len(src), dtype=torch.bool, device=src.device)
        for _ in range(max_len):
            logits = model.decode(said, memory, src_mask)  # (B, steps so far, V)
            token = logits[:, -1].argmax(dim=-1)  # (B,)
            token = token.masked_fill(finished, pad_id)
            said = torch.cat([said, token[:, None]], dim=1)
            finished |= token == eos_id
            if finished.all():
                break
    model.train(was_training)
    return said[:, 1:]
    ### END SOLUTION


# %% check="greedy_decode"
check(greedy_decode)

# %% [markdown]
# ## Exercise: `exact_match`
#
# A row counts only if every symbol and its eos are right. What comes after eos does not count.
#
# Difficulty: medium. About 8 minutes, 4 to 8 lines.


# %% exercise="exact_match"
def exact_match(predicted: Tensor, labels: Tensor, eos_id: int, pad_id: int) -> float:
    """The share of rows, from 0 to 1, that are right up to and including eos.

    What follows eos does not count. The two widths may differ: what a narrower prediction lacks is
    wrong.

    Shapes:
        predicted: (B, any); labels: (B, L), as shift_target gives them
    """
    ### BEGIN SOLUTION
    missing = max(0, labels.shape[1] - predicted.shape[1])
    predicted = F.pad(predicted, (0, missing), value=pad_id)[:, : labels.shape[1]]
    right = (predicted == labels) | (labels == pad_id)  # behind eos anything goes
    return right.all(dim=1).float().mean().item()
    ### END SOLUTION


# %% check="exact_match"
check(exact_match)

# %%
exact_match = mine("exact_match")
said = torch.tensor([[5, 7, 4, 2], [9, 2, 8, 8], [3, 3, 2, 0]])
truth = torch.tensor([[5, 7, 4, 2], [9, 2, 0, 0], [3, 4, 2, 0]])
print(
    "rows right:",
    [exact_match(s[None], t[None], EOS, PAD) == 1 for s, t in zip(said, truth, strict=True)],
)
print("exact match:", round(exact_match(said, truth, EOS, PAD), 2))

# %% [markdown]
# ## The model is yours
#
# Every part below is your own where it has passed. `Parts` collects the functions of this notebook: all runs below are made of them.

# %% tags=["nbval-ignore-output"]
greedy_decode = mine("greedy_decode")
parts = training.Parts(
    shift_target=shift_target,
    sequence_loss=sequence_loss,
    noam_rate=noam_rate,
    train_step=train_step,
    train_model=train_model,
    greedy_decode=greedy_decode,
    exact_match=exact_match,
)

# %% [markdown]
# ## Five tasks
#
# A task draws sources and says how the target follows. The first is like that of the [Annotated Transformer](https://nlp.seas.harvard.edu/annotated-transformer/#synthetic-data): ten symbols, always. The third has the sizes of notebook 01: 100 ids, 1 to 20 of them.

# %%
for task in training.TASKS.values():
    src, tgt = task.batch(1, task.generator(0))
    print(f"{task.name}\n   {src[0].tolist()}\n   {tgt[0].tolist()}")

# %% [markdown]
# Your `copy_batch` draws the batches that your model learns from.

# %%
copies = training.TASKS["copy"].drawn_by(copy_batch)
src, tgt = copies.batch(64, copies.generator(0))
print(tuple(src.shape), tuple(tgt.shape))

# %% [markdown]
# ## What the model must never see
#
# To test whether it *learned* to copy, we need sequences that it was not trained on. A fresh draw is not enough: how many of these have been trained on after 100 batches?

# %%
draws = copies.generator(1)
trained = {tuple(row) for _ in range(100) for row in copies.batch(64, draws)[0].tolist()}
fresh = [tuple(row) for row in copies.batch(1000, draws)[0].tolist()]
print(f"fresh draws that were in a batch: {sum(row in trained for row in fresh) / 10:.0f} of 100")

# %% [markdown]
# Short sequences come again and again. So the sequence itself decides: a **hash** of it, a number that looks random, puts it into one of 16 parts, for good. Two parts are **held out**. A batch that draws one of their sequences takes another row instead.

# %%
held_out = [training.is_held_out(copies.batch(1000, draws)[0]).float().mean() for _ in range(5)]
print("held out: about 2 of 16?", bool(0.10 < sum(held_out) / 5 < 0.15))

# %% [markdown]
# One part is for the **looks** while it trains, which decide when to stop. The other is for the **final score** and decides nothing. A look without an error is *clean*. Look often enough, and one look is clean by luck. So a run stops after two clean looks in a row, and is then asked 2,000 others, half of them of the full length.

# %% [markdown]
# ## A configuration
#
# Size and learning rate were found by trying. Small is fast: one layer, 32 features, 2 heads, 32 sequences a step. Pre-LN, so that a short warm-up is enough. The learning rate rises as your `noam_rate`, scaled so that its peak is 0.01, and then falls in a straight line to a twentieth of that (the *cooldown*): at a large rate, a model that is nearly right keeps jumping around it. Adam keeps 0.7 of its running mean m from step to step, where the paper has 0.9: in a run of a hundred steps a shorter memory turns sooner, and needs fewer of them. The model gets positions for 16 symbols, more than it will be trained on.

# %%
config = training.CONFIGS["copy"].for_task(copies)
config = replace(config, positions=18)  # 16 symbols, bos and eos
steps = range(1, 201)
rates = {"learning rate": (steps, [config.lr_schedule(parts)(step) for step in steps])}
viz.curves(
    rates,
    x_label="step",
    y_label="learning rate",
    title="Up in 20 steps, then down in a straight line",
)

# %% [markdown]
# ### Three starts
#
# To copy, step 5 must find *position* 5. How large (root mean square) are the words beside the positions at the start? PyTorch draws embeddings of size 1, and the model multiplies them by √32 = 5.7. Your `initialise` brings them near the size of the positions. A third start makes them smaller still, and so leaves the floor to the positions. It is this function:

# %%
print(inspect.getsource(training.quiet_start))

# %%
initialise = mine("initialise")
starts = {
    "PyTorch's own start": lambda model: None,
    "your initialise": initialise,
    "quiet start": training.quiet_start,
}
position = mine("sinusoidal_encoding")(10, config.d_model).square().mean().sqrt().item()
for name, start in starts.items():
    model = config.build_model(Transformer, initialise=start)
    table = next(p for p in model.parameters() if p.shape == (VOCAB, config.d_model))
    words = (table * config.d_model**0.5).square().mean().sqrt().item()
    print(f"{name:<20} words {words:.1f}, positions {position:.1f}")

# %% [markdown]
# Three runs of 60 steps. Everything is the same but the start.

# %%
losses = {}
for name, start in starts.items():
    model = config.build_model(Transformer, initialise=start)
    run = training.Trainer(model, config, parts, device=device).run(60, eval_every=60, count=20)
    losses[name] = (list(run.losses), list(run.losses.values()))
last = [sum(values[-10:]) for _, values in losses.values()]
print("the smaller the words, the faster it learns to copy:", last[0] > last[1] > last[2])
title = "The smaller the words at the start, the faster it learns to copy"
drawn = viz.curves(losses, x_label="step", y_label="loss", title=title)
viz.picture(drawn.figure, alt="Expected: PyTorch's start lags, quiet_start is the first near 0.")

# %% [markdown]
# The runs below use `quiet_start`: copying is a question of positions. This is a choice for this task. For a model that ties its tables, `initialise` is the start that works: notebook 06 has measured it.

# %% [markdown]
# ## Attention, before training
#
# A recording listens to your model while it reads one example. Ten keys: the last one is a pad. At the start each query spreads its weight nearly evenly over the nine others: about 0.11 each.

# %%
probe_src = torch.tensor([[3, 4, 5, 6, 7, 8, 9, 10, EOS, PAD]])  # (1, 10)
probe_tgt = torch.tensor([[BOS, 3, 4, 5, 6, 7, 8, 9, 10]])  # (1, 9)
asks = ["bos", *map(str, range(3, 11))]
reads = [*map(str, range(3, 11)), "eos", "pad"]
model = config.build_model(Transformer, seed=0)
film = viz.Recording(model, source=reads, target=asks)


def record(step: int) -> None:
    """Add the attention of this step to the film."""
    film.record(probe_src.to(device), probe_tgt.to(device), step=step)


model.to(device)
record(0)
before = film.layers("cross")[0]
look = {"queries": asks, "keys": reads, "mask": before.allowed[0]}
title = "Cross-attention before training: nearly even"
drawn = viz.heads(before.weights[0], title=title, **look)  # (h, 9, 10)
viz.picture(drawn.figure, alt="Two heads before training. The pad column is blocked.")

# %% [markdown]
# ## Train
#
# `Trainer.run` calls your `train_model`. Its generator of batches does the rest between two steps: it looks at the model, draws the curves, and ends when two looks were clean.
#
# The loss is teacher-forced: the model is shown the right past. For exact match it has only its own past, as in your `greedy_decode`. Both are measured on held-out sequences.
#
# A look need not decode for that. Up to its first error, a model's own past *is* the right one. So one teacher-forced pass tells which sequences would come out right, if no position sees a later one; the run tries that first. The final score is decoded.
#
# Below the curves stands one sequence of each look, and what the model says. You may press the stop button: the model stays usable.

# %%
trainer = training.Trainer(model, config, parts, device=device)
run = trainer.run(
    record=record,
    record_at=(10, 20, 25, 30, 40, 60),
    eval_every=20,
    alt="Curves by step. Expected: the loss falls to zero, exact match rises to one.",
)
print(run.why)

# %% [markdown]
# ## The score
#
# 2,000 sequences that no batch held and that no look has used. "No error in n" does not mean that there is none: with 95 % confidence errors are rarer than about 3/n (Clopper and Pearson's bound).

# %%
score = run.score
print(f"wrong: fewer than 10 of {score.tried}:", score.wrong < 10)
print("errors, with 95 % confidence, below 1 %:", score.error_at_most < 0.01)

# %% tags=["nbval-ignore-output"]
print(score)
print(f"{run.step} steps, {run.step * config.batch_size} examples, {run.cpu_seconds:.1f} CPU s")

# %% [markdown]
# ### By length
#
# An average can hide that long rows fail. So evaluate each length by itself: here after 30 steps, and after the whole run. With 95 % confidence the true value lies above the lines named *at least*. Short sequences are few: of two symbols 64 exist, and 4 are in this part. So little can be known of them.

# %%
early = training.Trainer(config.build_model(Transformer, seed=0), config, parts, device=device)
half = early.run(30, eval_every=30, count=100, final=1000).score
shown = {}
for name, found in (("at the end", score), ("after 30 steps", half)):
    shown[name] = (found.lengths, list(found.by_length.values()))
    sure = [1 - bound for bound in found.error_at_most_by_length.values()]
    shown[f"{name}, at least"] = (found.lengths, sure)
print("every length at least 95 %:", all(m >= 0.95 for m in score.by_length.values()))
title = "Half trained, long rows fail"
drawn = viz.curves(shown, x_label="symbols", y_label="exact match", title=title)
viz.picture(drawn.figure, alt="Expected: half trained, long rows fail; at the end none does.")

# %% [markdown]
# ### The gap
#
# The loss asks about one token, with a right past. Exact match asks for all of them, with the model's own past. If each token is right with probability p, a row of n symbols and eos is right with a probability of about pⁿ⁺¹. One wrong token, and the rest follows a past that training never showed.

# %%
rows = {
    f"{p:.0%} of tokens right": ([*range(1, 21)], [p ** (n + 1) for n in range(1, 21)])
    for p in (0.99, 0.95, 0.9)
}
title = "Few wrong tokens, many wrong rows"
viz.curves(rows, x_label="symbols", y_label="share of rows that are right", title=title)

# %% [markdown]
# ## Attention, during and after
#
# To say symbol 5 the model must look at symbol 5 in the source. A row is named after the token that the decoder reads, and it says the next one. So row `bos` should look at column `3`, row `3` at column `4`, and so on: a diagonal. It appears while the model learns.

# %%
during = film.layers("cross", 30)[0].weights[0]  # (h, 9, 10)
drawn = viz.heads(during, title="Cross-attention after 30 steps", **look)
viz.picture(drawn.figure, alt="Two heads after 30 steps. Expected: a blurred diagonal.")

# %%
after = film.layers("cross")[0].weights[0]  # (h, 9, 10)
drawn = viz.heads(after, title="Cross-attention, trained", **look)
viz.picture(drawn.figure, alt="Expected: a diagonal, each step looks at the symbol to copy.")

# %%
best = max(after, key=lambda m: m.diagonal().mean())
print("a head puts most of its weight on the diagonal:", bool(best.diagonal().mean() > 0.5))
look["mask"] = look["mask"][0]
drawn = viz.attention(best, title="The clearest copying head", **look)
viz.picture(drawn.figure, alt="Expected: a clear diagonal from the first symbol to eos.")

# %% [markdown]
# ### The whole film
#
# Move the training step, and watch the diagonal appear. Then look at the other kinds: what does the decoder read of its own past? Tick "leave out the mask" there.

# %% tags=["nbval-ignore-output"]
viz.AttentionViewer(film, kind="cross")

# %% [markdown]
# A map shows where a head read. It is not an explanation by itself: would the answer change without that head? Ask the model.

# %% [markdown]
# ### One head silenced at a time
#
# Before `w_o` the heads lie side by side, 16 features each. A **hook** is a function that PyTorch calls before a module runs. This one sets one head's features to 0, in one attention module. Then 300 held-out sequences again.


# %%
def without_head(module: nn.Module, head: int) -> float:
    """Exact match while one head of one attention module says nothing."""
    d_k = config.d_model // config.num_heads

    def silence(w_o: nn.Module, args: tuple) -> tuple:
        heads = args[0].clone()  # (B, L, d_model)
        heads[..., head * d_k : (head + 1) * d_k] = 0
        return (heads, *args[1:])

    hook = module.w_o.register_forward_pre_hook(silence)
    found = training.evaluate(model, copies, parts, 300).exact_match
    hook.remove()
    return found


# %%
attentions = {n: m for n, m in model.named_modules() if hasattr(m, "w_o")}
silenced = torch.tensor(
    [[without_head(m, i) for i in range(config.num_heads)] for m in attentions.values()]
)  # (3 modules, 2 heads)
print("one head can cost more than 10 of 100:", bool(silenced.min() < 0.9))
print("and another hardly anything:", bool(silenced.max() > 0.98))
drawn = viz.matrix(
    silenced,
    rows=[n.replace(".layers.0", "").replace("attention", "").strip("._") for n in attentions],
    title="Exact match without one head",
    column_axis="head",
)
viz.picture(drawn.figure, alt="Some heads can go at no cost, others cannot.")

# %% [markdown]
# Compare with the maps. Both heads of cross-attention show the diagonal: they share the work, and one can be missed more than another. The encoder's heads cost next to nothing here: to copy a symbol, nobody needs its neighbours. They have maps as well, and no map says that it is not needed.

# %% [markdown]
# ## It speaks
#
# Write your own sequence: up to ten symbols from 3 to 10, with a blank between them. Run the cell. The answer comes token by token. Each line shows the source. The brackets show the largest weight of cross-attention: of all heads, and of all positions.


# %%
def speak(model: nn.Module, text: str) -> None:
    """Print the answer as it comes, and where each token was read."""
    src = torch.tensor([[*map(int, text.split()), EOS]], device=device)
    said, words = torch.tensor([[BOS]], device=device), [*text.split(), "eos"]
    while said[0, -1] != EOS and said.shape[1] <= len(words) + 2:
        with torch.no_grad():
            token = model(src, said)[:, -1:].argmax(dim=-1)  # (1, 1)
        heard = viz.Recording(model).record(src, said).layers("cross")[-1]
        rows = torch.as_tensor(heard.weights)[0, :, -1]  # (h, L_s): those of the newest place
        weight, place = rows.max(dim=0).values.max(dim=0)
        shown = " ".join(f"[{w}]" if i == place else f" {w} " for i, w in enumerate(words))
        answer = "eos" if token.item() == EOS else str(token.item())
        print(f"{shown}   weight {weight:.2f}   says {answer}")
        said = torch.cat([said, token], dim=1)


# %%
sequence = "5 7 4 4 9 3"  # yours: symbols 3 to 10
speak(model, sequence)

# %% [markdown]
# ## Lengths that it never trained on
#
# The model was trained on 1 to 10 symbols. It has positions for 16. Copying is copying: will it do 12? Write down what you expect before you run this.

# %%
lengths = list(range(6, 15))
right = []
for n in lengths:
    only = training.Task(f"copy, length {n}", min_len=n, max_len=n)
    right.append(training.evaluate(model, only, parts, 200).exact_match)
print("length 10, nearly all right:", right[lengths.index(10)] > 0.95)
print("length 12, nearly all wrong:", right[lengths.index(12)] < 0.2)
title = "Trained on 1 to 10 symbols"
shown = {"copy": (lengths, right)}
drawn = viz.curves(shown, x_label="symbols", y_label="exact match", title=title)
viz.picture(drawn.figure, alt="Expected: right up to 10 symbols, then a fall to nearly nothing.")

# %% [markdown]
# It did not learn "say each symbol again". It learned what to do at position 1, at position 2, up to position 11. Sinusoids exist for position 12 as well, but no gradient ever said what they mean. This is one reason why newer models describe *distances* instead (relative positions: [Shaw et al. 2018](https://arxiv.org/abs/1803.02155); rotary embeddings: [Su et al. 2021](https://arxiv.org/abs/2104.09864)), and why long texts must be in the training.

# %% [markdown]
# ## Stop and resume
#
# A checkpoint holds the weights, what Adam remembers, the step, and the state of the random numbers. Forget one, and the run goes on differently. It is JSON and safetensors, a file format that holds tensors alone: loading it runs no code.

# %%
from pathlib import Path
from tempfile import TemporaryDirectory


def fresh() -> training.Trainer:
    """A trainer that has not trained yet."""
    return training.Trainer(config.build_model(Transformer, seed=1), config, parts, device=device)


with TemporaryDirectory() as folder:
    first, second = fresh(), fresh()
    first.run(10, count=10)
    first.save(Path(folder) / "copy")  # copy.json, and its tensors
    second.load(Path(folder) / "copy")
    apart = first.run(10, count=10).losses, second.run(10, count=10).losses
same = all(math.isclose(apart[0][step], apart[1][step], rel_tol=1e-4) for step in apart[0])
print("the resumed run has the same losses:", same)

# %% [markdown]
# ## Break it: leave out the causal mask
#
# *Your prediction:* what happens to the loss, and to decoding, when the decoder may read the future?

# %% predict="no_causal_mask"
### BEGIN SOLUTION
answer = "loss falls, decoding fails"
# ~ answer = None  # TODO: "loss falls, decoding fails", "both get better" or "both get worse"
### END SOLUTION
predict("no_causal_mask", answer)

# %% [markdown]
# A hook opens the mask of your own model: every query gets the mask row of the last one, which sees all that is not pad. The model begins as your `initialise` makes it: after a quiet start some seeds copy by position all the same.


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
run = training.Trainer(leaky, config, parts, device=device).run(
    90,
    eval_every=30,
    count=100,
    alt="Expected: the loss falls to zero, exact match stays near zero.",
)
print("teacher-forced loss below 0.1:", run.score.loss < 0.1)
print("exact match below 50 %:", run.score.exact_match < 0.5)

# %% [markdown]
# The loss says "perfect", the model can do nothing. It learned to read each label one position further on. **A teacher-forced loss proves nothing.** Only what the model says by itself does.

# %% [markdown]
# ## What a training run hides
#
# Now the most important table of the course. Each line is a real mistake. Each is built into a right model, which is then trained on sequences of 1 to 4 symbols. This takes a quarter of a minute to a minute. *Loss* is the mean of its last ten losses, *exact* the exact match on held-out sequences. What do the two numbers say?

# %% tags=["nbval-ignore-output"]
from tutor_utils.training import injected_faults

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

# %% [markdown]
# Most of them were found in published code. Here is where:

# %% folded=true
for fault in injected_faults.FAULTS:
    if fault.seen:
        print(f"{fault.name:<44}{fault.seen}")

# %%
by = {
    name: sum(v.detected_by == name for v in verdicts[1:])
    for name in ("loss", "exact match", "neither")
}
print(
    "mistakes that the loss alone would miss: more than half?", by["loss"] < len(verdicts[1:]) / 2
)
print("mistakes that no number shows: at least four?", by["neither"] >= 4)

# %% [markdown]
# That is why notebooks 01 to 06 checked every part by itself: leaks, scale, masks, shapes of weights. A training run is no test of the parts. A test of the parts is no training run. You need both.

# %% [markdown]
# ## Warm-up, where it matters
#
# The paper's model is deep and post-LN. There the gradients near the output are large at the start ([Xiong et al. 2020](https://arxiv.org/abs/2002.04745)), and the first steps decide. Four post-LN layers, the same highest rate, with and without warm-up. `rate` is all that differs.


# %%
def deep_losses(rate: Callable[[int], float]) -> list[float]:
    """Train four post-LN layers on short sequences, for 50 steps."""
    set_seed(3)
    deep = Transformer(VOCAB, VOCAB, d_model=32, num_heads=4, num_layers=4, d_ff=64, dropout=0.0)
    initialise(deep)
    adam = torch.optim.Adam(list(deep.parameters()), betas=(0.9, 0.98), eps=1e-9)
    draw = torch.Generator().manual_seed(3)
    batches = (copy_batch(16, 4, VOCAB, draw) for _ in range(50))
    return train_model(deep, batches, adam, rate, PAD)


# %%
peak, warmup = 0.01, 40
compared = {
    "no warm-up": deep_losses(lambda step: peak),
    "warm-up of 40 steps": deep_losses(lambda step: peak * min(1.0, step / warmup)),
}
print(
    "with warm-up it ends lower:", compared["warm-up of 40 steps"][-1] < compared["no warm-up"][-1]
)
shown = {name: (range(1, 51), values) for name, values in compared.items()}
title = "Four post-LN layers learn only with warm-up"
drawn = viz.curves(shown, x_label="step", y_label="loss", title=title)
viz.picture(
    drawn.figure, alt="Expected: without warm-up the loss stays near 2.1, with it it falls."
)

# %% [markdown]
# What is a loss of 2.1? As much as a model gets that knows how often each token comes, and does not read at all. On average a row has 2.5 symbols and one eos:

# %%
eos_share = 1 / 3.5
symbol_share = (1 - eos_share) / 8  # of each of the 8 symbols
no_reading = -eos_share * math.log(eos_share) - 8 * symbol_share * math.log(symbol_share)
print(f"without reading: {no_reading:.2f}")

# %% [markdown]
# ## Variations: reverse and sort
#
# The same code of yours, and only up to 6 symbols. The target is different. So is the recipe: both take 64 sequences a step, which bear a higher rate, and more of the long ones, which are harder. Sort must count besides. So it has 48 features, and meets more symbols that come again and again. What does cross-attention have to look like? Draw it on paper before you run the cells. The training takes some seconds.

# %%
others, trained_on = {}, {}
for name in ("reverse", "sort"):
    short = replace(training.TASKS[name], max_len=6, name=f"{name}, lengths 1 to 6")
    own = replace(training.CONFIGS[name].for_task(short), cooldown=150)
    others[name] = own.build_model(Transformer, seed=1).to(device)
    run = training.Trainer(others[name], own, parts, device=device).run(300, count=200)
    trained_on[name] = run.step
    print(f"{own.task.name}: more than 95 % right: {run.score.exact_match > 0.95}")

# %%
speak(others["reverse"].eval(), "3 4 5 6 7 8")

# %% [markdown]
# The brackets may stand one position beside the symbol that is said. They show one head, the others look elsewhere. And the encoder has mixed neighbours before.

# %% folded=true
seen = {}
for name, text, answer_to in (
    ("reverse", "3 4 5 6 7 8", "8 7 6 5 4 3"),
    ("sort", "8 3 7 5 4 6", "3 4 5 6 7 8"),
):
    source, target = ([int(word) for word in words.split()] for words in (text, answer_to))
    listened = viz.Recording(
        others[name], source=[*text.split(), "eos"], target=["bos", *answer_to.split()]
    )
    listened.record(
        torch.tensor([[*source, EOS]], device=device), torch.tensor([[BOS, *target]], device=device)
    )
    seen[name] = listened.layers("cross")[-1].weights[0]  # of the last layer: (h, 7, 7)

# %%
labels = {"queries": ["bos", *"876543"], "keys": [*"345678", "eos"]}
drawn = viz.heads(seen["reverse"], title="Reverse: each step reads from the other end", **labels)
viz.picture(drawn.figure, alt="Expected: a diagonal from the upper right to the lower left.")

# %%
labels = {"queries": ["bos", *"345678"], "keys": [*"837546", "eos"]}
drawn = viz.heads(seen["sort"], title="Sort: no diagonal, the symbols decide", **labels)
viz.picture(drawn.figure, alt="Expected: no diagonal; the next larger symbol, wherever it stands.")

# %% [markdown]
# Reverse is a question of positions: the diagonal, turned round. Sort is one of symbols: which column lights up depends on what stands there, and the heads share the search. Which took longer to learn? (One run each: another seed may turn it round.)

# %% tags=["nbval-ignore-output"]
print({name: f"{steps} steps" for name, steps in trained_on.items()})

# %% [markdown]
# ## Faster attention
#
# Your attention makes the whole table of weights, (B, h, L_q, L_k), so that you can look at it. PyTorch's `F.scaled_dot_product_attention` gives the same output. Its fast kernels (ready-made routines for a device) never keep the table; which kernel it takes depends on the device, the mask and the dropout. Inside `fused_attention` your own layers use it.

# %%
src, tgt = copies.batch(64, copies.generator(0), device)
decoder_input, labels = shift_target(tgt)
with torch.no_grad():
    explicit = model(src, decoder_input)
    with training.fused_attention(model):
        fused = model(src, decoder_input)
print("the same logits:", torch.allclose(explicit, fused, atol=1e-3))

# %% [markdown]
# Is it faster? That depends on the length: the table grows with the square of it.


# %% folded=true
import time


def seconds_at(length: int, fused: bool) -> float:
    """Median time of three forward passes of your model, for sequences of this length."""
    long = replace(config, task=training.Task("long", max_len=length), positions=None)
    timed = long.build_model(Transformer).to(device)
    src, tgt = long.task.batch(1, device=device)
    times = []
    with training.fused_attention(timed) if fused else nullcontext(), torch.no_grad():
        for _ in range(4):
            start = time.perf_counter()
            timed(src, tgt[:, :-1]).sum().item()  # .item() waits until the device is done
            times.append(time.perf_counter() - start)
    return sorted(times[1:])[1]


# %%
lengths = [16, 64, 256, 512]
shown = {
    name: (lengths, [1000 * seconds_at(n, fused) for n in lengths])
    for name, fused in (("explicit", False), ("fused", True))
}
drawn = viz.curves(shown, x_label="symbols", y_label="milliseconds", logx=True, logy=True)
viz.picture(drawn.figure, alt="Milliseconds of a forward pass by length, on this machine.")

# %% [markdown]
# ## Switches
#
# `Trainer(..., device="cuda", amp_dtype="bfloat16", compile_model=True)`. bfloat16 computes with half the bits; `"auto"` takes it where the device has it. float16 too, but its range is small, so the trainer scales the loss up. `compile_model` lets PyTorch fuse operations, and on CUDA start a whole step with one call (a *CUDA graph*). They are made for GPUs and large models.
#
# A fourth one is PyTorch's own: `torch.set_float32_matmul_precision("high")` lets GPUs since 2020 round the factors of float32 products (TF32).

# %%
for amp_dtype in ("float32", "bfloat16"):
    halved = training.Trainer(
        config.build_model(Transformer), config, parts, device=device, amp_dtype=amp_dtype
    )
    losses = list(halved.run(25, eval_every=25, count=10).losses.values())
    print(f"{amp_dtype}: the loss falls:", losses[-1] < losses[0] * 0.8)

# %% [markdown]
# ### What the switches cost and give
#
# Seconds for 20 steps with each switch. On this small model and a CPU do they give anything? Look at your own machine. `torch.compile` is timed only where there is a GPU, since compiling takes a minute.


# %% folded=true
def seconds(amp_dtype: torch.dtype | None = None, compile_model: bool = False) -> float:
    """Time 20 steps after 3 to warm up."""
    timed = config.build_model(Transformer, seed=3).to(device)
    stepped = torch.compile(timed) if compile_model else timed
    optimizer = torch.optim.Adam(timed.parameters())
    start = 0.0
    for step in range(23):
        if step == 3:
            start = time.perf_counter()
        with torch.autocast(device.type, amp_dtype) if amp_dtype else nullcontext():
            train_step(stepped, *copies.batch(64, device=device), optimizer, PAD)
    return time.perf_counter() - start


# %% folded=true
import matplotlib.pyplot as plt

measured = {"float32": seconds(), "bfloat16": seconds(amp_dtype=torch.bfloat16)}
if device.type == "cuda":
    measured["compiled"] = seconds(compile_model=True)
with viz.style():
    fig, ax = plt.subplots(figsize=(5, 2))
    ax.barh(list(measured), list(measured.values()))
    ax.set_xlabel("seconds for 20 steps (less is better)")
viz.picture(fig, alt="Bars: seconds for 20 training steps, by number type, on this machine.")

# %% [markdown]
# ### What slows a GPU down
#
# A GPU works while Python goes on. `loss.item()` makes Python wait until it is done: a **host-device sync**. On a CPU that costs nothing. On a GPU the trainer runs your loop all the same, but lets `loss.item()` return the loss as a tensor that stays on the device. All losses are fetched once, at the end.

# %% [markdown]
# ### Measured on a GPU
#
# No GPU was at hand when this notebook was built, so no table stands here. On your own: `python3 -m tutor_utils bench --device cuda` measures the toy size and the paper's base size, float32 and bfloat16, compiled or not, explicit and fused, beside `torch.nn.Transformer` of the same size, in at most 8 minutes.

# %% [markdown]
# ## Bonus: several devices
#
# `python3 -m tutor_utils train --task copy --processes 2 --save run` trains your model in two processes, which `torchrun --standalone` starts. Each takes half of every batch. After the backward pass they average their gradients, so all copies of the model stay the same. `DistributedDataParallel` does that. On CPUs they talk through Gloo, on GPUs through NCCL. Ctrl-C stops all after the same step; `--save` writes a checkpoint each minute, and `--resume run` carries on. Two machines share a run with `--machines 2 --meet one:29500`, the same line on both; `one` is the name of one of them.

# %% [markdown]
# One thing changes. The loss is a mean over *tokens*, and the halves hold different numbers of them. A mean of two means is not the mean of all.

# %%
src, tgt = copies.batch(64, copies.generator(3), device)
decoder_input, labels = shift_target(tgt)
with torch.no_grad():
    logits = early.model(src, decoder_input)
halves = [(logits[half], labels[half]) for half in (slice(0, 32), slice(32, 64))]
losses = [sequence_loss(*half, PAD) for half in halves]
tokens = [(half[1] != PAD).sum() for half in halves]
all_together = sequence_loss(logits, labels, PAD)
weighted = sum(loss * n for loss, n in zip(losses, tokens, strict=True)) / sum(tokens)
print(
    "plain mean of the halves is it: ",
    torch.isclose(sum(losses) / 2, all_together, rtol=1e-5).item(),
)
print("weighted by their tokens it is:", torch.isclose(weighted, all_together, rtol=1e-5).item())

# %% [markdown]
# ## Bonus: decoding without doing everything twice
#
# The course is complete without the two bonus exercises below. They show how models are used in practice.
#
# `greedy_decode` gives the decoder all tokens so far, again and again. But the future is hidden: what an earlier token computes cannot change when a later one is added.

# %% [markdown]
# ### A worked example
#
# One layer of self-attention, three tokens, then a fourth. The first three outputs stay as they were.

# %%
split_heads, merge_heads, masked_attend = mine("split_heads", "merge_heads", "masked_attend")
padding_mask, MultiHeadAttention = mine("padding_mask", "MultiHeadAttention")

# %%
set_seed(5)
attention, tokens = MultiHeadAttention(8, 2).eval(), torch.randn(1, 4, 8)
past = torch.ones(4, 4).tril().bool()
with torch.no_grad():
    three = attention(*[tokens[:, :3]] * 3, past[:3, :3])[0]  # (1, 3, 8)
    four = attention(*[tokens] * 3, past)[0]  # (1, 4, 8)
print("the first three are the same:", torch.allclose(three, four[:, :3], atol=1e-6))

# %% [markdown]
# And the fourth one? It asks with its own query, and reads the keys and values of all four. So keys and values are worth keeping, old queries and outputs are not. This store is called the **key/value cache**.

# %%
with torch.no_grad():
    newest = attention(tokens[:, -1:], tokens, tokens)[0]  # one query, four keys: (1, 1, 8)
print("one query is enough:", torch.allclose(newest, four[:, -1:], atol=1e-6))

# %% [markdown]
# *Your prediction:* one row, 10 tokens are said, bos is the first that is read. How many tokens pass through a decoder layer, all steps together, without a cache?

# %% predict="tokens_without_cache"
### BEGIN SOLUTION
answer = 55
# ~ answer = None  # TODO: a whole number
### END SOLUTION
predict("tokens_without_cache", answer)

# %% [markdown]
# ## Bonus exercise: `cached_greedy_decode`
#
# The check uses the course's `Transformer`. Its parts:
#
# | | |
# |---|---|
# | `model` | `target`, `decoder`, `output` |
# | `model.decoder` | `layers`, `norm` |
# | a layer | `self_attention`, `cross_attention`, `feed_forward`, `norms` (three), `norm_first` |
#
# `model.target(ids)` embeds. `decoder.norm` does nothing in post-LN. Two helpers stand in the function already: `project` makes keys and values, `attend_kept` attends to those that you kept. Difficulty: hard. About 30 minutes, 20 to 25 lines.


# %% exercise="cached_greedy_decode"
def cached_greedy_decode(
    model: nn.Module, src: Tensor, max_len: int, bos_id: int, eos_id: int, pad_id: int
) -> Tensor:
    """What greedy_decode says, with each token sent through the layers once.

    Keys and values of earlier tokens are kept; those of the memory are made once. As in
    ``decode``, a pad that the model says itself is hidden from later tokens. Runs in eval mode
    without gradients, and gives the model its mode back.

    Shapes:
        src: (B, L_s) -> (B, at most max_len) long: without bos, pads behind eos
    """

    def project(attention: nn.Module, x: Tensor) -> list[Tensor]:
        """Keys and values of x, (B, h, L, d_k) each."""
        return [split_heads(w(x), attention.num_heads) for w in (attention.w_k, attention.w_v)]

    def attend_kept(attention: nn.Module, y: Tensor, kept: list[Tensor], mask: Tensor) -> Tensor:
        """What the tokens of y take from kept keys and values: (B, L, d_model)."""
        query = split_heads(attention.w_q(y), attention.num_heads)
        return attention.w_o(merge_heads(masked_attend(query, *kept, mask)[0]))

    ### BEGIN SOLUTION
    was_training = model.training
    model.eval()
    with torch.no_grad():
        memory, src_mask = model.encode(src)
        layers = model.decoder.layers
        crossed = [project(layer.cross_attention, memory) for layer in layers]
        kept = [([], []) for _ in layers]  # keys and values of the tokens so far
        said = torch.full((len(src), 1), bos_id, device=src.device)
        finished = torch.zeros(len(src), dtype=torch.bool, device=src.device)
        nothing = [nn.Identity()] * 3
        for _ in range(max_len):
            mask = padding_mask(said, pad_id)  # (B, 1, 1, steps so far)
            x = model.target(said)[:, -1:]  # (B, 1, d_model): the newest token, at its place
            for i, layer in enumerate(layers):
                before, after = layer.norms, nothing
                if not layer.norm_first:
                    before, after = after, before
                y = before[0](x)
                for store, new in zip(kept[i], project(layer.self_attention, y), strict=True):
                    store.append(new)  # (B, h, 1, d_k)
                so_far = [torch.cat(store, dim=2) for store in kept[i]]
                x = after[0](x + attend_kept(layer.self_attention, y, so_far, mask))
                y = before[1](x)
                x = after[1](x + attend_kept(layer.cross_attention, y, crossed[i], src_mask))
                x = after[2](x + layer.feed_forward(before[2](x)))
            token = model.output(model.decoder.norm(x))[:, -1].argmax(dim=-1)  # (B,)
            token = token.masked_fill(finished, pad_id)
            said = torch.cat([said, token[:, None]], dim=1)
            finished |= token == eos_id
            if finished.all():
                break
    model.train(was_training)
    return said[:, 1:]
    ### END SOLUTION


# %% check="cached_greedy_decode"
check(cached_greedy_decode)

# %% [markdown]
# ### Look at it: the price of one more token
#
# We count multiplications, which are the same on every machine. The model is the course's, untrained, with the names above. We forbid it to say eos, so that it always says all tokens.

# %% tags=["nbval-ignore-output"]
cached_greedy_decode, greedy_decode = mine("cached_greedy_decode", "greedy_decode")
NamedTransformer = mine("Transformer", own=False)

# %%
from itertools import pairwise

from torch.utils.flop_counter import FlopCounterMode

set_seed(7)
talker = NamedTransformer(50, 50, d_model=64, num_heads=4, num_layers=1, d_ff=256)
with torch.no_grad():
    talker.output.bias[EOS] = -99.0
src = torch.randint(3, 50, (1, 10))


def multiplications(decode: Callable, length: int) -> int:
    """How many it takes to say so many tokens."""
    with FlopCounterMode(display=False) as counter:
        decode(talker, src, length, BOS, EOS, PAD)
    return counter.get_total_flops() // 2  # it counts a product and its sum as two


said = [decode(talker, src, 60, BOS, EOS, PAD) for decode in (greedy_decode, cached_greedy_decode)]
print("the same 60 tokens:", torch.equal(*said))

# %%
lengths = range(10, 31, 10)
price = {}
for name, decode in (("all again", greedy_decode), ("cache", cached_greedy_decode)):
    total = [multiplications(decode, n) for n in (0, *lengths)]
    price[name] = [(b - a) / 10 / 1e6 for a, b in pairwise(total)]  # per token, in millions
curves = viz.curves(
    {name: (lengths, prices) for name, prices in price.items()},
    x_label="tokens said so far",
    y_label="million multiplications\nfor one more token",
)
alt = "Without a cache each token costs more than the one before. With a cache the line is flat."
print(
    "one of the last 10 tokens costs, without against with a cache:",
    round(price["all again"][-1] / price["cache"][-1]),
    "to 1",
)
viz.picture(curves.figure, alt=alt)

# %% [markdown]
# Without a cache the price of a token grows with the tokens before it, so n tokens send n(n+1)/2 through the layers instead of n. With a cache only reading the stored keys becomes more expensive, and that cost is small. This is why programs that answer with a language model keep such a cache.

# %% [markdown]
# That count is not the time. Each call of a small operation also costs a fixed time, however little it computes, and here that is most of it. So the clock shows a smaller gain than the count. The larger the model, the less the fixed time matters.

# %% tags=["nbval-ignore-output"]
from time import perf_counter

for name, decode in (("all again", greedy_decode), ("cache", cached_greedy_decode)):
    start = perf_counter()
    decode(talker, src, 250, BOS, EOS, PAD)
    print(f"{name}: {perf_counter() - start:.2f} seconds for 250 tokens")

# %% [markdown]
# ### And its price: memory
#
# A key and a value, d_model numbers each, for every token, every layer and every row. How much is that for the self-attention of the paper's base model (6 layers, 512 features; 65 million parameters, Table 3)?

# %%
bytes_per_token = 2 * 6 * 512 * 4  # key and value, layers, features, bytes of a float32
print("one token:", bytes_per_token // 1024, "KiB")
for rows, length in ((1, 512), (64, 512), (64, 8192)):
    gib = rows * length * bytes_per_token / 2**30
    print(f"{rows:2} rows of {length:4} tokens: {gib:5.2f} GiB")
print(f"the weights of the model: {65e6 * 4 / 2**30:.2f} GiB")

# %% [markdown]
# With many rows or long texts the cache needs more memory than the weights. Newer models share keys and values between heads to make it smaller: *grouped-query attention* ([Ainslie et al. 2023](https://arxiv.org/abs/2305.13245)).

# %% [markdown]
# ## Bonus: more than one hypothesis
#
# Greedy decoding takes the likeliest token and never looks back. **Beam search** keeps several hypotheses, as a chess player keeps several lines in mind.

# %% [markdown]
# ### A worked example
#
# Two steps, probabilities by hand. `A` looks better at first: 0.6 against 0.4. But all that follows it is unsure.

# %%
start = {"A": 0.6, "B": 0.4}
follows = {"A": {"C": 0.5, "D": 0.5}, "B": {"C": 0.9, "D": 0.1}}
for first, p in start.items():
    for second, q in follows[first].items():
        print(first, second, "probability", round(p * q, 2))

# %% [markdown]
# *Your prediction:* which of the four does a beam of 2 find?

# %% predict="greedy_and_best"
### BEGIN SOLUTION
answer = "B C"
# ~ answer = None  # TODO: "A C", "A D", "B C" or "B D"
### END SOLUTION
predict("greedy_and_best", answer)

# %% [markdown]
# ### Long against short
#
# Each token multiplies by a number below 1, so sums of log-probabilities fall and short answers win. The **length penalty** of Wu et al. (2016) divides the sum; the paper used 0.6 with a beam of 4 (section 6.1).

# %%
for tokens, log_p in ((3, -3.0), (6, -4.0)):
    scores = [round(log_p / ((5 + tokens) / 6) ** a, 2) for a in (0.0, 0.6, 1.2)]
    print(tokens, "tokens, score with penalty 0, 0.6 and 1.2:", scores)

# %% [markdown]
# Without a penalty and with 0.6 the short answer wins here, with 1.2 the long one.

# %% [markdown]
# ## Bonus exercise: `beam_search`
#
# Difficulty: hard. About 30 minutes, 20 to 25 lines.


# %% exercise="beam_search"
def beam_search(
    model: nn.Module,
    src: Tensor,
    beam: int,
    max_len: int,
    bos_id: int,
    eos_id: int,
    pad_id: int,
    length_penalty: float,
) -> Tensor:
    """The best hypothesis for each row (paper, section 6.1; Wu et al. 2016).

    In each step every hypothesis without eos is continued by every id. Of these, and of those that
    have ended, the ``beam`` with the best scores stay. When all have ended, or after max_len
    steps, the best one is the answer, ended or not. Its score is the sum of log-probabilities
    divided by ((5 + length) / 6) ** length_penalty; length counts all tokens said, also eos.
    Runs in eval mode without gradients, and gives the model its mode back.

    Shapes:
        src: (B, L_s) -> (B, at most max_len) long: without bos, pads behind eos
    """
    ### BEGIN SOLUTION
    was_training = model.training
    model.eval()
    with torch.no_grad():
        memory, src_mask = (x.repeat_interleave(beam, dim=0) for x in model.encode(src))
        said = torch.full((len(memory), 1), bos_id, device=src.device)  # (B*beam, 1)
        total = torch.full((len(src), beam), -math.inf, device=src.device)
        total[:, 0] = 0.0  # one hypothesis to begin with
        length = torch.zeros_like(total)
        ended = torch.zeros_like(total, dtype=torch.bool)
        first = torch.arange(len(src), device=src.device)[:, None] * beam  # of each row
        for step in range(1, max_len + 1):
            logits = model.decode(said, memory, src_mask)[:, -1]  # (B*beam, V)
            log_p = logits.log_softmax(dim=-1).view(len(src), beam, -1)
            log_p = log_p.masked_fill(ended[..., None], -math.inf)
            log_p[..., pad_id].masked_fill_(ended, 0.0)  # what ended waits, at no cost
            sums = total[..., None] + log_p  # (B, beam, V)
            lengths = torch.where(ended, length, step)
            penalty = ((5 + lengths) / 6) ** length_penalty
            best = (sums / penalty[..., None]).flatten(1).topk(beam).indices  # (B, beam)
            parent, token = best // log_p.shape[-1], best % log_p.shape[-1]
            total, length = sums.flatten(1).gather(1, best), lengths.gather(1, parent)
            ended = ended.gather(1, parent) | (token == eos_id)
            said = torch.cat([said[(first + parent).flatten()], token.view(-1, 1)], dim=1)
            if ended.all():
                break
    model.train(was_training)
    return said.view(len(src), beam, -1)[:, 0, 1:]
    ### END SOLUTION


# %% check="beam_search"
check(beam_search)

# %% [markdown]
# ### Look at it: does it find better sequences?
#
# A trained copier is so sure that greedy decoding finds the best at once. Where a model is unsure there is something to search: ours after 30 steps. For 200 held-out sequences, the log-probability of what each beam finds.

# %%
beam_search = mine("beam_search")
unsure = early.model.eval()
src, tgt, _ = (x.to(device) for x in training.held_out.sequences(copies, 1, 200, seed=0))
labels = shift_target(tgt)[1]


def log_probability(src: Tensor, said: Tensor) -> float:
    """Sum of the log-probabilities up to eos of what was said, (B, L), mean over the rows."""
    start = torch.full_like(said[:, :1], BOS)
    with torch.no_grad():
        logits = unsure(src, torch.cat([start, said[:, :-1]], dim=1))  # (B, L, V)
    each = logits.log_softmax(-1).gather(-1, said[..., None])[..., 0]  # (B, L)
    return each.masked_fill(said == PAD, 0.0).sum(dim=1).mean().item()


# %%
beams = (1, 2, 4, 8)
found = [beam_search(unsure, src, k, MAX_LEN + 1, BOS, EOS, PAD, 0.0) for k in beams]
likely = [log_probability(src, said) for said in found]
matches = [exact_match(said, labels, EOS, PAD) for said in found]
print("a beam of 8 finds likelier ones than greedy:", likely[-1] > likely[0])
curves = viz.curves(
    {"200 held-out sequences": (beams, likely)},
    x_label="beam",
    y_label="log-probability\nof what was found",
    title="A larger beam finds likelier sequences",
)
viz.picture(curves.figure, alt="The log-probability rises fast with the first beams, then slowly.")

# %% tags=["nbval-ignore-output"]
print("beam   log-probability   exact match")
for beam, mean, match in zip(beams, likely, matches, strict=True):
    print(f"{beam:4}{mean:18.3f}{match:14.0%}")

# %% [markdown]
# The gain is largest at first, while the work grows with the beam. And *likelier* is not *right*: the beam finds what this model believes. Compare the two columns. Notebook 09 has a case with two right answers. There a beam shows both.

# %% [markdown]
# ## What you built
#
# | step | shape |
# |---|---|
# | source | (B, L_s) |
# | target, input, labels | (B, L+1), (B, L), (B, L) |
# | logits | (B, L, V) |
# | loss | () |
# | losses of a run | one number a batch |
# | decoded | (B, at most max_len) |
# | cross-attention of a layer | (B, h, L, L_s) |

# %% [markdown]
# Your package lies in the folder `my_transformer`. You can read it, and import it outside the course.

# %% tags=["nbval-ignore-output"]
package().name

# %% tags=["nbval-ignore-output"]
progress()

# %% [markdown]
# ## Questions people get wrong
#
# - *The loss is 0.01. Does the model work?* Not proven. Let it speak.
# - *No error in 2,000. Is it perfect?* Not proven. Errors may be as frequent as 3 in 2,000, and beyond the lengths of training it fails.
# - *Does the decoder write its answer token by token while it trains?* No. The right past is given, and all positions are trained in one pass.
# - *Why does the target get bos?* At decoding time there is nothing else to start from.
# - *Why not clip gradients (make them shorter where they are too long)?* You may. With pre-LN and warm-up this model does not need it.

# %% [markdown]
# **You have built the Transformer.** Next: read section 5 of the paper again. You know now what each of these does: the optimizer, the learning rate, dropout, label smoothing. Or go on with Part II: in notebook 08 your `Encoder` becomes a language model.
