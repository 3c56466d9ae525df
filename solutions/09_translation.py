# %% [markdown]
# # 09 · A translation
#
# After this notebook you can
#
# - translate dates from fourteen languages into one form, with the Transformer that you wrote,
# - say how good a translation is: exact match, edit distance, BLEU,
# - see which characters a digit comes from, and what greedy decoding leaves out,
# - put a published translation model into your own classes.
#
# **About 80 minutes**: 18 to read and run, 62 to write. You need notebooks 01 to 07. A part that has not passed yet is filled in by the course's.

# %%
import math
from collections import Counter
from datetime import date

import torch
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
# ## The texts
#
# Dates as people write them. The package Babel makes them from [CLDR](https://cldr.unicode.org), the Unicode consortium's data about languages. The target is always of one form, ISO 8601: year, month, day.

# %%
for code in language.LANGUAGES:
    # Try: your birthday; or "full" in place of "long"
    day = language.written(date(2021, 3, 3), code, "long")
    print(f"{language.LANGUAGES[code]:<11}{day.text:<26}{day.iso}")

# %% [markdown]
# Three forms each: medium, long, full. In 20,000 dates no day comes twice, so no day of the test was trained on.

# %%
everything = language.dates(20_000, seed=0)
test, train = everything[:1000], everything[1000:]
for day in train[:4]:
    print(f"{day.text}  ->  {day.iso}   ({language.LANGUAGES[day.language]}, {day.form})")

# %% [markdown]
# ## Exercise: `build_vocabulary`
#
# Here a token is one character. One vocabulary for both sides, with a number for each. It must be the same tomorrow: a set has no order of its own.
#
# Difficulty: easy. About 4 minutes, 2 to 4 lines.


# %% exercise="build_vocabulary"
def build_vocabulary(texts: list[str], specials: tuple[str, ...]) -> dict[str, int]:
    """Number the specials, in the order given, then each character of the texts, by code point.

    The first number is 0. Capitals, blanks and signs are characters, too.
    """
    ### BEGIN SOLUTION
    names = [*specials, *sorted(set("".join(texts)))]
    return {name: i for i, name in enumerate(names)}
    ### END SOLUTION


# %% check="build_vocabulary"
check(build_vocabulary)

# %%
build_vocabulary = mine("build_vocabulary")
vocab = build_vocabulary(
    [text for day in train for text in day.pair], ("<pad>", "<bos>", "<eos>", "<unk>")
)
PAD, BOS, EOS, UNK = range(4)
names = list(vocab)  # names[i] is the token with the number i
print(len(vocab), "tokens, for example", names[:6], names[-3:])

# %% [markdown]
# ## Exercise: `translation_batch`
#
# Your `encode` and `pad_batch` of notebook 01 may help.
#
# Difficulty: easy. About 6 minutes, 3 lines.

# %% tags=["nbval-ignore-output"]
encode, pad_batch = mine("encode", "pad_batch")


# %% exercise="translation_batch"
def translation_batch(
    pairs: list[tuple[str, str]], vocab: dict[str, int], pad_id: int, bos_id: int, eos_id: int
) -> tuple[Tensor, Tensor]:
    """Pairs (source, target) of texts as ids, character by character.

    A source is its characters and eos; a target is bos, its characters, eos. Each side is padded
    on the right to its own longest. A character that vocab does not hold is ``vocab["<unk>"]``.

    Shapes:
        src: (B, L_s) long; tgt: (B, L_t) long
    """
    ### BEGIN SOLUTION
    src = [[*encode(list(source), vocab), eos_id] for source, _ in pairs]
    tgt = [[bos_id, *encode(list(target), vocab), eos_id] for _, target in pairs]
    return pad_batch(src, pad_id), pad_batch(tgt, pad_id)
    ### END SOLUTION


# %% check="translation_batch"
check(translation_batch)

# %% [markdown]
# ### Look at it
#
# The last pair, token by token. The decoder starts from bos, and eos says where to stop. See the pads after the shorter source.

# %%
translation_batch = mine("translation_batch")
src, tgt = translation_batch([day.pair for day in train[:4]], vocab, PAD, BOS, EOS)
print("src", tuple(src.shape), " tgt", tuple(tgt.shape))
for ids in (src[-1], tgt[-1]):
    print(*(names[i] for i in ids.tolist()))

