# %% [markdown]
# # 08 · A language model from your parts
#
# After this notebook you can
#
# - cut text into tokens, as GPT does it,
# - build, train and measure a language model out of your own `Encoder`,
# - sample text from it, and say what temperature, top-k and top-p do,
# - put published weights into your own classes.
#
# **About 80 minutes.** This is Part II: the progress of Part I does not count it. You need notebooks 01, 04, 05 and 06. A part that has not passed yet is filled in by the course's. "Run All" stops at the first check that has not passed: from there run cell by cell.

# %%
import bz2
import gzip
import math
from collections import Counter
from collections.abc import Callable
from itertools import pairwise

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

# %% [markdown]
# ## The map
#
# The left half under a causal mask is a GPT (but for details). The right half is not needed. The table that reads the tokens also gives the output.

# %%
viz.architecture("encoder")

# %% [markdown]
# ## The text
#
# The model will read the prose of this course. A file of your own works too: `text = language.read("my_text.txt")`. The last tenth is held out: the model never trains on it.

# %%
text = language.course_prose()
train_text, held_out = language.split(text)
print(len(text.split()), "words,", len(text), "characters")
print(f"held out: {len(held_out)} characters")
print(train_text[:169])

# %% [markdown]
# ## Tokens: between letters and words
#
# With single letters the text gets long. With whole words the vocabulary gets endless, and a new word is unknown. Byte-pair encoding lies between: start from letters, and join the pair of neighbours that occurs most often. Repeat.

# %% [markdown]
# ### A worked example
#
# The text `aa ab ab`. A `▁` marks the beginning of each word, so that no space is lost. Count all pairs of neighbours:

# %%
words = [["▁", *word] for word in "aa ab ab".split()]
print(words)
print(Counter(pair for word in words for pair in pairwise(word)))

# %% [markdown]
# `▁ a` comes 3 times: it is joined first. Then the words are `▁a a`, `▁a b`, `▁a b`.

# %% [markdown]
# ### Your prediction
#
# Which pair is joined next?

# %% predict="second_merge"
### BEGIN SOLUTION
answer = "▁a b"
# ~ answer = None  # TODO: the next pair to join: "▁a b", "a b" or "▁a a"
### END SOLUTION
predict("second_merge", answer)

# %% [markdown]
# A helper for both exercises: one merge in one word. You may use it.


# %%
def merge_pair(tokens: list[str], pair: tuple[str, str]) -> list[str]:
    """Join ``pair`` wherever it stands, from the left."""
    joined: list[str] = []
    i = 0
    while i < len(tokens):
        if tuple(tokens[i : i + 2]) == pair:
            joined.append(tokens[i] + tokens[i + 1])
            i += 2
        else:
            joined.append(tokens[i])
            i += 1
    return joined


print(merge_pair(["▁", "a", "a", "a"], ("a", "a")))

# %% [markdown]
# ## Exercise: `learn_merges`
#
# Difficulty: medium. About 12 minutes, 8 to 12 lines.


# %% exercise="learn_merges"
def learn_merges(text: str, num_merges: int) -> list[tuple[str, str]]:
    """Learn byte-pair merges (Sennrich et al. 2016, section 3.2).

    Each word of ``text.split()`` starts as "▁" and its characters. Count the pairs of neighbours
    in all words, join the most frequent one everywhere (of equals the smaller tuple), count again.
    Ends after num_merges, or when no pair occurs twice.

    Returns:
        the pairs, in the order learned
    """
    ### BEGIN SOLUTION
    words = Counter(text.split())
    tokens = {word: ["▁", *word] for word in words}
    merges: list[tuple[str, str]] = []
    while len(merges) < num_merges:
        pairs: Counter[tuple[str, str]] = Counter()
        for word, count in words.items():
            for pair in pairwise(tokens[word]):
                pairs[pair] += count
        best = min(pairs, key=lambda pair: (-pairs[pair], pair), default=None)
        if best is None or pairs[best] < 2:
            break
        merges.append(best)
        tokens = {word: merge_pair(parts, best) for word, parts in tokens.items()}
    return merges
    ### END SOLUTION


# %% check="learn_merges"
check(learn_merges)

# %% [markdown]
# ## Exercise: `apply_merges`
#
# A new text is cut by the same merges, in the order in which they were learned.
#
# Difficulty: easy. About 6 minutes, 4 to 8 lines.


