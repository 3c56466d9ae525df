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
# **About 80 minutes.** This is Part II: the progress of Part I does not count it. You need notebooks 01 to 07. A part that has not passed yet is filled in by the course's. "Run All" stops at the first check that has not passed: from there run cell by cell.

# %%
import math
from collections import Counter
from collections.abc import Callable
from datetime import date

import torch
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
# The whole model, as in notebook 07. Now the source and the target are texts.

# %%
viz.architecture("training")

# %% [markdown]
# ## The texts
#
# Dates as people write them. The package Babel makes them from [CLDR](https://cldr.unicode.org), the Unicode consortium's data about languages. The target is always of one form, ISO 8601: year, month, day.

# %%
for code in language.LANGUAGES:
    day = language.written(date(2021, 3, 3), code, "long")
    print(f"{language.LANGUAGES[code]:<11}{day.text:<26}{day.iso}")

# %% [markdown]
# Three forms each: medium, long, full. The short form comes later: it can mean two days. In 20,000 dates no day comes twice. So no day of the test was trained on, in any language.

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
# The last pair, token by token. The decoder starts from bos, and eos says where to stop.

# %%
translation_batch = mine("translation_batch")
src, tgt = translation_batch([day.pair for day in train[:4]], vocab, PAD, BOS, EOS)
print("src", tuple(src.shape), " tgt", tuple(tgt.shape))
for ids in (src[-1], tgt[-1]):
    print(*(names[i] for i in ids.tolist()))

# %% [markdown]
# ## How far is a wrong answer?
#
# `2021-03-30` for `2021-03-03` is nearly right, and `1987-11-12` is not. Exact match calls both wrong. Edit distance counts the changes: insert, delete or replace one character.

# %% [markdown]
# ### A worked example
#
# From `ab` to `abc`. A row stands for the letters of `ab` up to there, a column for those of `abc`. The first row and column are easy: from nothing to three letters, insert three. Every other number is the smallest of
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
# The answer is the number in the last row and column: 1. What is the distance from `2021-03-03` to `2012-03-03`?

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

# %%
edit_distance = mine("edit_distance")
for said in ("2021-03-30", "1987-11-12"):
    print(said, "is", edit_distance(said, "2021-03-03"), "changes away from 2021-03-03")

# %% [markdown]
# ## BLEU
#
# Two good translations of a sentence differ, so nobody asks for exact match. BLEU compares what the model said, the **candidate**, with what a person wrote, the **reference**. It counts n-grams: an **n-gram** is a run of n words. How many of the candidate's single words, pairs, triples and runs of four stand in the reference too?

# %% [markdown]
# ### A worked example
#
# Candidate: *the cat sat*. Reference: *the cat sat down*. All words match (3 of 3), and both pairs (2 of 2). Is that perfect? Then one safe word would be the best translation of all. So a candidate that is too short pays the **brevity penalty**, here exp(1 - 4/3). It multiplies the geometric mean of the shares: the root of the product of two, the fourth root of the product of four.

# %%
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
# A helper, which you may use:


# %%
def ngrams(tokens: list[str], n: int) -> Counter:
    """Each run of n tokens, and how often it stands there."""
    return Counter(tuple(tokens[i : i + n]) for i in range(len(tokens) - n + 1))


print(ngrams("the cat the cat".split(), 2))

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
# BLEU rewards the same words, not the same meaning. The reference: *the model is not able to translate this sentence well*.

# %%
bleu = mine("bleu")
wanted = ["the model is not able to translate this sentence well".split()]
for said in (
    "the model is able to translate this sentence well",  # the opposite
    "this sentence cannot be translated properly by the model",  # the meaning
):
    print(f"{bleu([said.split()], wanted):5.1f}  {said}")

# %% [markdown]
# ## Train it
#
# One layer on each side, of width 64, pre-LN, and your functions of notebook 07. The learning rate rises for 60 steps, then falls in a straight line, to 3 % of its peak.

# %% tags=["nbval-ignore-output"]
Transformer, initialise = mine("Transformer", "initialise")
train_step, greedy_decode = mine("train_step", "greedy_decode")

# %%
set_seed(0)
size = {"d_model": 64, "num_heads": 4, "num_layers": 1, "d_ff": 128, "max_len": 64}
model = Transformer(len(vocab), len(vocab), **size, dropout=0.0, pad_id=PAD, norm_first=True)
initialise(model)
optimizer = torch.optim.Adam(model.parameters(), betas=(0.9, 0.98))


def said_by(days: list) -> list[str]:
    """What the model makes of some dates."""
    src, _ = translation_batch([day.pair for day in days], vocab, PAD, BOS, EOS)
    rows = greedy_decode(model, src, 12, BOS, EOS, PAD).tolist()
    return ["".join(names[i] for i in row if i > UNK) for row in rows]


