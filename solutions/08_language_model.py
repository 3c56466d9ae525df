# %% [markdown]
# # 08 · A language model from your parts
#
# After this notebook you can
#
# - cut text into tokens by byte-pair merges,
# - build, train and measure a language model out of your own `Encoder`,
# - sample text from it, and say what temperature, top-k and top-p do,
# - put published weights into your own classes.
#
# **About 95 minutes**: 15 to read and run, 80 to write. This is Part II: the progress of Part I does not count it. You need notebooks 01, 04, 05 and 06. A part that has not passed yet is filled in by the course's. "Run All" stops at the first check that has not passed.

# %%
import math
from collections import Counter
from itertools import pairwise

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from tutor_utils import check, hint, language, mine, predict, published, set_seed, solution, viz

set_seed(0)
torch.set_num_threads(1)  # small products: threads would wait for each other
if torch.cuda.is_available():
    device = torch.device("cuda")
elif torch.backends.mps.is_available():
    device = torch.device("mps")
else:
    device = torch.device("cpu")

# %% [markdown]
# ## The text
#
# The model will read some pages of Python's own manual (`help("OBJECTS")` shows one). A file of your own works too: `text = language.read("my_text.txt")`. The last tenth is held out: the model never trains on it.

# %%
# Try: your own text, and run all cells again
text = language.python_manual()
train_text, held_out = language.split(text)
print(len(text.split()), "words,", len(text), "characters")
print(f"held out: {len(held_out)} characters")
print(train_text[:169])

# %% [markdown]
# ## Tokens: between letters and words
#
# With single letters the text gets long. With whole words a new word is unknown. **Byte-pair encoding** lies between ([Sennrich et al. 2016](https://aclanthology.org/P16-1162/)): start from letters, join the pair of neighbours that occurs most often, repeat.
#
# The text `aa ab ab`, by hand. A `▁` marks the beginning of each word, so that words can be put together again. (Double blanks and line breaks are lost.) Count all pairs:

# %%
words = [["▁", *word] for word in "aa ab ab".split()]
print(words)
print(Counter(pair for word in words for pair in pairwise(word)))

# %% [markdown]
# `▁ a` comes 3 times: it is joined first. Then the words are `▁a a`, `▁a b`, `▁a b`.
#
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
# ## Exercise: `learn_merges`
#
# `merge_pair` is one merge in one word. Both exercises may use it. The text repeats its words: count equal words once, and the 500 merges below take seconds, not a minute.
#
# Difficulty: medium. About 12 minutes, 8 to 12 lines.


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

# %%
learn_merges, apply_merges = mine("learn_merges", "apply_merges")
merges = learn_merges(train_text, 500)
print("first:", *("".join(pair) for pair in merges[:12]))
print("last: ", *("".join(pair) for pair in merges[-8:]))
# Try: your name
print(apply_merges("attention overfits unlearnable", merges))

# %% [markdown]
# ### Bytes: nothing is unknown
#
# A letter that the training text lacks has no number: it becomes `<unk>`. GPT-2 and its successors therefore merge **bytes**, within pieces that a regular expression cuts. There are 256 bytes, and every text is made of them. Your functions can do it as they are: write each byte as one character.


# %%
def as_bytes(text: str) -> str:
    """Each byte as one character. The first 128 bytes are characters already."""
    return "".join(chr(b) if b < 128 else chr(256 + b) for b in text.encode())


odd = "a naïve café 🐍"
known = {"▁", *train_text, *("".join(pair) for pair in merges)}
print("characters, unknown:", [t for t in apply_merges(odd, merges) if t not in known])
merges_of_bytes = learn_merges(as_bytes(train_text), 500)
known = {"▁", *as_bytes(bytes(range(128)).decode()), *map(chr, range(256 + 128, 512))}
known |= {"".join(pair) for pair in merges_of_bytes}
print(
    "bytes, unknown:", [t for t in apply_merges(as_bytes(odd), merges_of_bytes) if t not in known]
)

# %%
encode = mine("encode")  # characters again: <unk>, then every character, then every merge
names = ["<unk>", *sorted({"▁", *train_text} - {" "}), *("".join(pair) for pair in merges)]
names = list(dict.fromkeys(names))  # each once
vocab = {name: i for i, name in enumerate(names)}


def to_ids(text: str) -> Tensor:
    """The ids of a text, (N,)."""
    return torch.tensor(encode(apply_merges(text, merges), vocab), device=device)


def to_text(ids: Tensor) -> str:
    """The text of ids."""
    return "".join(names[i] for i in ids.tolist()).replace("▁", " ").strip()


ids, held_ids = to_ids(train_text), to_ids(held_out)
print(len(vocab), "names;", len(ids), "tokens to train on,", len(held_ids), "held out")
print(to_text(ids[:12]))