# %% [markdown]
# ## How far is a wrong answer?
#
# `2021-03-30` for `2021-03-03` is nearly right, and `1987-11-12` is not. **Edit distance** counts the changes: insert, delete or replace one character. From `ab` to `abc`: the first row and column are easy. Every other number is the smallest of
#
# - the one above + 1: delete a letter,
# - the one to the left + 1: insert a letter,
# - the one above and to the left + 1: replace a letter. Here + 0 if the two letters are the same.

# %%
by_hand = torch.tensor([[0, 1, 2, 3], [1, 0, 1, 2], [2, 1, 0, 1]])
title = "From beginnings of 'ab' to beginnings of 'abc'"
letters = {"rows": ["–", "a", "ab"], "columns": ["–", "a", "ab", "abc"]}  # –: no letter yet
viz.matrix(by_hand, title=title, row_axis="from", column_axis="to", **letters)

# %% [markdown]
# ### Your prediction
#
# The distance is the number in the last row and column: 1. What is the distance from `2021-03-03` to `2012-03-03`?

# %% predict="distance_by_hand"
### BEGIN SOLUTION
answer = 2
# ~ answer = None  # TODO: a whole number
### END SOLUTION
predict("distance_by_hand", answer)

# %% [markdown]
# ## Exercise: `edit_distance`
#
# Difficulty: medium. About 10 minutes, 7 to 12 lines.


# %% exercise="edit_distance"
def edit_distance(a: str, b: str) -> int:
    """The fewest characters to insert, delete or replace, so that a becomes b (Levenshtein)."""
    ### BEGIN SOLUTION
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, start=1):
        corner, row[0] = row[0], i
        for j, y in enumerate(b, start=1):
            above = row[j]
            row[j] = min(above + 1, row[j - 1] + 1, corner + (x != y))
            corner = above
    return row[-1]
    ### END SOLUTION


# %% check="edit_distance"
check(edit_distance)

# %% [markdown]
# ## BLEU
#
# Two good translations differ, so nobody asks for exact match. [BLEU](https://aclanthology.org/P02-1040/) compares what the model said, the **candidate**, with what a person wrote, the **reference**. $p_n$ is the share of the candidate's **n-grams** (runs of n words) that stand in the reference too:
#
# $$\mathrm{BLEU} = 100 \cdot \mathrm{BP} \cdot \exp\Big(\frac{1}{N} \sum_{n=1}^{N} \ln p_n\Big) \qquad \mathrm{BP} = \min(1,\; e^{1 - r/c})$$
#
# c and r are the lengths of candidate and reference: without the **brevity penalty** BP, a candidate of one safe word would get the best score.

# %% [markdown]
# ### A worked example
#
# Candidate: *the cat sat*. Reference: *the cat sat down*. All words match, 3 of 3, and both pairs, 2 of 2. But c = 3 and r = 4. The helper `ngrams` counts runs; you may use it.


# %%
def ngrams(tokens: list[str], n: int) -> Counter:
    """Each run of n tokens, and how often it stands there."""
    return Counter(tuple(tokens[i : i + n]) for i in range(len(tokens) - n + 1))


print(ngrams("the cat sat".split(), 2))
print("up to pairs:", round(100 * math.exp(1 - 4 / 3) * math.sqrt(3 / 3 * 2 / 2), 1))

# %% [markdown]
# ### Your prediction
#
# Candidate: *the the the*. Reference: *the cat sat*. How many of the three words match?

# %% predict="clipped_match"
### BEGIN SOLUTION
answer = 1
# ~ answer = None  # TODO: a whole number
### END SOLUTION
predict("clipped_match", answer)

# %% [markdown]
# ## Exercise: `bleu`
#
# Difficulty: medium. About 12 minutes, 10 to 13 lines.


# %% exercise="bleu"
def bleu(candidates: list[list[str]], references: list[list[str]], max_n: int = 4) -> float:
    """BLEU of a corpus, one reference for each candidate, from 0 to 100 (Papineni et al. 2002).

    For n = 1 to max_n: the n-grams of the candidates that match, each at most as often as it
    stands in its reference, divided by all n-grams of the candidates. Both are summed over the
    corpus first. The score is their geometric mean times the brevity penalty: exp(1 - r / c) where
    the candidates' length c is below the references' length r, else 1. No smoothing: an order
    without a match gives 0.0.
    """
    ### BEGIN SOLUTION
    logs = []
    for n in range(1, max_n + 1):
        matches = total = 0
        for candidate, reference in zip(candidates, references, strict=True):
            said, wanted = ngrams(candidate, n), ngrams(reference, n)
            matches += (said & wanted).total()
            total += said.total()
        if matches == 0:
            return 0.0
        logs.append(math.log(matches / total))
    c, r = sum(map(len, candidates)), sum(map(len, references))
    penalty = 1.0 if c >= r else math.exp(1 - r / c)
    return 100 * penalty * math.exp(sum(logs) / max_n)
    ### END SOLUTION