def share_right(days: list) -> float:
    """Exact match, from 0 to 1."""
    return sum(a == day.iso for a, day in zip(said_by(days), days, strict=True)) / len(days)


# %%
def study(days: list, steps: int, peak: float, look: Callable) -> list[float]:
    """Train on random batches of 64; ``look(step)`` at every hundredth step."""
    draw, losses = torch.Generator().manual_seed(0), []
    for step in range(1, steps + 1):
        chosen = torch.randint(len(days), (64,), generator=draw).tolist()
        src, tgt = translation_batch([days[i].pair for i in chosen], vocab, PAD, BOS, EOS)
        rate = peak * min(step / 60, max(0.03, (steps - step) / (steps - 60)))
        optimizer.param_groups[0]["lr"] = rate
        losses.append(train_step(model, src, tgt, optimizer, PAD))
        if step % 100 == 0:
            look(step)
    return losses


# %% [markdown]
# This takes one to two minutes. The curve grows with each look.

# %%
halfway = []
curve = viz.Live(1100, alt="Exact match on unseen dates rises to nearly one.")


def look(step: int) -> None:
    """Exact match on 200 unseen dates; at step 300, what it says to all of them."""
    curve.update(step, exact_match_of_200_unseen=share_right(test[:200]))
    if step == 300:
        halfway.extend(said_by(test))


losses = study(train, 1100, 5e-3, look)
curve.finish()

# %%
answers = said_by(test)
right = [answer == day.iso for answer, day in zip(answers, test, strict=True)]
print("over 99 % of 1,000 unseen dates are exact:", sum(right) > 990)

# %% [markdown]
# ### What is still wrong, by language and by form

# %% tags=["nbval-ignore-output"]
wrong = [(day, said) for day, said in zip(test, answers, strict=True) if said != day.iso]
print("wrong:", len(wrong), "of", len(test))
print("by language:", dict(Counter(language.LANGUAGES[day.language] for day, _ in wrong)))
print("by form:    ", dict(Counter(day.form for day, _ in wrong)))
for day, said in wrong[:5]:
    print(f"{day.text}  ->  {said}, should be {day.iso}, distance {edit_distance(said, day.iso)}")

# %% [markdown]
# BLEU counts tokens, and here these are characters. It is near 100 as well, but it says less: a wrong day costs no more than a wrong hyphen.

# %% tags=["nbval-ignore-output"]
characters = [list(said) for said in answers]
print(f"BLEU by characters: {bleu(characters, [list(day.iso) for day in test]):.1f}")

# %% [markdown]
# ### How it learned: by language
#
# After 300 steps, and at the end. Each language has about 70 of the 1,000 dates, so one error is more than 1 %.

# %% tags=["nbval-ignore-output"]
print(f"{'exact match':<11}{'step 300':>10}{'the end':>10}")
for code, name in language.LANGUAGES.items():
    of_it = [i for i, day in enumerate(test) if day.language == code]
    early = sum(halfway[i] == test[i].iso for i in of_it) / len(of_it)
    late = sum(right[i] for i in of_it) / len(of_it)
    print(f"{name:<11}{early:>10.0%}{late:>10.0%}")

# %% [markdown]
# ## Which characters does a digit come from?
#
# Cross-attention, as in notebook 07: a row is named after the character that the decoder reads, and it says the next one. So row `bos` says the first digit of the year, the first row `-` that of the month, the second row `-` that of the day. Look at the two rows that say the month, `-` and `0`: where do they look?

# %%
day = language.written(date(1987, 9, 24), "es", "long")
src, tgt = translation_batch([day.pair], vocab, PAD, BOS, EOS)
reads, asks = [*day.text, "eos"], ["bos", *day.iso]
film = viz.Recording(model, source=reads, target=asks)
film.record(src, tgt[:, :-1])
cross = film.layers("cross")[0].weights[0]  # (h, L_t, L_s)
drawn = viz.attention(cross.mean(0), queries=asks, keys=reads, title=f"{day.text}: mean of 4 heads")
viz.picture(drawn.figure, alt="Cross-attention, from the digits of the answer to the date's text.")

# %% [markdown]
# The name of the month is long, so its weight is spread over many letters. Add it up: for each part of the answer, how much of its weight falls on each part of the text?

# %%
rows = {"year": slice(0, 4), "month": slice(5, 7), "day": slice(8, 10)}
words = ["1987", "septiembre", "24"]
columns = [slice(day.text.index(word), day.text.index(word) + len(word)) for word in words]
mean = torch.as_tensor(cross).mean(0)  # of the heads: (L_t, L_s)
summed = torch.tensor([[mean[r, c].sum(-1).mean() for c in columns] for r in rows.values()])
print("each is read from its own part:", summed.argmax(1).tolist() == [0, 1, 2])
title = "Weight on each part of the text, summed"
drawn = viz.matrix(
    summed, rows=list(rows), columns=words, title=title, row_axis="says the", column_axis="reads"
)
viz.picture(drawn.figure, alt="Expected: year reads year, month reads month, day reads day.")