# %% exercise="apply_merges"
def apply_merges(text: str, merges: list[tuple[str, str]]) -> list[str]:
    """Cut a text into tokens by the merges that were learned, in their order.

    Each word of ``text.split()`` starts as "▁" and its characters. A character that no merge knows
    stays single.

    Returns:
        the tokens of all words, in one list
    """
    ### BEGIN SOLUTION
    tokens: list[str] = []
    for word in text.split():
        parts = ["▁", *word]
        for pair in merges:
            parts = merge_pair(parts, pair)
        tokens += parts
    return tokens
    ### END SOLUTION


# %% check="apply_merges"
check(apply_merges)

# %% [markdown]
# ### Look at it
#
# The merges of the training text, and a word that it has never seen.

# %%
learn_merges, apply_merges = mine("learn_merges", "apply_merges")
merges = learn_merges(train_text, 300)
print("first:", *("".join(pair) for pair in merges[:12]))
print("last: ", *("".join(pair) for pair in merges[-8:]))
print(apply_merges("attention overfits unlearnable", merges))

# %%
counts = [len(apply_merges(train_text, merges[:n])) for n in (0, 50, 100, 200, 300)]
drawn = viz.curves(
    {"training text": ([0, 50, 100, 200, 300], counts)}, x_label="merges", y_label="tokens"
)
viz.picture(drawn.figure, alt="The text gets shorter: fast with the first merges, then slowly.")

# %% [markdown]
# From tokens to ids: `<unk>` for what was never seen, then every character, then every merge.

# %%
encode = mine("encode")
names = ["<unk>", *sorted({"▁", *train_text} - {" "}), *("".join(pair) for pair in merges)]
names = list(dict.fromkeys(names))  # each once
vocab = {name: i for i, name in enumerate(names)}


def to_ids(text: str) -> Tensor:
    """The ids of a text, (N,)."""
    return torch.tensor(encode(apply_merges(text, merges), vocab))


def to_text(ids: Tensor) -> str:
    """The text of ids."""
    return "".join(names[i] for i in ids.tolist()).replace("▁", " ").strip()


ids, held_ids = to_ids(train_text), to_ids(held_out)
print(len(vocab), "names;", len(ids), "tokens to train on,", len(held_ids), "held out")
print(to_text(ids[:12]))

# %% [markdown]
# ## The model
#
# Your encoder reads a text. Under a causal mask no place sees the future, so every place can be asked: which token comes next?

# %% [markdown]
# ### Your prediction
#
# One window of 64 tokens, with its labels: how many predictions does one pass train?

# %% predict="positions_that_learn"
### BEGIN SOLUTION
answer = 64
# ~ answer = None  # TODO: a batch of 1 window of 64 tokens: how many predictions are trained?
### END SOLUTION
predict("positions_that_learn", answer)

# %% [markdown]
# ## Exercise: `LanguageModel`
#
# Difficulty: medium. About 10 minutes, 8 lines.

# %% tags=["nbval-ignore-output"]
Encoder, LearnedPosition, causal_mask = mine("Encoder", "LearnedPosition", "causal_mask")


# %% exercise="LanguageModel"
class LanguageModel(nn.Module):
    """A GPT out of your own parts: says at each place which token comes next.

    x = dropout(token row + learned position); no factor √d_model, no pad row. Your
    ``Encoder(norm_first=True)``, with the same dropout, reads x under your ``causal_mask``. Its
    output times the token table gives the logits: one Parameter serves both, there is no bias.
    ``max_len`` is an attribute.

    Shapes:
        forward: ids (B, L) long -> logits (B, L, vocab_size)

    Stops with an error where L is larger than max_len.
    """

    def __init__(
        self,
        vocab_size: int,
        d_model: int,
        num_heads: int,
        num_layers: int,
        d_ff: int,
        max_len: int,
        dropout: float = 0.0,
    ) -> None:
        super().__init__()
        ### BEGIN SOLUTION
        self.max_len = max_len
        self.tokens = nn.Embedding(vocab_size, d_model)
        self.positions = LearnedPosition(max_len, d_model)
        self.dropout = nn.Dropout(dropout)
        self.encoder = Encoder(num_layers, d_model, num_heads, d_ff, dropout, norm_first=True)
        ### END SOLUTION

    def forward(self, ids: Tensor) -> Tensor:
        ### BEGIN SOLUTION
        x = self.dropout(self.positions(self.tokens(ids)))  # (B, L, d_model)
        x, _ = self.encoder(x, causal_mask(ids.shape[1], ids.device))
        return x @ self.tokens.weight.T  # (B, L, vocab_size)
        ### END SOLUTION


