# %% [markdown]
# # 08 · A language model from your parts
#
# After this notebook you can
#
# - cut text into tokens, as GPT does it,
# - build, train and measure a language model out of your own `Encoder`,
# - draw text from it, and say what temperature, top-k and top-p do,
# - put published weights into your own classes.
#
# **About 80 minutes.** This is Part II: no total of Part I asks for it. You need notebooks 01, 04, 05 and 06. A part that has not passed yet is filled in by the course's. "Run All" stops at the first check that has not passed: from there run cell by cell.

# %%
import gzip
import math
from collections import Counter
from itertools import pairwise

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from tutor_utils import check, hint, language, mine, predict, progress, set_seed, solution, viz

set_seed(0)
torch.set_num_threads(1)  # small products: threads would wait for each other

# %% [markdown]
# ## The map
#
# The left half, with a causal mask, is a GPT: nothing is added, and the right half is not needed.

# %%
viz.architecture("encoder")

# %% [markdown]
# ## What every answer keeps to
#
# Each docstring says what its answer must do. This holds for all of them: Gradients reach every floating-point argument and every parameter. A second call gives what the first gave, and changes nothing that the first returned. Nothing is fixed that the arguments decide. New tensors are made on the device of the tensors that came in. Arguments and PyTorch's settings stay as they were.

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
# Letters make the text long. Words make the vocabulary endless, and a new word is unknown. Byte-pair encoding goes between: start from letters, and join the pair of neighbours that comes most often. Repeat.

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

    Words are ``text.split()``; each starts as "▁" and its characters. A pair of neighbours inside
    a word counts at every place and in every repeat of the word, also where places overlap. The
    most frequent pair is joined everywhere, from the left; of equally frequent pairs the smaller
    tuple. Then count again. Ends after num_merges, or when no pair occurs twice.

    Returns:
        the pairs, in the order learned; [] for 0 merges or an empty text
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
    """Cut a text into tokens.

    Each word of ``text.split()`` starts as "▁" and its characters. Every merge is applied once to
    the whole word, in the order learned, from the left. Characters never met stay single.

    Returns:
        the tokens of all words in one list: joined, with blanks for "▁", they are the words again
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


# %% exercise="window_batch"
def window_batch(
    ids: Tensor, batch_size: int, length: int, generator: torch.Generator | None = None
) -> tuple[Tensor, Tensor]:
    """Draw windows of the text, and what follows each of their tokens.

    Every start from 0 to len(ids) - length - 1 is equally likely, and each row is drawn by itself,
    by ``generator`` on its device (on the CPU without one). The answer is on the device of ids.

    Shapes:
        ids: (N,) long -> x (B, length), y (B, length): y is x one place further on in the text
    Errors:
        ValueError that names length and its value, unless there are more ids than that
    """
    ### BEGIN SOLUTION
    if len(ids) <= length:
        raise ValueError(f"length={length} needs more than the {len(ids)} ids of this text")
    device = generator.device if generator is not None else "cpu"
    starts = torch.randint(len(ids) - length, (batch_size, 1), generator=generator, device=device)
    places = (starts + torch.arange(length, device=device)).to(ids.device)  # (B, L)
    return ids[places], ids[places + 1]
    ### END SOLUTION


# %% check="window_batch"
check(window_batch)


# %% exercise="perplexity"
def perplexity(model: nn.Module, ids: Tensor, length: int) -> float:
    """e to the mean loss over all predicted tokens of a text.

    Window i reads ``ids[i*length : (i+1)*length]`` and is asked for the same places one on; the
    last one as far as it goes. All ids but the first are predicted once. Runs in eval mode without
    gradients; every part of the model is given back in the mode that it had.

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


# %% exercise="sample_next"
def sample_next(
    logits: Tensor,
    temperature: float = 1.0,
    top_k: int | None = None,
    top_p: float | None = None,
    generator: torch.Generator | None = None,
) -> Tensor:
    """Draw the next id of each row.

    1. Divide the logits by the temperature. Temperature 0 is greedy: the largest logit.
    2. Keep the ``top_k`` largest (all, where there are fewer). 3. Softmax over what is kept.
    4. Of these keep the fewest, the largest first, whose sum is at least ``top_p``.
    5. Draw by what is left, with ``generator``. Where numbers are equal, either may go first.

    Shapes:
        logits: (B, V) -> (B,) long
    Errors:
        ValueError that names the argument and its value: a temperature below 0 or not finite,
        top_k below 1, top_p not above 0 or above 1
    """
    ### BEGIN SOLUTION
    if not (math.isfinite(temperature) and temperature >= 0):
        raise ValueError(f"temperature={temperature} must be 0 or more, and finite")
    if top_k is not None and top_k < 1:
        raise ValueError(f"top_k={top_k} must be at least 1")
    if top_p is not None and not 0 < top_p <= 1:
        raise ValueError(f"top_p={top_p} must be above 0 and at most 1")
    if temperature == 0:
        return logits.argmax(dim=-1)
    logits = logits / temperature
    if top_k is not None:
        least = logits.topk(min(top_k, logits.shape[-1])).values[:, -1:]  # (B, 1)
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


# %% exercise="generate"
def generate(model: nn.Module, ids: Tensor, max_new: int, **sampling) -> Tensor:
    """Let the text go on by ``max_new`` ids.

    Each new id is drawn by your ``sample_next(logits, **sampling)`` from the logits of the last
    place. The model reads the last ``model.max_len`` ids; the answer keeps all. Runs in eval mode
    without gradients, calls the model once for each new id, and gives every part of it back in
    the mode that it had.

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


# %% exercise="LanguageModel"
class LanguageModel(nn.Module):
    """A GPT out of your own parts: says at each place which token comes next.

    x = dropout(token row + learned position), without the factor √d_model and without a pad row.
    Your ``Encoder(norm_first=True)`` reads x under your ``causal_mask``. The logits are x times
    the token table once more, no bias: one Parameter serves both. ``max_len`` is an attribute.

    Shapes:
        forward: ids (B, L) long -> logits (B, L, vocab_size)
    Errors:
        ValueError that names max_len and its value, if L is larger
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


# %% exercise="load_opt"
def load_opt(tensors: dict[str, Tensor], model: LanguageModel) -> None:
    """Copy the published tensors of an OPT model into yours.

    Names are those of ``OPTForCausalLM.state_dict()``, with ``model.`` in front or not.
    ``lm_head.weight``, if there, must equal the token table; every other tensor is used exactly
    once. ``embed_positions`` has max_len + 2 rows: the first two are dropped. A layer's own
    ``final_layer_norm`` is the norm before its feed-forward network, ``decoder.final_layer_norm``
    the last one. Numbers are copied into the parameters that are there, in their number type.

    Errors:
        ValueError with the published name, where one is missing, unknown, of another shape, or not
        equal to the table. The model is then as it was.
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
    output = given.pop("lm_head.weight", None)
    if output is not None and table in given and not torch.equal(output, given[table]):
        raise ValueError(f"lm_head.weight is not {table}")
    if rows in given:
        given[rows] = given[rows][2:]
    copy_into(places, given)
    ### END SOLUTION


# %% check="load_opt"
check(load_opt)