# %% [markdown]
# **A map is not an explanation.** The encoder has mixed the characters before: a position may carry what stands beside it. That a digit looks at the month's name is a good sign, and no proof.

# %% [markdown]
# ## When a text means two things
#
# The short form: `3/4/05` is March 4 in American English and April 3 in Spanish. The model now learns short forms of both, and nothing tells it which language is meant.

# %% [markdown]
# ### Your prediction
#
# What does greedy decoding give for `3/4/05`?

# %% predict="ambiguous_date"
### BEGIN SOLUTION
answer = "one of the two"
# ~ answer = None  # TODO: "one of the two", "both" or "an error"
### END SOLUTION
predict("ambiguous_date", answer)

# %%
short = language.dates(8000, seed=1, forms=("short",), languages=("en", "es"))
study(short, 200, 3e-3, lambda step: None)
unclear = language.written(date(2005, 3, 4), "en", "short")
one_of_them = said_by([unclear])[0] in ("2005-03-04", "2005-04-03")
print(f"{unclear.text}: greedy decoding gives one of the two: {one_of_them}")

# %% [markdown]
# Beam search keeps several texts at each step, the best so far. (It is a bonus of notebook 07. You need not have written it.) Here is one that gives all of them back, with their probabilities:


# %%
@torch.no_grad()
def best_texts(text: str, beam: int) -> list[tuple[float, str]]:
    """The ``beam`` best answers to one text, with their probabilities."""
    src, _ = translation_batch([(text, "")], vocab, PAD, BOS, EOS)
    memory, mask = model.eval().encode(src)
    kept = [(0.0, [BOS])]
    while not all(ids[-1] == EOS for _, ids in kept) and len(kept[0][1]) < 14:
        found = [(score, ids) for score, ids in kept if ids[-1] == EOS]
        for score, ids in kept:
            if ids[-1] != EOS:
                log_p = model.decode(torch.tensor([ids]), memory, mask)[0, -1].log_softmax(-1)
                top = log_p.topk(beam)
                pairs = zip(top.values.tolist(), top.indices.tolist(), strict=True)
                found += [(score + value, [*ids, i]) for value, i in pairs]
        kept = sorted(found, reverse=True)[:beam]
    return [(math.exp(score), "".join(names[i] for i in ids[1:-1])) for score, ids in kept]


readings = best_texts(unclear.text, 4)
print(
    "both readings are the two best:", {t for _, t in readings[:2]} == {"2005-03-04", "2005-04-03"}
)

# %% tags=["nbval-ignore-output"]
for probability, said in readings:
    print(f"{probability:6.1%}  {said}")

# %% [markdown]
# With a day above 12 there is one reading: `3/25/05`. The first probability should be far above the second. What the second gets is a mistake of this small model.

# %% tags=["nbval-ignore-output"]
for probability, said in best_texts("3/25/05", 2):
    print(f"{probability:6.1%}  {said}")

# %% [markdown]
# ## A published translator
#
# M2M-100 ([Fan et al. 2020](https://arxiv.org/abs/2010.11125)) and NLLB ([2022](https://arxiv.org/abs/2207.04672)) are your Transformer: pre-LN, ReLU, one table for both sides and the output, positions computed ([their code](https://github.com/huggingface/transformers/blob/main/src/transformers/models/m2m_100/modeling_m2m_100.py)). Three things differ.
#
# - Positions have all sines first, then all cosines.
# - They begin with 2, the number behind the pad's id, which is 1.
# - The decoder does not begin with bos: it gets eos and the language to speak. So one model speaks a hundred languages, and NLLB two hundred.

# %% [markdown]
# ### A worked example
#
# The speeds of the waves fall from 1 to 1/10000 in d/2 steps: 10000^(-i/(d/2-1)). Row 0 stands for 2. With d_model = 4 there are two speeds, so its angles are 2 · 10000⁰ = 2 and 2 · 10000⁻¹ = 0.0002.

# %%
print([round(x, 4) for x in (math.sin(2), math.sin(0.0002), math.cos(2), math.cos(0.0002))])

# %% [markdown]
# Two helpers, which you may use: the positions, and a copy that looks at everything first.


