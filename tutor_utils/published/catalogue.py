"""The published models that fit into the learner's classes."""

from __future__ import annotations

from dataclasses import dataclass

WEIGHTS = "model.safetensors"
INDEX = "model.safetensors.index.json"  # of weights in several files, the shards
CONFIG = "config.json"


@dataclass(frozen=True)
class PublishedModel:
    """One published model.

    Attributes:
        name: What ``fetch`` calls it.
        repo: Its place on the Hugging Face Hub.
        revision: The commit that is fetched, in full. Weights that it lacks as safetensors come
            from a conversion whose commit the catalogue does not know; ``SOURCE.txt`` says it.
        kind: "opt", "m2m100" or "llama", the ``model_type`` of its config.
        megabytes: The download, about.
        licence: Its name, and what it asks for.
        tokenizer: The files of its tokenizer.
        languages: Code of a language in a notebook -> the name of its token; {} where it has one.
        sha256: Of its weights, where the commit holds them as safetensors.
    """

    name: str
    repo: str
    revision: str
    kind: str
    megabytes: int
    licence: str
    tokenizer: tuple[str, ...]
    languages: dict[str, str]
    sha256: str = ""

    @property
    def files(self) -> tuple[str, ...]:
        """All files that are needed."""
        return (CONFIG, *self.tokenizer, WEIGHTS)


CATALOGUE = {
    entry.name: entry
    for entry in (
        PublishedModel(
            "opt-125m",
            "facebook/opt-125m",
            "27dcfa74d334bc871f3234de431e71c6eeba5dd6",
            "opt",
            250,
            "OPT licence: for research, not for commercial use",
            ("vocab.json", "merges.txt"),
            {},
        ),
        PublishedModel(
            "smollm2-135M",
            "HuggingFaceTB/SmolLM2-135M",
            "93efa2f097d58c2a74874c7e644dbc9b0cee75a2",
            "llama",
            269,
            "Apache 2.0",
            ("tokenizer.json",),
            {},
            "80521b40281d6ce74e35c9282c22539e75aa0ac8578892b2a59955ef78d55da1",
        ),
        PublishedModel(
            "smollm2-135M-instruct",
            "HuggingFaceTB/SmolLM2-135M-Instruct",
            "12fd25f77366fa6b3b4b768ec3050bf629380bac",
            "llama",
            269,
            "Apache 2.0",
            ("tokenizer.json",),
            {},
            "5af571cbf074e6d21a03528d2330792e532ca608f24ac70a143f6b369968ab8c",
        ),
        PublishedModel(
            "m2m100-418M",
            "facebook/m2m100_418M",
            "55c2e61bbf05dfb8d7abccdc3fae6fc8512fd636",
            "m2m100",
            1940,
            "MIT",
            ("vocab.json", "sentencepiece.bpe.model"),
            {"ko": "__ko__", "en": "__en__", "es": "__es__", "ar": "__ar__", "fr": "__fr__"},
        ),
        PublishedModel(
            "nllb-200-distilled-600M",
            "facebook/nllb-200-distilled-600M",
            "f8d333a098d19b4fd9a8b18f94170487ad3f821d",
            "m2m100",
            2470,
            "CC BY-NC 4.0: not for commercial use",
            ("tokenizer.json",),
            {
                "ko": "kor_Hang",
                "en": "eng_Latn",
                "es": "spa_Latn",
                "ar": "arb_Arab",
                "fr": "fra_Latn",
            },
        ),
    )
}
