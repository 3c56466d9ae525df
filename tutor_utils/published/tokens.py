"""The tokenizers of published models, by the libraries that they are published for."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from .files import Found, Unusable

EOS, PAD, UNK = 2, 1, 3
# The order in which M2M-100 numbers its languages, behind its vocabulary (Fan et al. 2020).
M2M_LANGUAGES = (  # noqa: SIM905
    "af am ar ast az ba be bg bn br bs ca ceb cs cy da de el en es et fa ff fi fr fy ga gd gl gu "
    "ha he hi hr ht hu hy id ig ilo is it ja jv ka kk km kn ko lb lg ln lo lt lv mg mk ml mn mr ms "
    "my ne nl no ns oc or pa pl ps pt ro ru sd si sk sl so sq sr ss su sv sw ta th tl tn tr uk ur "
    "uz vi wo xh yi yo zh zu"
).split()


def _library(name: str) -> Any:
    from importlib import import_module

    try:
        return import_module(name)
    except ImportError:
        raise Unusable(
            f"The package {name} is missing. `python3 -m tutor_utils fetch NAME` installs it."
        ) from None


@dataclass(frozen=True)
class OptTokens:
    """OPT's byte-pair tokens: the same as yours, over bytes."""

    tokenizer: Any

    def to_ids(self, text: str) -> list[int]:
        """The ids of a text; every text begins with ``</s>``, as in training."""
        return [EOS, *self.tokenizer.encode(text).ids]

    def to_text(self, ids: list[int]) -> str:
        """The text of ids, without ``</s>`` and pads."""
        return self.tokenizer.decode([i for i in ids if i not in (EOS, PAD)])


@dataclass(frozen=True)
class LlamaTokens:
    """The tokens of a Llama file: byte-pair tokens, as its ``tokenizer.json`` says."""

    tokenizer: Any

    def to_ids(self, text: str) -> list[int]:
        """The ids of a text, with the token that begins every text, where the file has one."""
        return self.tokenizer.encode(text).ids

    def to_text(self, ids: list[int]) -> str:
        """The text of ids, without special tokens."""
        return self.tokenizer.decode(ids)


@dataclass(frozen=True)
class TranslationTokens:
    """The tokens of M2M-100 or NLLB: pieces of words, and one token for each language."""

    pieces: Any
    languages: dict[str, int]

    def source(self, text: str, language: str) -> list[int]:
        """The ids of a sentence: its language, the pieces, ``</s>``."""
        return [self._language(language), *self.pieces.encode(text), EOS]

    def prefix(self, language: str) -> list[int]:
        """What the decoder is given to begin with: ``</s>`` and the language to speak."""
        return [EOS, self._language(language)]

    def to_text(self, ids: list[int]) -> str:
        """The text of ids, without languages, ``</s>`` and pads."""
        left_out = {0, PAD, EOS, *self.languages.values()}
        return self.pieces.decode([i for i in ids if i not in left_out])

    def names(self, ids: list[int]) -> list[str]:
        """One name for each id: labels for a picture."""
        spoken = {number: name for name, number in self.languages.items()}
        special = {EOS: "</s>", PAD: "<pad>"} | spoken
        return [special.get(i) or self.pieces.name(i) for i in ids]

    def _language(self, code: str) -> int:
        if code not in self.languages:
            raise Unusable(
                f"language={code!r} is not known here. There are: {', '.join(self.languages)}."
            )
        return self.languages[code]


def tokens_of(found: Found) -> Any:
    """The tokenizer of a model's folder: an OptTokens, TranslationTokens or LlamaTokens.

    Raises:
        Unusable: a file of it cannot be read; the message says why.
    """
    kinds = {"opt": _opt_tokens, "m2m100": _translation_tokens, "llama": _llama_tokens}
    try:
        return kinds[found.entry.kind](found)
    except Unusable:
        raise
    except Exception as error:  # each library raises others
        raise Unusable(f"{found.folder}: the tokenizer cannot be read ({error}).") from None


def _opt_tokens(found: Found) -> OptTokens:
    files = (str(found.folder / name) for name in ("vocab.json", "merges.txt"))
    return OptTokens(_library("tokenizers").ByteLevelBPETokenizer(*files))


def _llama_tokens(found: Found) -> LlamaTokens:
    file = str(found.folder / "tokenizer.json")
    return LlamaTokens(_library("tokenizers").Tokenizer.from_file(file))


def _translation_tokens(found: Found) -> TranslationTokens:
    entry, folder = found.entry, found.folder
    if "tokenizer.json" in entry.tokenizer:
        pieces: Any = _Json(
            _library("tokenizers").Tokenizer.from_file(str(folder / "tokenizer.json"))
        )
        languages = {code: pieces.id(name) for code, name in entry.languages.items()}
    else:
        vocab = json.loads((folder / "vocab.json").read_text("utf-8"))
        model = _library("sentencepiece").SentencePieceProcessor(
            model_file=str(folder / "sentencepiece.bpe.model")
        )
        pieces = _Sentence(model, vocab, {i: name for name, i in vocab.items()})
        languages = {code: len(vocab) + M2M_LANGUAGES.index(code) for code in entry.languages}
    if None in languages.values():
        raise Unusable(f"{folder}: the tokenizer does not know the languages of {entry.name}.")
    return TranslationTokens(pieces, languages)


@dataclass(frozen=True)
class _Json:
    """Pieces by a ``tokenizer.json``."""

    tokenizer: Any

    def encode(self, text: str) -> list[int]:
        return self.tokenizer.encode(text, add_special_tokens=False).ids

    def decode(self, ids: list[int]) -> str:
        return self.tokenizer.decode(ids)

    def id(self, name: str) -> int | None:
        return self.tokenizer.token_to_id(name)

    def name(self, i: int) -> str:
        return self.tokenizer.id_to_token(i) or "<unk>"


@dataclass(frozen=True)
class _Sentence:
    """Pieces by SentencePiece, whose numbers the ``vocab.json`` gives."""

    model: Any
    vocab: dict[str, int]
    back: dict[int, str]

    def encode(self, text: str) -> list[int]:
        return [self.vocab.get(piece, UNK) for piece in self.model.encode(text, out_type=str)]

    def decode(self, ids: list[int]) -> str:
        return self.model.decode_pieces([self.name(i) for i in ids])

    def name(self, i: int) -> str:
        return self.back.get(i, "<unk>")
