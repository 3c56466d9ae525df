# %% [markdown]
# # 07 · Train it: the copy task
#
# After this notebook you can
#
# - make batches, a loss, training steps and decoding for a sequence model,
# - train the Transformer that **you** wrote, and watch it learn,
# - say what a trained model can do, and what it cannot.
#
# **About 80 minutes**: 20 to read and run, 59 to write. You need notebooks 01 to 06. A part that has not passed yet is filled in by the course's.

# %%
import math
from collections.abc import Callable, Iterable

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from tutor_utils import check, hint, mine, predict, progress, set_seed, solution, training, viz

set_seed(0)

# %% [markdown]
# ## The map
#
# Everything is built. Now the whole model learns.

# %%
viz.architecture("training")

# %% [markdown]
# The same code runs on a CPU, on an NVIDIA GPU (`cuda`) and on a Mac's GPU (`mps`): tensors are made where the batch is. Our products are so small that one thread is enough.
#
# Dig deeper: [Faster](07d_faster.ipynb).

# %% tags=["nbval-ignore-output"]
gpu = "cuda" if torch.cuda.is_available() else "mps"
found = torch.cuda.is_available() or torch.backends.mps.is_available()
device = torch.device(gpu if found else "cpu")
torch.set_num_threads(1)
print("training on:", device.type)

# %% [markdown]
# ## The task
#
# Read some symbols and say them again. It sounds easy, but it needs the whole model: the source is read through cross-attention, and position 5 of the answer must find position 5 of the source. Ids: 0 is pad, 1 is bos (begin), 2 is eos (end). Symbols start at 3, so 8 of 11 ids are symbols.

# %%
PAD, BOS, EOS = 0, 1, 2
VOCAB, MAX_LEN = 11, 10
src_by_hand = torch.tensor([[5, 7, 4, 2, 0], [9, 2, 0, 0, 0]])  # 5 7 4 and 9, each with eos
tgt_by_hand = torch.tensor([[1, 5, 7, 4, 2, 0], [1, 9, 2, 0, 0, 0]])  # the same after bos
title = "Two targets: bos, the symbols, eos, pads"
named = {PAD: "pad", BOS: "bos", EOS: "eos"} | {i: str(i) for i in range(3, VOCAB)}
axes = {"row_axis": "row", "column_axis": "position", "words": named}
viz.matrix(tgt_by_hand, title=title, **axes)

# %% [markdown]
# ## Exercise: `copy_batch`
#
# Lengths differ from row to row on purpose. With one length the padding masks are never used. Even with several, training may not show a fault in them: [What a run hides](07a_what_a_run_hides.ipynb).
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

    Each length is equally likely. All draws use ``generator``; both tensors are on ``device``.

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

# %% [markdown]
# Six sources. After eos there are only pads.

# %%
copy_batch = mine("copy_batch")
src, tgt = copy_batch(6, MAX_LEN, VOCAB, torch.Generator().manual_seed(0))
viz.matrix(src, title="Six sources: symbols, eos, pads", **axes)

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

# %% [markdown]
# ### One row, many examples
#
# Row 0 is not one example but four: after bos say 5; after bos 5 say 7; and so on. Each past is an input, each label its answer.

# %%
shift_target = mine("shift_target")
decoder_input, labels = shift_target(tgt_by_hand)
for place in range(4):
    print(decoder_input[0, : place + 1].tolist(), "->", labels[0, place].item())

# %% [markdown]
# The causal mask lets one pass do all of them. At position t the model sees nothing that comes after t, so its output is the one that the past alone would give. Compare: the whole row at once, and one past after the other.

# %% tags=["nbval-ignore-output"]
Transformer = mine("Transformer")
set_seed(1)
reader = Transformer(VOCAB, VOCAB, d_model=32, num_heads=4, num_layers=1, d_ff=64).eval()
with torch.no_grad():
    at_once = reader(src_by_hand, decoder_input)  # (2, 5, 11)
    alone = [reader(src_by_hand, decoder_input[:, : n + 1])[:, -1] for n in range(4)]  # 4 × (2, 11)