# %% check="LanguageModel"
check(LanguageModel)

# %% [markdown]
# ### Look at it: does it see the future?
#
# Change one token at a time. Which answers move? Only those of its own place and of later ones: the lower triangle.

# %%
LanguageModel = mine("LanguageModel")
set_seed(0)
model = LanguageModel(len(vocab), 64, 4, 2, 256, 64).eval()
moves = torch.zeros(6, 6)
with torch.no_grad():
    for i in range(6):
        changed = ids[:6].clone()
        changed[i] = (changed[i] + 1) % len(vocab)
        moves[:, i] = (model(changed[None]) - model(ids[None, :6])).abs().amax(-1)[0]
viz.matrix((moves > 1e-5).int(), row_axis="answer", column_axis="changed token", title="1 = moved")

# %% [markdown]
# ## Windows
#
# The text is one long row of ids. A batch is made of windows (pieces of the row) that begin anywhere. The labels are the same windows, one place further on.

# %% [markdown]
# ### A worked example
#
# Six ids, windows of 2. The last window starts at 3: its labels end with the last id.

# %%
example = torch.tensor([10, 11, 12, 13, 14, 15])
for start in range(4):
    print("start", start, " x", example[start : start + 2].tolist(), end="  ")
    print("y", example[start + 1 : start + 3].tolist())

# %% [markdown]
# ## Exercise: `window_batch`
#
# Difficulty: easy. About 6 minutes, 3 lines.


# %% exercise="window_batch"
def window_batch(
    ids: Tensor, batch_size: int, length: int, generator: torch.Generator | None = None
) -> tuple[Tensor, Tensor]:
    """Draw windows of the text, and what follows each of their tokens.

    Every start from 0 to len(ids) - length - 1 is equally likely. Each row is drawn by itself, by
    ``generator``.

    Shapes:
        ids: (N,) long -> x (B, length), y (B, length): y is x one place further on in the text
    """
    ### BEGIN SOLUTION
    starts = torch.randint(len(ids) - length, (batch_size, 1), generator=generator)
    places = starts + torch.arange(length)  # (B, L)
    return ids[places], ids[places + 1]
    ### END SOLUTION


# %% check="window_batch"
check(window_batch)

# %% [markdown]
# ## Perplexity
#
# Perplexity is e to the mean loss. It says how many tokens, all equally likely, would be as hard to guess from. Lower is better.

# %% [markdown]
# ### A worked example
#
# Two tokens, with probability 0.5 and 0.125. The losses are ln 2 and ln 8, their mean is ln 4.

# %%
losses = [-math.log(0.5), -math.log(0.125)]
print("perplexity:", round(math.exp(sum(losses) / 2), 3))

# %% [markdown]
# ### Your prediction
#
# A model gives 390 tokens the same probability each. What is its perplexity?

# %% predict="even_perplexity"
### BEGIN SOLUTION
answer = 390
# ~ answer = None  # TODO: an even guess among 390 tokens has which perplexity?
### END SOLUTION
predict("even_perplexity", answer)

# %% [markdown]
# ## Exercise: `perplexity`
#
# A long text does not fit into the model, so it is read window by window. Mind the last one: it is shorter, and a mean of means would let its tokens count more.
#
# Difficulty: medium. About 10 minutes, 10 lines.


# %% exercise="perplexity"
def perplexity(model: nn.Module, ids: Tensor, length: int) -> float:
    """e to the mean loss over all predicted tokens of a text.

    Window i reads ``ids[i*length : (i+1)*length]`` and predicts the same places one further on.
    The last one may be shorter: every id but the first is predicted once. Runs in eval mode
    without gradients. Afterwards the model is in the mode that it had.

    Shapes:
        ids: (N,) long, N at least 2
    """
    ### BEGIN SOLUTION
    modes = [(part, part.training) for part in model.modules()]
    model.eval()
    total, count = 0.0, 0
    with torch.no_grad():
        for start in range(0, len(ids) - 1, length):
            y = ids[start + 1 : start + 1 + length]
            x = ids[start : start + len(y)]
            total += F.cross_entropy(model(x[None])[0], y, reduction="sum").item()
            count += len(y)
    for part, mode in modes:
        part.training = mode
    return math.exp(total / count)
    ### END SOLUTION


