"""Published files in the learner's classes give what Hugging Face's classes give."""

import copy
import json
import shutil

import pytest
import torch
from safetensors.torch import load_file, save_file

from tutor_utils.published import Unusable, files, open_llama, open_m2m100, open_opt, opening

IDS = torch.tensor([[2, 7, 11, 250, 9, 30], [2, 8, 8, 4, 100, 299]])


def changed_config(folder, target, **changes):
    shutil.copytree(folder, target)
    path = target / "config.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | changes))
    return target


def test_opt_s_logits_are_hugging_face_s(found, opt_folder, part):
    model, tokens = open_opt(found["opt"], part("LanguageModel"), part("load_opt"))
    with torch.no_grad():
        theirs = opt_folder[1](IDS).logits
        torch.testing.assert_close(model(IDS), theirs, atol=1e-5, rtol=1e-5)
    assert not model.training and not any(p.requires_grad for p in model.parameters())
    ids = tokens.to_ids("the model")
    assert ids[0] == 2 and tokens.to_text([*ids, 2, 1]) == "the model"


def test_llama_s_logits_are_hugging_face_s(llama_folder, part):
    folder, theirs = llama_folder
    found = files.find("smollm2-135M", folder)
    model, tokens = open_llama(found, part("ModernLanguageModel"), part("load_llama"))
    with torch.no_grad():
        torch.testing.assert_close(model(IDS)[0], theirs(IDS).logits, atol=1e-5, rtol=1e-5)
    assert tokens.to_text(tokens.to_ids("the model")) == "the model"


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"model_type": "opt"}, "model_type='opt'"),
        ({"hidden_act": "gelu"}, "hidden_act is 'gelu'"),
        ({"head_dim": 16}, "head_dim is 16"),
    ],
)
def test_llama_of_another_form_is_refused(llama_folder, part, tmp_path, changed, said):
    found = files.find("smollm2-135M", changed_config(llama_folder[0], tmp_path / "l", **changed))
    with pytest.raises(Unusable, match=said):
        open_llama(found, part("ModernLanguageModel"), part("load_llama"))


def test_translation_logits_are_hugging_face_s(found, nllb_folder, part):
    model, tokens = open_m2m100(found["nllb"], part("Transformer"), part("load_m2m100"))
    src = torch.tensor([[8, 4, 5, 2, 1, 1], [8, 5, 5, 6, 4, 2]])  # the pads stand behind
    tgt = torch.tensor([[2, 9, 12, 20, 4], [2, 9, 30, 7, 7]])
    with torch.no_grad():
        # in float64: what float32 rounds off differs from one processor to the next
        theirs = (
            copy.deepcopy(nllb_folder[1])
            .double()(input_ids=src, attention_mask=(src != 1).long(), decoder_input_ids=tgt)
            .logits
        )
        ours = copy.deepcopy(model).double()(src, tgt)
        torch.testing.assert_close(ours, theirs, atol=1e-5, rtol=1e-5)
    assert model.output.weight is model.target.tokens.table.weight
    assert torch.equal(model.source.tokens.table.weight, model.output.weight)
    assert tokens.source("나는 text 읽는다", "ko")[1:] == [4, 6, 5, 2]
    assert tokens.to_text([2, tokens.languages["en"], 4, 6, 2, 1]).split() == ["나는", "text"]
    with pytest.raises(Unusable, match="language='xx' is not known here"):
        tokens.prefix("xx")


def test_the_course_s_loader_fills_the_course_s_translator(found, nllb_folder, part, capsys):
    class Own(part("Transformer")):
        """A learner's, of which the loader knows no name."""

    Own.__module__ = "__main__"
    model, _ = open_m2m100(found["nllb"], Own, part("load_m2m100"))
    assert not isinstance(model, Own)
    assert "so the Transformer that it fills is the course's too" in capsys.readouterr().out