# %% [markdown]
# ## The model
#
# A GPT is one stack: your `Encoder`, under the causal mask. There is no second half and no memory. No place sees the future, so every place can be asked: which token comes next?
#
# **BERT** (2018) is such a stack without a causal mask: 15 % of its tokens are chosen, most of them hidden, and it guesses them; it also guesses whether two sentences followed each other.
#
# ### Your prediction
#
# One window of 64 tokens, with its labels: how many predictions does one pass train?

# %%
viz.architecture("gpt")

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
    """A GPT out of your own parts: predicts at each place which token comes next.

    Your ``LearnedPosition`` adds its rows to the token rows, and dropout follows: this is x. No
    factor √d_model, no pad row. Your ``Encoder(num_layers, d_model, num_heads, d_ff,
    dropout, norm_first=True)`` reads x under your ``causal_mask``. Its output times the token table gives the logits: one Parameter serves both, there is no bias.
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
        return x @ self.tokens.weight.mT  # (B, L, vocab_size)
        ### END SOLUTION


# %% check="LanguageModel"
check(LanguageModel)

# %% [markdown]
# ## Windows
#
# The text is one long row of ids. A batch is made of windows: pieces of the row that begin anywhere. The labels y are the same places, one further on. From the ids 10, 11, 12, 13, 14, 15, windows of 2:
#
# | start | x | y |
# |---|---|---|
# | 0 | 10, 11 | 11, 12 |
# | 1 | 11, 12 | 12, 13 |
# | 3 | 13, 14 | 14, 15 |
#
# ## Exercise: `window_batch`
#
# The last start is 3: its labels end with the last id. Difficulty: easy. About 6 minutes, 3 lines.


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
# Perplexity is e to the mean loss over the N predicted tokens:
#
# $$\mathrm{PP} = \exp\Big(-\frac{1}{N}\sum_{t=1}^{N} \ln p(x_t \mid x_{<t})\Big)$$
#
# Two tokens with probability 1/2 and 1/8: the losses are ln 2 and ln 8, their mean is ln 4, the perplexity is 4. A perplexity of 4 means: as hard as guessing among 4 equally likely tokens.
#
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
# A long text is read window by window. The last window is shorter, and a mean of means would let its tokens count more. (Each window begins without context, so its first tokens are hard to guess: the number is somewhat too high. Models are compared with equal windows.)
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
# A model that always takes the likeliest token repeats itself. So draw the next token by its probability: **sampling**. Temperature divides the logits: below 1 likely tokens come more often, above 1 unlikely ones. Top-k and top-p leave the unlikely tokens out. Four tokens with logits 2, 1, 0, -1:

# %%
logits = torch.tensor([2.0, 1.0, 0.0, -1.0])
# Try: 100
for temperature in (0.5, 1.0, 2.0):
    p = (logits / temperature).softmax(-1)  # (4,)
    print(temperature, [round(100 * x) for x in p.tolist()], "per cent")

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
# Two layers of width 64. Your `initialise` draws the token table with small numbers. At step 0 the perplexity is above an even guess: the last norm and the table give random logits with a deviation of about 1, so the model prefers wrong tokens for no reason. The learning rate rises for 50 steps, then falls in a line. Notebook 07's `train_model` wants pairs (source, target); here one row of ids is both, so the loop is written out.
#
# Watch it learn to spell: at first nonsense, then come frequent pieces, then words, then the tone of a manual. It never makes sense: 45,000 characters are very few.

# %% tags=["nbval-ignore-output"]
LanguageModel, window_batch, perplexity = mine("LanguageModel", "window_batch", "perplexity")
sample_next, generate, initialise = mine("sample_next", "generate", "initialise")
SIZES = {"d_model": 64, "num_heads": 4, "num_layers": 2, "d_ff": 256, "max_len": 64}
set_seed(0)
model = LanguageModel(len(vocab), **SIZES, dropout=0.1)
initialise(model)
model.to(device)


def speak(start: str, length: int, **sampling) -> str:
    """A text that begins with ``start`` and goes on."""
    return to_text(generate(model, to_ids(start)[None], length, **sampling)[0])


def look(step: int) -> None:
    """Perplexity on the text that it does not train on, and a sample."""
    draw = torch.Generator(device).manual_seed(0)
    said = speak("The name", 30, temperature=0.7, generator=draw)
    print(f"step {step:3}  perplexity {perplexity(model, held_ids, 64):5.0f}   {said}")


# %% tags=["nbval-ignore-output"]
optimizer = torch.optim.AdamW(model.parameters(), lr=5e-3, betas=(0.9, 0.98), weight_decay=0.1)
draw = torch.Generator().manual_seed(1)
for step in range(401):
    if step % 100 == 0:
        look(step)
    rate = 5e-3 * min((step + 1) / 50, max(0.05, (400 - step) / 350))
    optimizer.param_groups[0]["lr"] = rate
    x, y = window_batch(ids, 16, 64, draw)  # (B, L), (B, L)
    loss = F.cross_entropy(model(x).flatten(0, 1), y.flatten())
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
assert perplexity(model, held_ids, 64) < len(vocab) / 4  # an even guess has len(vocab)

# %% [markdown]
# ## Speak
#
# The same beginning at three temperatures. 0 repeats itself, 0.7 keeps to likely words, 1.5 falls apart.
#
# Below, move the sliders at two places of the held-out text: where the model is least sure, and where it is most sure. At which does top-p keep many tokens?
#
# Dig deeper: [How good is it?](08a_how_good_is_it.ipynb) compares it with gzip, and shows what overfitting looks like.

# %% tags=["nbval-ignore-output"]
# Try: another beginning, or top_p=0.8
for temperature in (0.0, 0.7, 1.5):
    draw = torch.Generator(device).manual_seed(3)
    print(f"{temperature}: {speak('The class', 40, temperature=temperature, generator=draw)}")

# %% tags=["nbval-ignore-output"]
with torch.no_grad():
    logits = model.eval()(held_ids[None, :64])[0, 8:].cpu()  # (56, V), each after 9 tokens or more
p = logits.softmax(-1)
doubt = -(p * p.log()).sum(-1)  # the entropy of each place
places = {}
for i in (int(doubt.argmax()), int(doubt.argmin())):
    places[f"... {to_text(held_ids[i : i + 9])}"] = logits[i]
viz.SamplingBars(places, list(vocab))

# %% [markdown]
# ## Published weights
#
# The smallest OPT ([Zhang et al. 2022](https://arxiv.org/abs/2205.01068)) is this model, only larger: pre-LN, learned positions, one table for input and output, ReLU, 125 million parameters. Its file is a dict from names to tensors. To load it is to say which name is which of your parts. Here are three published names, and yours.
#
# `copy_into` is a helper: it compares all names and shapes before it copies one number.


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


for name in ("embed_tokens.weight", "embed_positions.weight", "layers.0.self_attn.q_proj.weight"):
    print("model.decoder." + name)
for name, part in LanguageModel(9, 6, 2, 1, 7, 5).named_parameters():
    print(f"yours: {name:<44}{tuple(part.shape)}")

# %% [markdown]
# ## Exercise: `load_opt`
#
# All names of a layer: `self_attn.q_proj`, `k_proj`, `v_proj`, `out_proj`, `self_attn_layer_norm`, `fc1`, `fc2`, `final_layer_norm`; each with `.weight` and `.bias`. After the layers: `decoder.final_layer_norm`. OPT counts positions from 2, so no position uses the first two rows of its table.
#
# Keep `model: LanguageModel` in the first line: the check makes its model of the class that stands there. Difficulty: hard. About 15 minutes, 15 to 20 lines.


# %% exercise="load_opt"
def load_opt(tensors: dict[str, Tensor], model: LanguageModel) -> None:
    """Copy the published tensors of an OPT model into yours.

    Names are those of ``OPTForCausalLM.state_dict()``, with ``model.`` in front or not.
    ``lm_head.weight``, if there, repeats the token table. The first two rows of
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
# ## Your model, as a published file
#
# The model that you trained, written under OPT's names: Hugging Face's `OPTForCausalLM` opens such a dict (the course's tests do it). So does your `load_opt`. A fresh model that is filled from it predicts what the trained one predicts.
#
# The further step is OPT itself: `python3 -m tutor_utils fetch opt-125m` brings 250 MB of weights (it asks first). Without them the second cell says so.