# %% check="perplexity"
check(perplexity)

# %% [markdown]
# ## Sampling: temperature, top-k, top-p
#
# A model that always takes the likeliest token repeats itself. So draw the next token by its probability: **sampling**. Temperature divides the logits: below 1 likely tokens come more often, above 1 unlikely ones. Top-k and top-p leave the unlikely tokens out.

# %% [markdown]
# ### A worked example
#
# Four tokens with logits 2, 1, 0, -1.

# %%
logits = torch.tensor([2.0, 1.0, 0.0, -1.0])
lines = {}
for temperature in (0.5, 1.0, 2.0):
    p = (logits / temperature).softmax(-1)  # (4,)
    lines[f"temperature {temperature}"] = (range(4), p.tolist())
    print(temperature, [round(100 * x) for x in p.tolist()], "per cent")
drawn = viz.curves(lines, x_label="token", y_label="probability")
drawn.figure.axes[0].set_xticks(range(4))
viz.picture(drawn.figure, alt="The lower the temperature, the steeper the four probabilities.")

# %% [markdown]
# ### Your prediction
#
# Temperature 1 gives 64, 24, 9 and 3 per cent. How many tokens does top-p = 0.8 keep?

# %% predict="top_p_keeps"
### BEGIN SOLUTION
answer = 2
# ~ answer = None  # TODO: how many tokens?
### END SOLUTION
predict("top_p_keeps", answer)

# %% [markdown]
# ## Exercise: `sample_next`
#
# Difficulty: hard. About 15 minutes, 12 to 16 lines. The error first, then the five steps.


# %% exercise="sample_next"
def sample_next(
    logits: Tensor,
    temperature: float = 1.0,
    top_k: int | None = None,
    top_p: float | None = None,
    generator: torch.Generator | None = None,
) -> Tensor:
    """Sample the next id of each row.

    1. Divide the logits by the temperature. Temperature 0 is greedy: the largest logit.
    2. Keep the ``top_k`` largest. 3. Softmax over what is kept.
    4. Of these keep the fewest, the largest first, whose sum is at least ``top_p``.
    5. Draw by what is left, with ``generator``.

    Shapes:
        logits: (B, V) -> (B,) long

    Stops with an error where the temperature is below 0.
    """
    ### BEGIN SOLUTION
    if temperature < 0:
        raise ValueError(f"temperature={temperature} must be 0 or more")
    if temperature == 0:
        return logits.argmax(dim=-1)
    logits = logits / temperature
    if top_k is not None:
        least = logits.topk(top_k).values[:, -1:]  # (B, 1)
        logits = logits.masked_fill(logits < least, -math.inf)
    p = logits.softmax(dim=-1)
    if top_p is not None:
        ranked, order = p.sort(dim=-1, descending=True)
        before = ranked.cumsum(dim=-1) - ranked  # the sum of the larger ones
        ranked = ranked.masked_fill(before >= top_p, 0.0)
        p = torch.zeros_like(p).scatter(-1, order, ranked)
    return torch.multinomial(p, 1, generator=generator)[:, 0]
    ### END SOLUTION


# %% check="sample_next"
check(sample_next)

# %% [markdown]
# ### Look at it
#
# The same logits, drawn 1,000 times with top-p = 0.8. Two tokens are left.

# %%
sample_next = mine("sample_next")
generator = torch.Generator().manual_seed(0)
drawn = sample_next(logits.expand(1000, -1), top_p=0.8, generator=generator)
print("tokens that came:", sorted(set(drawn.tolist())))

# %% [markdown]
# ## Exercise: `generate`
#
# The model reads at most `max_len` tokens. The text may grow longer: then the model sees its end only.
#
# Difficulty: easy. About 6 minutes, 6 to 8 lines.