# %% check="bleu"
check(bleu)

# %% [markdown]
# ### Break it
#
# The first sentence of the Universal Declaration of Human Rights, in French: *Tous les êtres humains naissent libres et égaux en dignité et en droits.* The reference is its official English text. BLEU rewards the same words, not the same meaning: see who wins. 0.0 means that no run of four words matches ($p_4$ = 0); single words do.

# %%
bleu = mine("bleu")
wanted = "all human beings are born free and equal in dignity and rights".split()
for how, said in (
    ("the opposite", "all human beings are not born free and equal in dignity and rights"),
    ("word for word", "all the human beings are born free and equal in dignity and in rights"),
    ("other words", "every person is born free and has the same worth and rights"),
):
    # Try: a translation of your own
    print(f"{bleu([said.split()], [wanted]):5.1f}  {how}: {said}")

# %% [markdown]
# ## Train it
#
# One layer on each side, of width 64, pre-LN, and your functions of notebook 07. The learning rate rises for 60 steps, then falls in a line. Source and target have a table each.
#
# Dig deeper: [One table for two languages](09a_one_table.ipynb).

# %% tags=["nbval-ignore-output"]
Transformer, initialise = mine("Transformer", "initialise")
train_step, greedy_decode = mine("train_step", "greedy_decode")
set_seed(0)
size = {"d_model": 64, "num_heads": 4, "num_layers": 1, "d_ff": 256, "max_len": 64}
model = Transformer(len(vocab), len(vocab), **size, dropout=0.0, pad_id=PAD, norm_first=True)
initialise(model)
model.to(device)
optimizer = torch.optim.Adam(model.parameters(), betas=(0.9, 0.98))


def batch_of(pairs: list[tuple[str, str]]) -> tuple[Tensor, Tensor]:
    """Pairs as ids, where the model is."""
    src, tgt = translation_batch(pairs, vocab, PAD, BOS, EOS)
    return src.to(device), tgt.to(device)


def said_by(days: list) -> list[str]:
    """What the model makes of some dates."""
    src, _ = batch_of([day.pair for day in days])
    rows = greedy_decode(model, src, 12, BOS, EOS, PAD).tolist()
    return ["".join(names[i] for i in row if i > UNK) for row in rows]


def share_right(days: list) -> float:
    """Exact match, from 0 to 1."""
    return sum(a == day.iso for a, day in zip(said_by(days), days, strict=True)) / len(days)


# %%
def study(days: list, steps: int, peak: float, curve: viz.Live | None = None) -> None:
    """Train on random batches of 64; the curve shows exact match on 200 unseen dates."""
    draw = torch.Generator().manual_seed(0)
    for step in range(1, steps + 1):
        chosen = torch.randint(len(days), (64,), generator=draw).tolist()
        src, tgt = batch_of([days[i].pair for i in chosen])
        rate = peak * min(step / 60, max(0.03, (steps - step) / (steps - 60)))
        optimizer.param_groups[0]["lr"] = rate
        train_step(model, src, tgt, optimizer, PAD)
        if curve and step % 100 == 0:
            curve.update(step, exact_match_of_200_unseen=share_right(test[:200]))


# %% [markdown]
# This takes one to three minutes. See how soon most dates are right, and how long the last ones take.

# %%
curve = viz.Live(1100, alt="Exact match on unseen dates rises to nearly one.")
study(train, 1100, 5e-3, curve)
curve.finish()

# %% [markdown]
# ### What is still wrong
#
# Of 1,000 unseen dates over 99 % are exact. By language and by form, the rest:

