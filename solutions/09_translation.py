# %% [markdown]
# # 09 · A translation
#
# After this notebook you can
#
# - translate dates from fourteen languages into one form, with the Transformer that you wrote,
# - say how good a translation is: exact match, edit distance, BLEU,
# - see which characters a digit comes from, and when greedy decoding chooses wrongly,
# - put a published translation model into your own classes.
#
# **About 70 minutes.** This is Part II: no total of Part I asks for it. You need notebooks 01 to 07. A part that has not passed yet is filled in by the course's. "Run All" stops at the first check that has not passed: from there run cell by cell.

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
# ## Rules for every answer
#
# The docstring of an answer is its **contract**. These rules hold as well, unless it says otherwise:
#
# - Gradients reach every floating-point argument and every parameter.
# - The same call again gives the same result (random draws apart), and leaves the first result as it was.
# - Nothing is fixed that the arguments decide: ids, lengths, widths, number type.
# - New tensors are made on the device of the tensors that came in.
# - Arguments and PyTorch's settings stay as they were.
# - Training and evaluation mode differ by dropout alone.
# - A layer owns only the parameters that it uses.

# %% [markdown]
# ## The texts
#
# Dates as people write them. The package Babel makes them from CLDR, the Unicode consortium's data about languages. The target is ISO 8601: year, month, day.

# %%
for code in language.LANGUAGES:
    day = language.written(date(2021, 3, 3), code, "long")
    print(f"{language.LANGUAGES[code]:<11}{day.text:<26}{day.iso}")

# %% [markdown]
# Three forms each: medium, long, full. The short form comes later: it means two things.

# %%
everything = language.dates(20_000, seed=0)
test, train = everything[:1000], everything[1000:]  # no day comes twice
for day in train[:4]:
    print(f"{day.text}  ->  {day.iso}   ({day.language}, {day.form})")

# %% [markdown]
# ## Exercise: `build_vocabulary`
#
# One vocabulary for both sides, with a number for each character. It must be the same tomorrow: a set has no order of its own.
#
# Difficulty: easy. About 4 minutes, 2 to 4 lines.


# %% exercise="build_vocabulary"
def build_vocabulary(texts: list[str], specials: tuple[str, ...]) -> dict[str, int]:
    """A number for each special, then for each character of the texts.

    Numbers begin with 0 and leave no gap: the specials in the order given, then the characters by
    code point. Each name stands once. Texts are taken as they are: capitals, white space, all.
    """
    ### BEGIN SOLUTION
    names = [*specials, *sorted(set("".join(texts)))]
    return {name: i for i, name in enumerate(dict.fromkeys(names))}
    ### END SOLUTION


# %% check="build_vocabulary"
check(build_vocabulary)

# %%
build_vocabulary = mine("build_vocabulary")
vocab = build_vocabulary(
    [text for day in train for text in day.pair], ("<pad>", "<bos>", "<eos>", "<unk>")
)
PAD, BOS, EOS, UNK = range(4)
names = list(vocab)
print(len(vocab), "names, for example", names[:6], names[-3:])