# %% exercise="generate"
def generate(model: nn.Module, ids: Tensor, max_new: int, **sampling) -> Tensor:
    """Let the text go on by ``max_new`` ids.

    Each new id is drawn by your ``sample_next(logits, **sampling)`` from the logits of the last
    place. The model reads the last ``model.max_len`` ids; the answer keeps all. Runs in eval mode
    without gradients. Afterwards the model is in the mode that it had.

    Shapes:
        ids: (B, L) -> (B, L + max_new)
    """
    ### BEGIN SOLUTION
    modes = [(part, part.training) for part in model.modules()]
    model.eval()
    with torch.no_grad():
        for _ in range(max_new):
            logits = model(ids[:, -model.max_len :])[:, -1]  # (B, V)
            token = sample_next(logits, **sampling)  # (B,)
            ids = torch.cat([ids, token[:, None]], dim=1)
    for part, mode in modes:
        part.training = mode
    return ids
    ### END SOLUTION


# %% check="generate"
check(generate)

# %% [markdown]
# ## Train it
#
# Two layers of width 64. Your `initialise` starts the table small. The learning rate rises for 50 steps, then falls in a line.

# %% tags=["nbval-ignore-output"]
window_batch, perplexity, generate = mine("window_batch", "perplexity", "generate")
initialise = mine("initialise")
SIZES = {"d_model": 64, "num_heads": 4, "num_layers": 2, "d_ff": 256, "max_len": 64}


def fresh(dropout: float) -> nn.Module:
    """A model that has learned nothing."""
    set_seed(0)
    made = LanguageModel(len(vocab), **SIZES, dropout=dropout)
    initialise(made)
    return made


