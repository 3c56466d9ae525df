# %%
import math
from collections import Counter

import torch
from torch import Tensor, nn

from tutor_utils import check


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
    src = [encode(list(source), vocab) + [eos_id] for source, _ in pairs]
    tgt = [[bos_id] + encode(list(target), vocab) + [eos_id] for _, target in pairs]
    return pad_batch(src, pad_id), pad_batch(tgt, pad_id)
    ### END SOLUTION


# %% check="translation_batch"
check(translation_batch)


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
def ngrams(tokens: list[str], n: int) -> Counter:
    """Each run of n tokens, and how often it stands there."""
    return Counter(tuple(tokens[i : i + n]) for i in range(len(tokens) - n + 1))


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


# %%
def published_positions(length: int, d_model: int) -> Tensor:
    """Sines in the first half, cosines in the second; row p stands for p + 2. (length, d_model)"""
    half = d_model // 2
    speed = 10000 ** (-torch.arange(half, dtype=torch.float64) / (half - 1))
    angle = (torch.arange(length)[:, None] + 2) * speed  # (length, half)
    return torch.cat([angle.sin(), angle.cos()], dim=1)


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
        elif name == "lm_head.weight" or name.endswith("embed_tokens.weight"):
            if not torch.equal(given.pop(name), table):
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