# %%
def published_positions(length: int, d_model: int) -> Tensor:
    """Sines in the first half, cosines in the second; row p stands for p + 2. (length, d_model)"""
    half = d_model // 2
    speed = 10000 ** (-torch.arange(half, dtype=torch.float64) / (half - 1))
    angle = (torch.arange(length)[:, None] + 2) * speed  # (length, half)
    return torch.cat([angle.sin(), angle.cos()], dim=1)


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
# A published name in full: `model.decoder.layers.0.encoder_attn.q_proj.weight`. Each part has a `.weight` and a `.bias`, the table a `.weight` alone.
#
# | published | what it is |
# |---|---|
# | `shared` | the one table |
# | `encoder.layers.0`, `decoder.layers.0`, ... | the layers |
# | `self_attn`, in the decoder also `encoder_attn` | self-attention; cross-attention |
# | its `q_proj`, `k_proj`, `v_proj`, `out_proj` | `w_q`, `w_k`, `w_v`, `w_o` |
# | `self_attn_layer_norm`, `encoder_attn_layer_norm` | the norm before it |
# | `fc1`, `fc2` | the two linear maps of the feed-forward network |
# | `final_layer_norm` of a layer | the norm before the feed-forward network |
# | `encoder.layer_norm`, `decoder.layer_norm` | the last norm of a side, behind its layers |

# %% [markdown]
# ## Exercise: `load_m2m100`
#
# Make a dict from published names to your parameters, and give it to `copy_into`. `print(model)` shows the names of your parts. Keep `model: Transformer` in the first line: the check makes its model of the class that stands there.
#
# Difficulty: hard. About 30 minutes, 30 to 40 lines.


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
# A decoder with a prefix: as `greedy_decode`, but it begins with the tokens that it is given. For a Korean sentence to become English, the prefix is eos and the token for English.


# %%
@torch.no_grad()
def decode_from(model: nn.Module, src: Tensor, prefix: list[int], max_len: int) -> list[int]:
    """The likeliest ids behind a prefix, until eos (id 2) or ``max_len`` ids in all."""
    memory, src_mask = model.encode(src)  # (1, L_s, d_model)
    ids = list(prefix)
    while len(ids) < max_len:
        logits = model.decode(torch.tensor([ids]), memory, src_mask)[0, -1]  # (V,)
        ids.append(int(logits.argmax()))
        if ids[-1] == 2:
            break
    return ids


# %% [markdown]
# `python3 -m tutor_utils fetch nllb-200-distilled-600M`, in a terminal, brings the weights (it asks first; 3 GB of memory are needed, or half of that in bfloat16). `m2m100-418M` is smaller. Without them the next cell says so. The Korean sentence says: today I made a Transformer from the beginning.

# %% tags=["nbval-ignore-output"]
load_m2m100 = mine("load_m2m100")
wishes = ("nllb-200-distilled-600M", "m2m100-418M")
found = next(filter(None, map(published.find, wishes)), None)
translator = None
if found is None:
    print(published.how_to_get(wishes[0]))
else:
    translator, tokens = published.open_m2m100(found, Transformer, load_m2m100)
    src = torch.tensor([tokens.source("저는 오늘 트랜스포머를 처음부터 만들었습니다.", "ko")])
    ids = decode_from(translator, src, tokens.prefix("en"), 40)
    print(tokens.to_text(ids))

# %% tags=["nbval-ignore-output"]
viewer = None
if translator is None:
    print("Here its cross-attention would be shown, layer by layer and head by head.")
else:
    labels = tokens.names(src[0].tolist()), tokens.names(ids[:-1])
    film = viz.Recording(translator, source=labels[0], target=labels[1])
    film.record(src, torch.tensor([ids[:-1]]))
    viewer = viz.AttentionViewer(film, kind="cross")
viewer

# %% [markdown]
# ## What you built
#
# | step | shape |
# |---|---|
# | source, target as ids | (B, L_s), (B, L_t) |
# | memory | (B, L_s, d_model) |
# | logits | (B, L_t, V) |
# | cross-attention of a layer | (B, h, L_t, L_s) |
# | table of distances | (len(a) + 1, len(b) + 1) |

# %% tags=["nbval-ignore-output"]
progress()

# %% [markdown]
# ## Questions people get wrong
#
# - *Is BLEU 100 a perfect translation?* It is the reference, word for word. A better translation may score less.
# - *Can I compare my BLEU with that of a paper?* Only if both cut the text into the same tokens. Papers use sacreBLEU ([Post 2018](https://aclanthology.org/W18-6319/)); on the same tokens your `bleu` gives the same number.
# - *Does beam search find the best translation?* It finds a likelier text. Where the model is wrong, a likelier text is no better.
# - *Does attention show the reason?* It shows what was read, after the encoder mixed it.
#
# **The model that translated here is made of the parts that you built.** The papers to read next: BLEU ([Papineni et al. 2002](https://aclanthology.org/P02-1040/)), M2M-100 ([Fan et al. 2020](https://arxiv.org/abs/2010.11125)).