# %% tags=["nbval-ignore-output"]
answers = said_by(test)
wrong = [(day, said) for day, said in zip(test, answers, strict=True) if said != day.iso]
assert len(wrong) < 10
print("wrong:", len(wrong), "of", len(test))
print("by language:", dict(Counter(language.LANGUAGES[day.language] for day, _ in wrong)))
print("by form:    ", dict(Counter(day.form for day, _ in wrong)))
edit_distance = mine("edit_distance")
for day, said in wrong[:5]:
    print(f"{day.text}  ->  {said}, should be {day.iso}, distance {edit_distance(said, day.iso)}")

# %% [markdown]
# ## Which characters does a digit come from?
#
# Cross-attention: each row is the source, shaded by the weights with which one character of the answer is written (predicted, by what it attends to). The month is `09`. Do its weights fall on *septiembre*? The picture shows the head with the sharpest rows.
#
# A map is not an explanation: the encoder has mixed the characters before, and a place may carry what stands beside it.
#
# Dig deeper: [Where the errors are](09b_where_the_errors_are.ipynb).

# %% tags=["nbval-ignore-output"]
day = language.written(date(1987, 9, 24), "es", "long")
src, tgt = batch_of([day.pair])
film = viz.Recording(model, source=[*day.text, "eos"], target=["bos", *day.iso])
film.record(src, tgt[:, :-1])
maps = torch.as_tensor(film.layers("cross")[-1].weights)[0]  # (h, L_t, L_s)
head = maps.amax(-1).mean(-1).argmax()  # Try: 0, 1, 2, 3
labels = {"writes": [*day.iso, "eos"], "reads": [*day.text, "eos"]}
viz.reading(maps[head], title=f"Head {head}: where each digit is read", **labels)

# %% [markdown]
# ## When a text means two things
#
# The short form: `3/4/05` is March 4 in American English and April 3 in Spanish. The model now learns short forms of both, and nothing tells it which language is meant.
#
# ### Your prediction
#
# What does greedy decoding give for `3/4/05`?

# %% predict="ambiguous_date"
### BEGIN SOLUTION
answer = "one of the two"
# ~ answer = None  # TODO: "one of the two", "both" or "an error"
### END SOLUTION
predict("ambiguous_date", answer)

# %% tags=["nbval-ignore-output"]
short = language.dates(8000, seed=1, forms=("short",), languages=("en", "es"))
study(short, 200, 3e-3)
unclear = language.written(date(2005, 3, 4), "en", "short")
said = said_by([unclear])[0]
print(f"{unclear.text}: greedy decoding gives {said}")
assert said in ("2005-03-04", "2005-04-03")

# %% [markdown]
# How sure is the model? The probability of an answer is the product of the probabilities of its tokens: e to minus the sum of their losses. The cell tries every day of 2005. `3/25/05` has one reading, `3/4/05` two. Look at what comes after those two: `04-04` and `03-03` take one number twice.


# %% tags=["nbval-ignore-output"]
def probability(text: str, answer: str) -> float:
    """Of this answer to this text, from 0 to 1."""
    src, tgt = batch_of([(text, answer)])
    with torch.no_grad():
        log_p = model.eval()(src, tgt[:, :-1]).log_softmax(-1)  # (1, L_t, V)
    return log_p.gather(-1, tgt[:, 1:, None]).sum().exp().item()


days = [f"2005-{month:02}-{day:02}" for month in range(1, 13) for day in range(1, 32)]
for text in ("3/4/05", "3/25/05"):  # Try: 12/1/05
    found = Counter({answer: probability(text, answer) for answer in days})
    print(f"{text:>7} ->", *(f"{answer} {p:.1%} " for answer, p in found.most_common(4)))
    others = found.total() - sum(p for _, p in found.most_common(4))
    print(f"{'':>10} other days {others:.1%}, no day of 2005 {1 - found.total():.1%}")

# %% [markdown]
# Greedy decoding takes the likelier first digit that differs, and never sees the other date. Beam search holds several texts, here four, and gives the likeliest: yours, if your bonus of [07c](07c_cache_and_beams.ipynb) has passed.


# %% tags=["nbval-ignore-output"]
@torch.no_grad()
def held(text: str, beam: int = 4) -> list[tuple[list[int], float]]:
    """What a beam holds at the end: ids with their log-probability, the likeliest first."""
    src, _ = batch_of([(text, "")])
    memory, src_mask = model.eval().encode(src)
    kept = [([BOS], 0.0)]
    for _ in range(11):  # ten characters and eos
        ways = []
        for ids, total in kept:
            logits = model.decode(torch.tensor([ids], device=device), memory, src_mask)
            log_p = logits[0, -1].log_softmax(-1).tolist()  # (V,)
            ways += [([*ids, token], total + p) for token, p in enumerate(log_p)]
        kept = sorted(ways, key=lambda way: -way[1])[:beam]
    return kept