apart = (at_once[:, :4] - torch.stack(alone, dim=1)).abs().max().item()
print(f"largest difference: {apart:.0e}, of numbers up to {at_once.abs().max():.1f}")

# %% [markdown]
# A recurrent network gets the same examples, but one after the other. This is what made the Transformer fast to train: **one pass, L examples, no waiting**. Only decoding still goes step by step.

# %% [markdown]
# ## The loss
#
# Cross-entropy asks how surprised the model is by the right token. Pads are not data, so they do not count. Over the N labels y that are not pad:
#
# $$L = -\frac{1}{N} \sum_{t:\ y_t \neq \text{pad}} \ln p_t(y_t)$$
#
# Two labels by hand, the second one a pad. The model gives the first one a probability of 0.5. (`F.cross_entropy` wants logits. Log-probabilities are logits too.)

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
# Section 5.4 smooths the labels. With ε = 0.1 the label is no longer "5, with certainty". It is 0.9 of that, and 0.1 shared evenly by all V tokens:
#
# $$L_t = -\sum_k q_t(k) \ln p_t(k), \qquad q_t(k) = (1 - \epsilon_{ls})\,[k = y_t] + \frac{\epsilon_{ls}}{V}$$
#
# Why? No finite logits reach a probability of 1, so without smoothing they grow and grow. With it there is a best size. The paper found that it "hurts perplexity", but "improves accuracy and BLEU score".

# %% [markdown]
# ## Exercise: `sequence_loss`
#
# `F.cross_entropy` knows both formulas: look up `ignore_index` and `label_smoothing`.
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
# The same row with more and more pads after it, which the model has learned to guess. Look at the second curve: with counted pads the loss falls, and nothing was learned.

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
assert max(right) - min(right) < 1e-5
shown = {"pads left out": (range(9), right), "pads counted": (range(9), naive)}
title = "Counted pads make the loss look better"
curves = viz.curves(shown, x_label="pads after the row", y_label="loss", title=title)
alt = "Expected: the loss without pads stays the same; with pads it falls with each of them."
viz.picture(curves.figure, alt=alt)

# %% [markdown]
# ### What smoothing does to the loss
#
# Even a *perfect* model now has a loss above 0: its best answer is the smoothed label itself. Compare losses only at the same smoothing. All runs below use 0.

# %%
# Try: a smoothing of 0.5. How high is the floor?
for smoothing in (0.0, 0.1, 0.3):
    wanted = torch.full((1, VOCAB), smoothing / VOCAB)
    wanted[0, 5] += 1 - smoothing  # q, what the label asks for: (1, 11)
    perfect = wanted.clamp_min(1e-30).log()[None]  # logits that give just that: (1, 1, 11)
    floor = sequence_loss(perfect, torch.tensor([[5]]), PAD, smoothing).item()
    print(f"smoothing {smoothing}: the best possible loss is {floor:.2f}")

# %% [markdown]
# ## The learning rate
#
# The paper trains with Adam: β1 = 0.9, β2 = 0.98, ε = 10⁻⁹. It raises the learning rate in a straight line over the first steps, the **warm-up**, then lets it fall (section 5.3):
#
# $$lrate = d_{\text{model}}^{-0.5} \cdot \min(step\_num^{-0.5},\ step\_num \cdot warmup\_steps^{-1.5})$$
#
# Dig deeper: [The recipe](07b_the_recipe.ipynb): what a warm-up lets you do.

# %% [markdown]
# ## Exercise: `noam_rate`
#
# The formula above. Before step = warmup the second term is the smaller one, after it the first. Much code calls this the Noam schedule, after Noam Shazeer, an author of the paper.
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

# %% [markdown]
# Three warm-ups. Look at the peaks: the longer the warm-up, the lower.