# %% [markdown]
# ## Exercise: `translation_batch`
#
# Your `encode` and `pad_batch` of notebook 01 may help.
#
# Difficulty: easy. About 6 minutes, 4 lines.

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
    Errors:
        ValueError that names pairs, where there are none; KeyError that names <unk>, where it is
        needed and not there
    """
    ### BEGIN SOLUTION
    if not pairs:
        raise ValueError(f"pairs={pairs} is empty")
    src = [[*encode(list(source), vocab), eos_id] for source, _ in pairs]
    tgt = [[bos_id, *encode(list(target), vocab), eos_id] for _, target in pairs]
    return pad_batch(src, pad_id), pad_batch(tgt, pad_id)
    ### END SOLUTION


# %% check="translation_batch"
check(translation_batch)

# %% [markdown]
# ### Look at it
#
# The decoder starts from bos, and eos says where to stop.

# %%
translation_batch = mine("translation_batch")
src, tgt = translation_batch([day.pair for day in train[:3]], vocab, PAD, BOS, EOS)
print("src", tuple(src.shape), " tgt", tuple(tgt.shape))
print(*(names[i] for i in tgt[0].tolist()))

# %% [markdown]
# ## How far is a wrong answer?
#
# `2021-03-30` for `2021-03-03` is nearly right, and `1987-11-12` is not. Exact match calls both wrong. Edit distance counts the changes: insert, delete or replace one character.

# %% [markdown]
# ### A worked example
#
# Row i, column j: the distance from the first i letters of `ab` to the first j of `abc`. Each number is the smallest of: above + 1, left + 1, corner + (0 if the letters agree, else 1).

# %%
by_hand = torch.tensor([[0, 1, 2, 3], [1, 0, 1, 2], [2, 1, 0, 1]])
viz.matrix(by_hand, title="From 'ab' (down) to 'abc' (across)", row_axis="i", column_axis="j")

# %% predict="distance_by_hand"
### BEGIN SOLUTION
answer = 2
# ~ answer = None  # TODO: the distance from 2021-03-03 to 2012-03-03
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
# Two good translations of a sentence differ, so nobody asks for exact match. BLEU asks: how many of the words, pairs, triples and fours that were said stand in the reference too?

# %% [markdown]
# ### A worked example
#
# Said: *the cat sat*. Wanted: *the cat sat down*. All words match (3 of 3), and both pairs (2 of 2). But one word is missing: the brevity penalty is exp(1 - 4/3).

# %%
print("up to pairs:", round(100 * math.exp(1 - 4 / 3) * math.sqrt(3 / 3 * 2 / 2), 1))

# %% predict="clipped_match"
### BEGIN SOLUTION
answer = 1
# ~ answer = None  # TODO: said "the the the", wanted "the cat sat": how many words match?
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
# Difficulty: medium. About 12 minutes, 12 to 15 lines.


# %% exercise="bleu"
def bleu(candidates: list[list[str]], references: list[list[str]], max_n: int = 4) -> float:
    """BLEU of a corpus, one reference for each candidate, from 0 to 100 (Papineni et al. 2002).

    For n = 1 to max_n: the n-grams of the candidates that match, each at most as often as it
    stands in its reference, divided by all n-grams of the candidates. Both are summed over the
    corpus first. The score is their geometric mean times the brevity penalty: exp(1 - r / c) where
    the candidates' length c is below the references' length r, else 1. No smoothing: an order
    without a match gives 0.0.

    Errors:
        ValueError that says both lengths, where the lists differ in length
    """
    ### BEGIN SOLUTION
    if len(candidates) != len(references):
        raise ValueError(f"candidates: {len(candidates)}, references: {len(references)}")
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
# BLEU rewards the same words, not the same meaning.

# %%
bleu, edit_distance = mine("bleu", "edit_distance")
wanted = ["the model is not able to translate this sentence well".split()]
for said in (
    "the model is able to translate this sentence well",  # the opposite
    "this sentence cannot be translated properly by the model",  # the meaning
):
    print(f"{bleu([said.split()], wanted):5.1f}  {said}")

# %% [markdown]
# ## Train it
#
# One layer on each side, of width 64, pre-LN, and your functions of notebook 07. The learning rate rises for 60 steps, then falls in a line.

# %% tags=["nbval-ignore-output"]
Transformer, initialise = mine("Transformer", "initialise")
train_step, greedy_decode = mine("train_step", "greedy_decode")
shift_target, exact_match = mine("shift_target", "exact_match")

# %%
set_seed(0)
model = Transformer(
    len(vocab), len(vocab), 64, 4, 1, 128, dropout=0.0, max_len=64, pad_id=PAD, norm_first=True
)
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
# This takes about a minute.

# %%
seen, halfway = {}, []


def look(step: int) -> None:
    """Exact match on 200 unseen dates; at step 300, what it says to all of them."""
    seen[step] = share_right(test[:200])
    if step == 300:
        halfway.extend(said_by(test))


losses = study(train, 1100, 5e-3, look)
drawn = viz.curves(
    {"exact match on unseen dates": (list(seen), list(seen.values()))},
    x_label="step",
    y_label="share",
)
viz.picture(drawn.figure, alt="Exact match on unseen dates rises to nearly one.")

# %%
answers = said_by(test)
right = [answer == day.iso for answer, day in zip(answers, test, strict=True)]
print("over 99 % of 1,000 unseen dates are exact:", sum(right) > 990)

# %% [markdown]
# ### What is still wrong, by language and by form

# %% tags=["nbval-ignore-output"]
wrong = [(day, said) for day, said in zip(test, answers, strict=True) if said != day.iso]
print("wrong:", len(wrong), "of", len(test))
print("by language:", Counter(day.language for day, _ in wrong))
print("by form:    ", Counter(day.form for day, _ in wrong))
for day, said in wrong[:5]:
    print(f"{day.text}  ->  {said}, should be {day.iso}, distance {edit_distance(said, day.iso)}")

# %% tags=["nbval-ignore-output"]
characters = [list(said) for said in answers]
print(f"BLEU by characters: {bleu(characters, [list(day.iso) for day in test]):.1f}")

# %% [markdown]
# ### How it learned: by language
#
# After 300 steps, and at the end. Each language has about 70 of the 1,000 dates, so one error is more than 1 %.

# %% tags=["nbval-ignore-output"]
for code in language.LANGUAGES:
    of_it = [i for i, day in enumerate(test) if day.language == code]
    early = sum(halfway[i] == test[i].iso for i in of_it) / len(of_it)
    print(
        f"{language.LANGUAGES[code]:<11}{early:6.0%} {sum(right[i] for i in of_it) / len(of_it):6.0%}"
    )

# %% [markdown]
# ## Which characters does a digit come from?
#
# Cross-attention: each row says the next sign of the answer. Row `bos` says the first digit of the year, row `-` the first digit of the month or of the day. Look at the two rows that say the month, `-` and `0`: they look mostly into its name.

# %%
day = language.written(date(1987, 9, 24), "es", "long")
src, tgt = translation_batch([day.pair], vocab, PAD, BOS, EOS)
reads, asks = [*day.text, "eos"], ["bos", *day.iso]
film = viz.Recording(model, source=reads, target=asks)
film.record(src, tgt[:, :-1])
cross = film.layers("cross")[0].weights[0]  # (h, L_t, L_s)
drawn = viz.attention(cross.mean(0), queries=asks, keys=reads, title=f"{day.text}: mean of 4 heads")
viz.picture(drawn.figure, alt="Cross-attention, from the digits of the answer to the date's text.")

# %% tags=["nbval-ignore-output"]
for place, digit in ((5, "month, first"), (6, "month, second"), (8, "day, first")):
    row = cross[:, place].mean(0)  # row 5 reads "-" and says the first digit of the month
    most = [reads[i] for i in row.argsort()[::-1][:4]]
    print(f"{digit:<14} looks most at {most}")

# %% [markdown]
# **A map is not an explanation.** The encoder has mixed the characters before: a place may carry what stands beside it. That a digit looks at the month's name is a good sign, and no proof.

# %% [markdown]
# ## When a text means two things
#
# The short form: `3/4/05` is March 4 in English and April 3 in Spanish. The model now learns short forms of both, and nothing tells it which language is meant.

# %% predict="ambiguous_date"
### BEGIN SOLUTION
answer = "one of the two"
# ~ answer = None  # TODO: greedy decoding gives "one of the two", "both" or "an error"
### END SOLUTION
predict("ambiguous_date", answer)

# %%
short = language.dates(8000, seed=1, forms=("short",), languages=("en", "es"))
study(short, 200, 3e-3, lambda step: None)
unclear = language.written(date(2005, 3, 4), "en", "short")
print(unclear.text, "greedy:", said_by([unclear])[0] in ("2005-03-04", "2005-04-03"))


# %% [markdown]
# Beam search keeps several texts at each step, the best so far. Here is one that gives them all back, with their probabilities:


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
# With a day above 12 there is one reading: `3/25/05`. The first probability should be far above the second.

# %% tags=["nbval-ignore-output"]
for probability, said in best_texts("3/25/05", 2):
    print(f"{probability:6.1%}  {said}")

# %% [markdown]
# ## A published translator
#
# M2M-100 (Fan et al. 2020) and NLLB (2022) are your Transformer: pre-LN, ReLU, one table for both sides and the output, positions computed. Two things differ. Positions have all sines first, then all cosines, and begin with 2. And the decoder does not begin with bos: it gets eos and the language to speak. So one model speaks a hundred languages, and NLLB two hundred.

# %% [markdown]
# ### A worked example
#
# Row 0, with d_model = 4, so d/2 = 2: the angles are 2 · 10000⁰ = 2 and 2 · 10000⁻¹ = 0.0002.

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
# All names of a layer: `self_attn` and, in the decoder, `encoder_attn`, each with `.q_proj`, `.k_proj`, `.v_proj`, `.out_proj`; their norms `self_attn_layer_norm` and `encoder_attn_layer_norm`; `fc1`, `fc2` and their `final_layer_norm`. Behind the layers of a side: `encoder.layer_norm`, `decoder.layer_norm`.

# %% [markdown]
# ## Exercise: `load_m2m100`
#
# Keep `model: Transformer` in its first line: the check makes its model of the class that stands there. `print(model)` shows the names of your parts.
#
# Difficulty: hard. About 20 minutes, 20 to 30 lines.


# %% exercise="load_m2m100"
def load_m2m100(tensors: dict[str, Tensor], model: Transformer) -> None:
    """Copy the published tensors of M2M-100 or NLLB into your Transformer.

    ``model`` is ``Transformer(..., pad_id=1, norm_first=True, tie_weights=True)``. Names are those
    of ``M2M100ForConditionalGeneration.state_dict()``, with ``model.`` in front or not.
    ``shared.weight`` becomes the source table, the target table and the output; its other names
    (``*.embed_tokens.weight``, ``lm_head.weight``), if there, must equal it. A bias of the output
    becomes 0. ``*.embed_positions.weights`` is passed over: both tables of positions are computed,
    feature i < d/2 of row p as sin((p+2) · 10000^(-i/(d/2-1))), feature d/2+i as its cosine. Every
    other tensor is used exactly once, copied into the parameter that is there.

    Errors:
        ValueError with the published name, where one is missing, unknown, of another shape, or not
        equal to the table. The model is then as it was.
    """
    ### BEGIN SOLUTION
    given = {name.removeprefix("model."): tensor for name, tensor in tensors.items()}
    table = given.get("shared.weight", torch.empty(0))
    for name in list(given):
        if name.endswith("embed_positions.weights"):
            del given[name]
            continue
        is_copy = name == "lm_head.weight" or name.endswith("embed_tokens.weight")
        if is_copy and not torch.equal(given.pop(name), table):
            raise ValueError(f"{name} is not shared.weight")
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
        model.source.tokens.table.weight.copy_(table)
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
# `python3 -m tutor_utils fetch nllb-200-distilled-600M` brings the weights (it asks first; 3 GB of memory are needed, or half of that in bfloat16). `m2m100-418M` is smaller. Without them this cell says so.

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
shown = "Here its cross-attention would be shown, layer by layer and head by head."
if translator is not None:
    labels = tokens.names(src[0].tolist()), tokens.names(ids[:-1])
    film = viz.Recording(translator, source=labels[0], target=labels[1])
    film.record(src, torch.tensor([ids[:-1]]))
    shown = viz.AttentionViewer(film)
shown

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
# - *Does beam search find the best translation?* It finds a likelier text. Where the model is wrong, a likelier text is no better.
# - *Does attention show the reason?* It shows what was read, after the encoder mixed it.
#
# **You wrote every class that translated here.** The papers to read next: BLEU (Papineni et al. 2002), M2M-100 (Fan et al. 2020).