for ids, total in held(unclear.text):
    print("".join(names[i] for i in ids if i > UNK), f"{math.exp(total):.1%}")
beam_search = mine("beam_search")
src, _ = batch_of([unclear.pair])
best = beam_search(model, src, 4, 12, BOS, EOS, PAD, 0.0)[0].tolist()
print("beam_search gives:", "".join(names[i] for i in best if i > UNK))

# %% [markdown]
# ## A published translator
#
# M2M-100 ([Fan et al. 2020](https://arxiv.org/abs/2010.11125)) and NLLB ([2022](https://arxiv.org/abs/2207.04672)) are your Transformer: pre-LN, ReLU, one table for both sides and the output, positions computed. Three things differ.
#
# - Positions have all sines first, then all cosines.
# - They begin with 2, the number after the pad's id, which is 1.
# - The decoder does not begin with bos: it gets eos and the language to speak.

# %% [markdown]
# ### A worked example
#
# The speeds of the waves fall from 1 to 1/10000 in d/2 steps: 10000^(-i/(d/2-1)). Row 0 stands for 2. With d_model = 4 there are two speeds, so its angles are 2 · 1 and 2 · 0.0001; then come the sines and cosines of both. Two helpers:


# %%
def published_positions(length: int, d_model: int) -> Tensor:
    """Sines in the first half, cosines in the second; row p stands for p + 2. (length, d_model)"""
    half = d_model // 2
    speed = 10000 ** (-torch.arange(half, dtype=torch.float64) / (half - 1))
    angle = (torch.arange(length)[:, None] + 2) * speed  # (length, half)
    return torch.cat([angle.sin(), angle.cos()], dim=1)


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


print([round(x, 4) for x in published_positions(1, 4)[0].tolist()])
tiny = Transformer(9, 9, 8, 2, 1, 16, norm_first=True, tie_weights=True)  # your own names
print(*dict(tiny.named_parameters()), *dict(tiny.named_buffers()), sep=", ")

# %% [markdown]
# ## Exercise: `load_m2m100`
#
# Make a dict from published names to your parameters, and give it to `copy_into`. A name in full: `model.decoder.layers.0.encoder_attn.q_proj.weight`. Each part has a `.weight` and a `.bias`, the table a `.weight` alone.
#
# | published | what it is |
# |---|---|
# | `shared` | the one table: your source table, target table and output |
# | `encoder.layers.0`, `decoder.layers.0`, ... | the layers |
# | `self_attn`; in the decoder also `encoder_attn` | self-attention; cross-attention |
# | its `q_proj`, `k_proj`, `v_proj`, `out_proj` | `w_q`, `w_k`, `w_v`, `w_o` |
# | `self_attn_layer_norm`, `encoder_attn_layer_norm` | the norm before it |
# | `fc1`, `fc2` | the two linear layers of the feed-forward network |
# | `final_layer_norm` of a layer | the norm before its feed-forward network |
# | `encoder.layer_norm`, `decoder.layer_norm` | the last norm of a side |
#
# Keep `model: Transformer` in the first line. Difficulty: hard. About 30 minutes, 30 to 40 lines.