def test_translation_decodes_as_hugging_face_s(found, nllb_folder, part):
    """The decoder begins with eos, and its first token is forced: the language."""
    model, tokens = open_m2m100(found["nllb"], part("Transformer"), part("load_m2m100"))
    src, language = torch.tensor([[8, 4, 5, 6, 2]]), tokens.languages["en"]
    theirs = nllb_folder[1].generate(
        src,
        forced_bos_token_id=language,
        num_beams=1,
        do_sample=False,
        max_new_tokens=10,
        eos_token_id=2,
    )[0]
    memory, mask = model.encode(src)
    ids = tokens.prefix("en")
    assert ids == [2, language]
    while len(ids) < 11 and (len(ids) < 3 or ids[-1] != 2):
        ids.append(int(model.decode(torch.tensor([ids]), memory, mask)[0, -1].argmax()))
    assert ids == theirs.tolist() and len(set(ids)) > 4, ids


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"model_type": "gpt2"}, "belongs to another model: model_type='gpt2'"),
        ({"do_layer_norm_before": False}, "do_layer_norm_before is False"),
        ({"activation_function": "gelu"}, "activation_function is 'gelu'"),
        ({"word_embed_proj_dim": 8}, "another width"),
    ],
)
def test_another_form_is_refused(opt_folder, part, tmp_path, changes, words):
    folder = changed_config(opt_folder[0], tmp_path / "opt", **changes)
    with pytest.raises(Unusable, match=words):
        open_opt(files.find("opt-125m", folder), part("LanguageModel"), part("load_opt"))


def test_config_without_an_entry_names_it(opt_folder, part, tmp_path):
    folder = changed_config(opt_folder[0], tmp_path / "opt")
    config = json.loads((folder / "config.json").read_text())
    del config["hidden_size"]
    (folder / "config.json").write_text(json.dumps(config))
    with pytest.raises(Unusable, match=r"config\.json has no 'hidden_size'"):
        open_opt(files.find("opt-125m", folder), part("LanguageModel"), part("load_opt"))


@pytest.mark.parametrize("prefix", ["model.", ""])
@pytest.mark.parametrize("kept", files.TIED["m2m100"])
def test_translation_table_opens_under_any_of_its_names(nllb_folder, part, tmp_path, kept, prefix):
    folder = shutil.copytree(nllb_folder[0], tmp_path / "nllb")
    tensors = load_file(folder / "model.safetensors")
    table = tensors.pop("model.shared.weight")
    tied = tuple(files.TIED["m2m100"])
    tensors = {n.replace("model.", prefix): t for n, t in tensors.items() if not n.endswith(tied)}
    save_file(tensors | {prefix + kept: table}, folder / "model.safetensors")
    model, _ = open_m2m100(
        files.find("nllb-200-distilled-600M", folder), part("Transformer"), part("load_m2m100")
    )
    assert torch.equal(model.output.weight, table)


def test_opt_table_opens_under_the_output_s_name(opt_folder, part, tmp_path):
    folder = shutil.copytree(opt_folder[0], tmp_path / "opt")
    tensors = load_file(folder / "model.safetensors")
    table = tensors.pop("model.decoder.embed_tokens.weight")
    save_file(tensors | {"lm_head.weight": table}, folder / "model.safetensors")
    model, _ = open_opt(files.find("opt-125m", folder), part("LanguageModel"), part("load_opt"))
    assert any(torch.equal(p, table) for p in model.parameters())


def test_another_size_is_refused_by_the_learner_s_own_loader(opt_folder, part, tmp_path):
    folder = changed_config(opt_folder[0], tmp_path / "opt", num_hidden_layers=3)
    with pytest.raises(ValueError, match=r"decoder\.layers\.2\."):
        open_opt(files.find("opt-125m", folder), part("LanguageModel"), part("load_opt"))


def test_memory_decides_the_precision(found, llama_folder, part, monkeypatch):
    million = 10**6
    assert opening.precision(million, 10 * million) is torch.float32
    assert opening.precision(million, 4 * million) is torch.bfloat16
    with pytest.raises(Unusable, match="Close other notebooks, or take a smaller model"):
        opening.precision(million, 2 * million)
    monkeypatch.setattr(opening, "precision", lambda parameters, available: torch.bfloat16)
    model, _ = open_opt(found["opt"], part("LanguageModel"), part("load_opt"))
    assert {p.dtype for p in model.parameters()} == {torch.bfloat16}
    assert torch.get_default_dtype() is torch.float32
    assert model(IDS).isfinite().all()
    llama = files.find("smollm2-135M", llama_folder[0])
    model, _ = open_llama(llama, part("ModernLanguageModel"), part("load_llama"))
    assert {p.dtype for p in model.parameters()} == {torch.bfloat16}
    assert model(IDS)[0].isfinite().all()