# %% tags=["nbval-ignore-output"]
load_opt = mine("load_opt")
tensors = published.opt_tensors(model, load_opt, vocab_size=len(vocab), **SIZES)
for name in list(tensors)[:3]:
    print(f"{name:<55}{tuple(tensors[name].shape)}")
trained, model = model, LanguageModel(len(vocab), **SIZES).to(device)
print("fresh: ", speak("The module", 12, temperature=0.0))
# Try: another beginning, below and above
load_opt(tensors, model)
print("filled:", speak("The module", 12, temperature=0.0))
with torch.no_grad():
    assert torch.allclose(model.eval()(ids[None, :64]), trained.eval()(ids[None, :64]), atol=1e-4)

# %% tags=["nbval-ignore-output"]
found = published.find("opt-125m")
if found is None:
    print(published.how_to_get("opt-125m"))
else:
    opt, tokenizer = published.open_opt(found, LanguageModel, load_opt)
    ids_of = tokenizer.to_ids("The best way to learn a language is")
    start, draw = torch.tensor([ids_of], device=device), torch.Generator(device).manual_seed(0)
    said = generate(opt.to(device), start, 30, temperature=0.8, top_p=0.9, generator=draw)
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
#
# ## Questions people get wrong
#
# - *Is a decoder-only model a Transformer decoder?* It has no cross-attention. It is an encoder with a causal mask.
# - *Does temperature 0 give the best text?* It takes the likeliest next token, each time. The whole text need not be likely.
#
# **Next:** in notebook 09 the whole Transformer translates.
