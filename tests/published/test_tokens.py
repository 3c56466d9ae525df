"""The tokenizer of M2M-100: pieces by SentencePiece, then the languages."""

import json

import pytest
import sentencepiece

from tutor_utils.published import tokens
from tutor_utils.published.catalogue import CATALOGUE
from tutor_utils.published.files import Found


@pytest.fixture
def m2m_tokens(tmp_path):
    """A tokenizer of 40 pieces."""
    (tmp_path / "text.txt").write_text("the model reads the text\nthe text reads a model\n" * 9)
    sentencepiece.SentencePieceTrainer.train(
        input=str(tmp_path / "text.txt"),
        model_prefix=str(tmp_path / "sentencepiece.bpe"),
        vocab_size=30,
        model_type="bpe",
        minloglevel=2,
    )
    model = sentencepiece.SentencePieceProcessor(
        model_file=str(tmp_path / "sentencepiece.bpe.model")
    )
    pieces = [model.id_to_piece(i) for i in range(3, 30)]
    vocab = {name: i for i, name in enumerate(["<s>", "<pad>", "</s>", "<unk>", *pieces])}
    (tmp_path / "vocab.json").write_text(json.dumps(vocab), "utf-8")
    return tokens.tokens_of(Found(CATALOGUE["m2m100-418M"], tmp_path)), len(vocab)


def test_a_sentence_becomes_ids_and_a_sentence_again(m2m_tokens):
    found, size = m2m_tokens
    ids = found.source("the model reads a text", "ko")
    assert ids[0] == size + tokens.M2M_LANGUAGES.index("ko") and ids[-1] == 2
    assert found.to_text(ids) == "the model reads a text"
    assert found.prefix("en") == [2, size + 18]
    names = found.names(ids)
    assert names[0] == "ko" and names[-1] == "</s>" and len(names) == len(ids)


def test_a_piece_that_the_vocabulary_lacks_is_unknown(m2m_tokens):
    found, _ = m2m_tokens
    assert 3 in found.source("zebra", "en")