# %% exercise="load_m2m100"
def load_m2m100(tensors: dict[str, Tensor], model: Transformer) -> None:
    """Copy the published tensors of M2M-100 or NLLB into your Transformer.

    ``model`` is ``Transformer(..., pad_id=1, norm_first=True, tie_weights=True)``. Names are those
    of ``M2M100ForConditionalGeneration.state_dict()``, with ``model.`` in front or not.
    ``shared.weight`` fills the source table, the target table and the output, whose bias becomes
    0. Its other names (``*.embed_tokens.weight``, ``lm_head.weight``) and
    ``*.embed_positions.weights`` are passed over. Both tables of positions are computed, as by
    ``published_positions``.

    Stops with an error where a published name is missing or unknown, or its shape is another.
    """
    ### BEGIN SOLUTION
    over = ("embed_tokens.weight", "embed_positions.weights", "lm_head.weight")
    given = {n.removeprefix("model."): t for n, t in tensors.items() if not n.endswith(over)}
    parts = {"encoder.layer_norm": model.encoder.norm, "decoder.layer_norm": model.decoder.norm}
    for side, layers in (("encoder", model.encoder.layers), ("decoder", model.decoder.layers)):
        for i, layer in enumerate(layers):
            at = f"{side}.layers.{i}."
            if side == "encoder":
                attentions, norms = {"self_attn": layer.attention}, (layer.norm1, layer.norm2)
            else:
                attentions = {"self_attn": layer.self_attention}
                attentions["encoder_attn"] = layer.cross_attention
                norms = tuple(layer.norms)
            for (name, own), norm in zip(attentions.items(), norms, strict=False):
                parts |= {f"{at}{name}.q_proj": own.w_q, f"{at}{name}.k_proj": own.w_k}
                parts |= {f"{at}{name}.v_proj": own.w_v, f"{at}{name}.out_proj": own.w_o}
                parts[f"{at}{name}_layer_norm"] = norm
            parts |= {f"{at}fc1": layer.feed_forward.wide, f"{at}fc2": layer.feed_forward.narrow}
            parts[f"{at}final_layer_norm"] = norms[-1]
    places = {"shared.weight": model.target.tokens.table.weight}
    for name, part in parts.items():
        places |= {f"{name}.weight": part.weight, f"{name}.bias": part.bias}
    copy_into(places, given)
    with torch.no_grad():
        model.source.tokens.table.weight.copy_(given["shared.weight"])
        model.output.bias.zero_()
        for embedding in (model.source, model.target):
            embedding.positions.copy_(published_positions(*embedding.positions.shape))
    ### END SOLUTION


# %% check="load_m2m100"
check(load_m2m100)

# %% [markdown]
# ## Your Transformer translates
#
# `python3 -m tutor_utils fetch nllb-200-distilled-600M`, in a terminal, brings the weights (it asks first; 3 GB of memory are needed, or half of that in bfloat16). `m2m100-418M` is smaller. Without them the second cell says so.
#
# `decode_from` is `greedy_decode` that begins with given tokens: eos and the language. The Korean sentence says: today I made a Transformer from the beginning.


# %%
@torch.no_grad()
def decode_from(model: nn.Module, src: Tensor, prefix: list[int], max_len: int) -> list[int]:
    """The likeliest ids after a prefix, until eos (id 2) or ``max_len`` ids in all."""
    memory, src_mask = model.encode(src)  # (1, L_s, d_model)
    ids = list(prefix)
    while len(ids) < max_len:
        logits = model.decode(torch.tensor([ids], device=src.device), memory, src_mask)[
            0, -1
        ]  # (V,)
        ids.append(int(logits.argmax()))
        if ids[-1] == 2:
            break
    return ids


# %% tags=["nbval-ignore-output"]
load_m2m100 = mine("load_m2m100")
wishes = ("nllb-200-distilled-600M", "m2m100-418M")
found = next(filter(None, map(published.find, wishes)), None)
viewer = None
if found is None:
    print(published.how_to_get(wishes[0]))
else:
    translator, tokens = published.open_m2m100(found, Transformer, load_m2m100)
    translator.to(device)
    sentence = tokens.source("저는 오늘 트랜스포머를 처음부터 만들었습니다.", "ko")
    src = torch.tensor([sentence], device=device)
    ids = decode_from(translator, src, tokens.prefix("en"), 40)
    print(tokens.to_text(ids))
    film = viz.Recording(translator, source=tokens.names(sentence), target=tokens.names(ids[:-1]))
    film.record(src, torch.tensor([ids[:-1]], device=device))
    viewer = viz.AttentionViewer(film, kind="cross")
viewer

# %% [markdown]
# ## What you built
#
# | step | shape |
# |---|---|
# | source, target as ids | (B, L_s), (B, L_t) |
# | memory | (B, L_s, d_model) |
# | cross-attention of a layer | (B, h, L_t, L_s) |
# | table of distances | (len(a) + 1, len(b) + 1) |
#
# ## Questions people get wrong
#
# - *Can I compare my BLEU with that of a paper?* Only on the same tokens. Papers use sacreBLEU ([Post 2018](https://aclanthology.org/W18-6319/)); with its smoothing off it gives the number of your `bleu`.
# - *Do the two readings of `3/4/05` sum to 100 %?* No. The model spreads its probability over all texts; above, over a fifth goes to wrong ones.
#
# **The model that translated here is made of the parts that you built.**