# %%
noam_rate = mine("noam_rate")
steps = range(1, 401)
# Try: a warm-up of 400. Where is its peak?
warmups = (40, 100, 200)
rates = {f"warmup {w}": (steps, [noam_rate(s, 32, w) for s in steps]) for w in warmups}
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
# All that trains is in this cell. The batches are a generator: each one is made when your loop asks for it. With a warm-up of only 20 steps the paper's rate has a peak of 0.04. We take a tenth of it.

# %% tags=["nbval-ignore-output"]
train_step, train_model = mine("train_step", "train_model")
set_seed(2)
learner = Transformer(VOCAB, VOCAB, d_model=32, num_heads=4, num_layers=1, d_ff=64)
adam = torch.optim.Adam(list(learner.parameters()), betas=(0.9, 0.98), eps=1e-9)
draw = torch.Generator().manual_seed(2)
batches = (copy_batch(16, 5, VOCAB, draw) for _ in range(40))
# Try: the whole of the paper's rate, and a hundredth
share = 1 / 10
print(f"the peak of the paper's rate: {noam_rate(20, 32, 20):.2f}")
losses = train_model(learner, batches, adam, lambda step: share * noam_rate(step, 32, 20), PAD)
print(f"the first loss {losses[0]:.2f}, the last of {len(losses)}: {losses[-1]:.2f}")

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
        src: (B, L_s) -> (B, at most max_len) long: without bos, pads after eos
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

    Each row of labels has an eos; what follows it does not count. The two widths may differ: what
    a narrower prediction lacks is wrong.

    Shapes:
        predicted: (B, any); labels: (B, L), as shift_target gives them
    """
    ### BEGIN SOLUTION
    missing = max(0, labels.shape[1] - predicted.shape[1])
    predicted = F.pad(predicted, (0, missing), value=pad_id)[:, : labels.shape[1]]
    right = (predicted == labels) | (labels == pad_id)  # after eos anything goes
    return right.all(dim=1).float().mean().item()
    ### END SOLUTION


# %% check="exact_match"
check(exact_match)

# %% [markdown]
# ## What the model must never see
#
# To test whether it *learned* to copy, we need sequences that it was not trained on. A fresh draw is not enough: short sequences come again and again. How many of 1000 fresh ones have been trained on after 100 batches?

# %%
task = training.TASKS["copy"].drawn_by(copy_batch)  # your batches
draws = task.generator(1)
# Try: 10 batches, and 1000
trained = {tuple(row) for _ in range(100) for row in task.batch(64, draws)[0].tolist()}
fresh = [tuple(row) for row in task.batch(1000, draws)[0].tolist()]
print(f"fresh draws that were in a batch: {sum(row in trained for row in fresh) / 10:.0f} of 100")

# %% [markdown]
# So the sequence itself decides, for good: a number computed from it, its **hash**, puts it into one of 16 parts. Two parts are **held out**: no batch holds them. One, for **validation**, is used while it trains; the other, the **test** set, gives the final score. One symbol alone is never held out: there are only 8.

# %% [markdown]
# ## Everything together
#
# One layer, 32 features, 4 heads, pre-LN; your `initialise` draws the weights. The rate rises as your `noam_rate`, scaled to a peak of 0.004. Then it falls in a straight line: at a large rate, a model that is nearly right keeps jumping around the answer. The model has positions for 16 symbols, and is trained on 1 to 10.

# %%
greedy_decode, exact_match = mine("greedy_decode", "exact_match")
positions = 18  # 16 symbols, bos and eos
config = training.TrainingConfig(
    task, peak_lr=4e-3, warmup=100, cooldown=1000, steps=1000, positions=positions
)
parts = training.Parts(
    shift_target=shift_target,
    sequence_loss=sequence_loss,
    noam_rate=noam_rate,
    train_step=train_step,
    train_model=train_model,
    greedy_decode=greedy_decode,
    exact_match=exact_match,
)
model = config.build_model(Transformer).to(device)

# %% [markdown]
# ## Attention, before training
#
# A recording keeps what your model attends to while it reads one example. Look at the ten columns: the last one is a pad, and blocked. In the nine others the weight lies anywhere: no diagonal yet.

# %%
probe_src = torch.tensor([[3, 4, 5, 6, 7, 8, 9, 10, EOS, PAD]], device=device)  # (1, 10)
probe_tgt = torch.tensor([[BOS, 3, 4, 5, 6, 7, 8, 9, 10]], device=device)  # (1, 9)
asks = ["bos", *map(str, range(3, 11))]
reads = [*map(str, range(3, 11)), "eos", "pad"]
film = viz.Recording(model, source=reads, target=asks)
film.record(probe_src, probe_tgt, step=0)
before = film.layers("cross")[0]
look = {"queries": asks, "keys": reads, "mask": before.allowed[0]}
drawn = viz.heads(before.weights[0], title="Cross-attention before training", **look)  # (h, 9, 10)
viz.picture(drawn.figure, alt="Four heads before training. The pad column is blocked.")

# %% [markdown]
# ## Train
#
# A thousand steps of your `train_model`. Three curves grow: the loss of each batch, exact match on held-out sequences, and the rate. The loss is teacher-forced; for exact match the model has only its own past.
#
# Below the curves: one sequence of the first evaluation, a half-right one, and the first that is right. Which comes first, a low loss or exact match? You may press the stop button: the model stays usable.

# %%
run = training.Trainer(model, config, parts, device=device).run(
    eval_every=50,
    stop_at=2,  # never: go on to the last step
    record=lambda step: film.record(probe_src, probe_tgt, step=step),
    record_at=(100, 150, 200, 300, 500),
    alt="Curves by step. Expected: the loss falls to zero, exact match rises to one.",
)

# %% [markdown]
# ## The score
#
# 2,000 other held-out sequences, which no evaluation has used. Without an error in n, errors are rarer than about 3/n (with one error: 4.7/n), with 95 % confidence. Rare errors are still possible. (CPU seconds leave out waiting, unlike the clock above.)

# %% tags=["nbval-ignore-output"]
print(run.score)
print(
    f"{run.step} steps, {run.step * config.batch_size} examples, {run.cpu_seconds:.0f} CPU seconds"
)

# %% [markdown]
# ### Why exact match lags
#
# The loss looks at one token at a time, given the right tokens before it. Exact match asks for all. If each token is right with probability p, a row of n symbols and eos is right with a probability of about pⁿ⁺¹. 10 symbols, 95 % of the tokens: 57 % of the rows.

# %%
n_symbols = range(1, 21)
# Try: 0.999, one wrong token in a thousand
rows = {
    f"{p:.0%} of tokens right": (n_symbols, [p ** (n + 1) for n in n_symbols])
    for p in (0.99, 0.95, 0.9)
}
print(f"10 symbols, 95 % of tokens: {0.95**11:.0%} of rows")
title = "Few wrong tokens, many wrong rows"
viz.curves(rows, x_label="symbols", y_label="share of rows that are right", title=title)

# %% [markdown]
# Dig deeper: [What a run hides](07a_what_a_run_hides.ipynb). 22 mistakes, most of them from published code: which does the loss give away, which only exact match, and which neither?

# %% [markdown]
# ## Attention, trained
#
# A row is named after the token that the decoder reads, and it says the next one. So row `bos` should look at column `3`, row `3` at column `4`, and so on: a diagonal. Which heads have it?

# %%
after = film.layers("cross")[0].weights[0]  # (h, 9, 10)
drawn = viz.heads(after, title="Cross-attention, trained", **look)
viz.picture(drawn.figure, alt="Expected: a diagonal, each step looks at the symbol to copy.")

# %% [markdown]
# ### The whole film
#
# Move the training step, and watch the diagonal appear. Then look at the other kinds: what does the decoder read of its own past?
#
# A map shows where a head read. Would the answer change without that head? The side trip above asks the model.

# %% tags=["nbval-ignore-output"]
viz.AttentionViewer(film, kind="cross")

# %% [markdown]
# ## It speaks
#
# Write your own sequence: some symbols from 3 to 10, with a blank between them. The answer comes token by token. The brackets show the largest weight of cross-attention: of all heads, and of all positions.
#
# Dig deeper: [Cache and beams](07c_cache_and_beams.ipynb), with two bonus exercises: compute only the newest token, and keep several hypotheses.


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


# %% tags=["nbval-ignore-output"]
# Try: your own, with one symbol many times
sequence = "5 7 4 4 9 3"
speak(model, sequence)

# %% [markdown]
# ## Lengths that it never trained on
#
# Trained on 1 to 10 symbols, with positions for 16. The paper chose sinusoids because they "may allow the model to extrapolate to sequence lengths longer than the ones encountered during training" (section 3.5).
#
# *Your prediction:* how many sequences of 12 symbols will it copy?

# %% predict="twelve_symbols"
### BEGIN SOLUTION
answer = "hardly any"
# ~ answer = None  # TODO: "nearly all", "about half" or "hardly any"
### END SOLUTION
predict("twelve_symbols", answer)

# %% tags=["nbval-ignore-output"]
# Try: speak(model, "3 4 5 6 7 8 9 10 3 4 5 6"). What does it say after the tenth symbol?
lengths, right = range(6, 15), []
for n in lengths:
    only = training.Task(f"copy, length {n}", min_len=n, max_len=n)
    right.append(training.evaluate(model, only, parts, 200).exact_match)
print({n: f"{share:.0%}" for n, share in zip(lengths, right, strict=True)})
shown = {"copy": (lengths, right)}
drawn = viz.curves(
    shown, x_label="symbols", y_label="exact match", title="Trained on 1 to 10 symbols"
)
viz.picture(drawn.figure, alt="Expected: right up to 10 symbols, then a fall to nearly nothing.")

# %% [markdown]
# It did not learn "say each symbol again". It learned what to do at position 1, at position 2, up to position 11. Sinusoids exist for position 13 as well, but no gradient ever said what they mean. The hope of the paper is not fulfilled here.
#
# Newer models describe *distances* instead (relative positions: [Shaw et al. 2018](https://arxiv.org/abs/1803.02155); rotary embeddings: [Su et al. 2021](https://arxiv.org/abs/2104.09864)). That alone promises no new lengths either. What training never showed must be measured.

# %% [markdown]
# ## Your model, opened
#
# Every number of the model lies in the page, and the page computes with them. Follow one symbol to the answer. Click a box: it shows its formula, its numbers and its shape. Then change a symbol, and switch heads off one by one. When does the answer break? "Another sentence" leads to one of 12 symbols.

# %% tags=["nbval-ignore-output"]
sentences = [[5, 7, 4, 9, 3, EOS], [8, 8, 6, EOS], [3, 4, 5, 6, 7, 8, 9, 10, 3, 4, 5, 6, EOS]]
viz.explore(model, sentences)

# %% [markdown]
# ## Take it home
#
# One call makes a page of it to keep: your model with your own lines in it, its loss, its maps, its answers. It needs no kernel. `package()` completes the folder `my_transformer`: you can read it, and import it outside the course.

# %% tags=["nbval-ignore-output"]
from tutor_utils import package, take_home

src, tgt = copy_batch(8, MAX_LEN, VOCAB, device=device)
page = take_home(model, src, tgt, losses=run.losses)
print(package().name)
progress()

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
# ## Questions people get wrong
#
# - *The loss is 0.01. Does the model work?* Not proven. Let it speak.
# - *No error in 2,000. Is it perfect?* Not proven: errors may be as frequent as 3 in 2,000, and beyond the lengths of training it fails.
# - *Does the decoder write its answer token by token while it trains?* No. The right past is given, and all positions are trained in one pass.
# - *Why does the target get bos?* At decoding time there is nothing else to start from.

# %% [markdown]
# **You have built the Transformer.** Next: read section 5 of the paper again. You know now what the optimizer, the learning rate, dropout and label smoothing do. Or go on with Part II: in notebook 08 your `Encoder` becomes a language model.