# %%
def train(model: nn.Module, ids: Tensor, steps: int, every: int, look: Callable) -> list[float]:
    """Train on windows of the text; ``look(step)`` at step 0, every, 2 * every, ..."""
    generator = torch.Generator().manual_seed(1)
    optimizer = torch.optim.AdamW(model.parameters(), lr=5e-3, betas=(0.9, 0.98), weight_decay=0.1)
    losses = []
    for step in range(steps + 1):
        if step % every == 0:
            look(step)
        rate = 5e-3 * min((step + 1) / 50, max(0.05, (steps - step) / (steps - 50)))
        optimizer.param_groups[0]["lr"] = rate
        x, y = window_batch(ids, 16, model.max_len, generator)  # (B, L), (B, L)
        loss = F.cross_entropy(model(x).flatten(0, 1), y.flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses


# %% [markdown]
# Watch it learn to spell. At step 0 it says anything, and predicts worse than an even guess. Then come frequent pieces, then words, then the tone of this course. It never makes sense: 39,000 characters are very few.

# %% tags=["nbval-ignore-output"]
model, seen = fresh(dropout=0.1), {}


def look(step: int) -> None:
    """Perplexity on the text that it does not train on, and a sample."""
    seen[step] = perplexity(model, held_ids, 64)
    start, generator = to_ids("The model")[None], torch.Generator().manual_seed(0)
    said = generate(model, start, 30, temperature=0.7, generator=generator)
    print(f"step {step:3}  perplexity {seen[step]:5.0f}   {to_text(said[0])}")


losses = train(model, ids, 400, 100, look)

# %% [markdown]
# ## Better than gzip?
#
# A model that predicts well can compress well: a token with probability p costs -log2 p bits. So a model can be compared with gzip. Here gzip reads the training text first, too.


# %%
def gzip_bits(text: str) -> int:
    """How many bits gzip needs."""
    return 8 * len(gzip.compress(text.encode(), 9))


def bits_per_character(value: float) -> float:
    """From the perplexity on the held-out text."""
    return math.log2(value) * (len(held_ids) - 1) / len(held_out)


known = (gzip_bits(train_text + " " + held_out) - gzip_bits(train_text)) / len(held_out)
ours = bits_per_character(seen[400])
print("your model needs fewer bits than gzip:", ours < known)

# %% tags=["nbval-ignore-output"]
both, first = (8 * len(bz2.compress(t.encode())) for t in (train_text + " " + held_out, train_text))
print("bits per character of the held-out text")
print(f"gzip, without the training text: {gzip_bits(held_out) / len(held_out):.2f}")
print(f"gzip: {known:.2f}   your model: {ours:.2f}   bz2: {(both - first) / len(held_out):.2f}")

# %% [markdown]
# To be fair: gzip is an old program, and `bz2` needs fewer bits than your small model. And unknown characters cost your model too little, since `<unk>` does not say which one it was. Here are all of them:

# %%
unknown = [token for token in apply_merges(held_out, merges) if token not in vocab]
print(len(unknown), "of", len(held_ids), "tokens:", *sorted(set(unknown)))

# %% [markdown]
# ## What overfitting looks like
#
# A tenth of the text, no dropout. The model can learn that by heart. What happens to its loss on this text, and to its loss on the held-out text?

# %% predict="overfitting"
### BEGIN SOLUTION
answer = "training falls, held-out rises again"
# ~ answer = None  # TODO: "both fall", "training falls, held-out rises again" or "both rise"
### END SOLUTION
predict("overfitting", answer)

# %%
few, curve = ids[: len(ids) // 10], {}
parrot = fresh(dropout=0.0)


def watch(step: int) -> None:
    """Loss per token on what it trains on, and on what it does not."""
    curve[step] = [math.log(perplexity(parrot, text, 64)) for text in (few, held_ids)]


train(parrot, few, 200, 20, watch)
trained, held = zip(*curve.values(), strict=True)
best = min(curve, key=lambda step: curve[step][1])
print("training loss below 0.5:", trained[-1] < 0.5)
print("held-out loss rises again:", held[-1] > min(held) + 1 and best < 120)
lines = {"trains on it": (list(curve), trained), "never saw it": (list(curve), held)}
drawn = viz.curves(lines, x_label="step", y_label="loss per token")
viz.picture(drawn.figure, alt="Training loss falls to near zero. Held-out loss falls, then rises.")

# %% [markdown]
# The lowest point of the upper curve is the place to stop. More text, dropout, a smaller model: each helps against overfitting. The training loss alone would not have shown it.

# %% [markdown]
# ## Speak
#
# The same beginning at three temperatures. 0 repeats itself, 0.7 keeps to likely words, 1.5 falls apart.

# %% tags=["nbval-ignore-output"]
for temperature in (0.0, 0.7, 1.5):
    generator = torch.Generator().manual_seed(3)
    said = generate(
        model, to_ids("Each head")[None], 40, temperature=temperature, generator=generator
    )
    print(f"{temperature}: {to_text(said[0])}")

# %% [markdown]
# Beyond `max_len` the model goes on: it reads the last 64 tokens.

# %%
long = generate(model, to_ids("The mask")[None], 100, temperature=0.0)
print(tuple(long.shape), "tokens, and the model reads", model.max_len)

# %% [markdown]
# ## Where does it look?
#
# Attention of the last layer. No row looks to the right of itself.

# %%
tokens = apply_merges("The mask hides the future from each token", merges)
film = viz.Recording(model, source=tokens)
film.record(to_ids("The mask hides the future from each token")[None])
last = film.layers(film.kinds[0])[-1]
print("weight on the future:", torch.tensor(last.weights[0]).triu(1).sum().item())
drawn = viz.heads(last.weights[0], queries=tokens, keys=tokens, mask=last.allowed[0], columns=2)
viz.picture(drawn.figure, alt="Four heads over one sentence. All weight lies below the diagonal.")

# %% [markdown]
# ## Published weights
#
# OPT (Zhang et al. 2022) is this model, only larger: pre-LN, learned positions, one table for input and output, ReLU. Its smallest has 125 million parameters. Its file is a dict from names to tensors. So to load it is to say which name is which of your parts.

# %% [markdown]
# ### A worked example
#
# The names of a file with one layer, in the published form. The table of positions has two rows more than there are positions: the original code counts positions from 2, so no position uses the first two rows.

# %%
for name in ("embed_tokens.weight", "embed_positions.weight", "layers.0.self_attn.q_proj.weight"):
    print("model.decoder." + name)
for name, part in LanguageModel(9, 6, 2, 1, 7, 5).named_parameters():
    print(f"yours: {name:<44}{tuple(part.shape)}")

# %% [markdown]
# All names of a layer: `self_attn.q_proj`, `k_proj`, `v_proj`, `out_proj`, `self_attn_layer_norm`, `fc1`, `fc2`, `final_layer_norm`; each with `.weight` and `.bias`. After the layers: `decoder.final_layer_norm`.
#
# A helper, which you may use. It compares all names and shapes before it copies one number.


# %%
def copy_into(places: dict[str, Tensor], given: dict[str, Tensor]) -> None:
    """Copy each given tensor to the place of its name. On any error nothing is copied."""
    for name in sorted(places.keys() ^ given.keys()):  # the names that stand on one side alone
        what = "is missing" if name in places else "has no place in this model"
        raise ValueError(f"{name} {what}")
    for name, place in places.items():
        if given[name].shape != place.shape:
            raise ValueError(f"{name}: {tuple(given[name].shape)}, not {tuple(place.shape)}")
    with torch.no_grad():
        for name, place in places.items():
            place.copy_(given[name])


# %% [markdown]
# ## Exercise: `load_opt`
#
# Keep `model: LanguageModel` in its first line: the check makes its model of the class that stands there.
#
# Difficulty: hard. About 15 minutes, 15 to 20 lines.


# %% exercise="load_opt"
def load_opt(tensors: dict[str, Tensor], model: LanguageModel) -> None:
    """Copy the published tensors of an OPT model into yours.

    Names are those of ``OPTForCausalLM.state_dict()``, with ``model.`` in front or not.
    ``lm_head.weight``, if there, is the token table once more. The first two rows of
    ``embed_positions`` are dropped. A layer's own ``final_layer_norm`` is the norm before its
    feed-forward network, ``decoder.final_layer_norm`` the last one.

    Stops with an error where a published name is missing or unknown, or its shape is another.
    """
    ### BEGIN SOLUTION
    given = {name.removeprefix("model."): tensor for name, tensor in tensors.items()}
    table, rows = "decoder.embed_tokens.weight", "decoder.embed_positions.weight"
    places = {table: model.tokens.weight, rows: model.positions.table.weight}
    parts = {"decoder.final_layer_norm": model.encoder.norm}
    for i, layer in enumerate(model.encoder.layers):
        own, at = layer.attention, f"decoder.layers.{i}."
        for name, part in {"q_proj": own.w_q, "k_proj": own.w_k, "v_proj": own.w_v}.items():
            parts[f"{at}self_attn.{name}"] = part
        parts |= {f"{at}self_attn.out_proj": own.w_o, f"{at}self_attn_layer_norm": layer.norm1}
        parts |= {f"{at}fc1": layer.feed_forward.wide, f"{at}fc2": layer.feed_forward.narrow}
        parts[f"{at}final_layer_norm"] = layer.norm2
    for name, part in parts.items():
        places |= {f"{name}.weight": part.weight, f"{name}.bias": part.bias}
    given.pop("lm_head.weight", None)
    if rows in given:
        given[rows] = given[rows][2:]
    copy_into(places, given)
    ### END SOLUTION


# %% check="load_opt"
check(load_opt)

# %% [markdown]
# ## OPT speaks out of your own Encoder
#
# `python3 -m tutor_utils fetch opt-125m` brings the weights (it asks first). Without them this cell says so, and the notebook goes on.

# %% tags=["nbval-ignore-output"]
load_opt = mine("load_opt")
found = published.find("opt-125m")
if found is None:
    print(published.how_to_get("opt-125m"))
else:
    opt, tokenizer = published.open_opt(found, LanguageModel, load_opt)
    start = torch.tensor([tokenizer.to_ids("The best way to learn a language is")])
    generator = torch.Generator().manual_seed(0)
    said = generate(opt, start, 30, temperature=0.8, top_p=0.9, generator=generator)
    print(tokenizer.to_text(said[0].tolist()))

# %% [markdown]
# ## What you built
#
# | step | shape |
# |---|---|
# | text, as ids | (N,) |
# | window, labels | (B, L), (B, L) |
# | x = token row + position | (B, L, d_model) |
# | causal mask | (1, 1, L, L) |
# | logits | (B, L, V) |
# | next id | (B,) |

# %% tags=["nbval-ignore-output"]
progress()

# %% [markdown]
# ## Questions people get wrong
#
# - *Is a decoder-only model a Transformer decoder?* It has no cross-attention. It is an encoder with a causal mask.
# - *Does a lower perplexity mean a better model?* Only with the same tokens and the same text. Bits per character can be compared across tokenizers.
# - *Does temperature 0 give the best text?* The likeliest next token, each time. The whole text need not be likely, and it repeats itself.
#
# Next: notebook 09. The whole Transformer translates.
