"""Llama files with rescaled positions or in several files: as Hugging Face's class, or refused."""

import json
import math
import shutil

import pytest
import torch
from safetensors.torch import load_file, save_file

from tutor_utils.published import Unusable, find, open_llama
from tutor_utils.published.files import SOURCE, sha256

LLAMA3 = {
    "factor": 32.0,
    "low_freq_factor": 1.0,
    "high_freq_factor": 4.0,
    "original_max_position_embeddings": 64,
}
IN_SHARDS = "10KB"
ROPE = {"default": {}, "linear": {"factor": 4.0}, "llama3": LLAMA3}


@pytest.fixture
def opened(part):
    """What the course's classes make of a folder."""

    def opened(folder, model_class=None):
        found = find("smollm2-135M", folder)
        return open_llama(found, model_class or part("ModernLanguageModel"), part("load_llama"))[0]

    return opened


@pytest.fixture(scope="module")
def sharded(make_llama):
    """A folder of shards."""
    folder, _ = make_llama(shard=IN_SHARDS)
    assert len(list(folder.glob("*.safetensors"))) > 3
    return folder


@pytest.fixture
def shards(sharded, tmp_path):
    """A copy of it that a test may spoil."""
    return shutil.copytree(sharded, tmp_path / "shards")


@pytest.mark.parametrize("shard", ["1GB", IN_SHARDS])
@pytest.mark.parametrize("kind", ROPE)
def test_rescaled_positions_are_hugging_face_s(make_llama, opened, part, kind, shard):
    folder, theirs = make_llama(kind, shard, **ROPE[kind])
    model = opened(folder)
    torch.manual_seed(0)
    ids = torch.randint(300, (1, 1500))
    with torch.no_grad():
        wanted, found = theirs(ids).logits, model(ids)[0]
    torch.testing.assert_close(found[:, :100], wanted[:, :100], atol=1e-5, rtol=1e-5)
    torch.testing.assert_close(found, wanted, atol=1e-3, rtol=1e-3)
    greedy = theirs.generate(
        ids[:, :20], max_new_tokens=40, do_sample=False, eos_token_id=None, pad_token_id=0
    )
    said = part("generate_cached")(model, ids[:, :20], 40, temperature=0.0)
    assert said.tolist() == greedy.tolist() and len(set(said[0, 20:].tolist())) > 3


def respell(folder, target, **rope):
    """A copy whose config writes its rope as before 2025: scaling apart from theta."""
    shutil.copytree(folder, target)
    path = target / "config.json"
    config = json.loads(path.read_text())
    base = config.pop("rope_parameters")["rope_theta"]
    path.write_text(json.dumps(config | {"rope_scaling": rope, "rope_theta": base}))
    return target


def test_config_of_older_files_opens_alike(make_llama, opened, tmp_path):
    folder, theirs = make_llama("linear", factor=4.0)
    ids = torch.arange(60)[None]
    old = respell(folder, tmp_path / "old", type="linear", factor=4.0)
    with torch.no_grad():
        wanted = theirs(ids).logits
        torch.testing.assert_close(opened(old)(ids)[0], wanted, atol=1e-5, rtol=1e-5)


@pytest.mark.parametrize(
    ("rope", "said"),
    [
        ({"rope_type": "yarn", "factor": 4.0}, "rope_type='yarn'. Your classes can do linear"),
        ({"rope_type": "dynamic", "factor": 4.0}, "rope_type='dynamic'"),
        ({"type": "longrope"}, "rope_type='longrope'"),
        ({"type": "linear"}, "rope_type='linear' needs factor above 0, and it is None"),
        ({"type": "linear", "factor": 0}, "needs factor above 0, and it is 0"),
        ({"rope_type": "llama3"} | LLAMA3 | {"low_freq_factor": 4.0}, "low_freq_factor=4.0 is not"),
        ({"rope_type": "llama3"} | LLAMA3 | {"high_freq_factor": "4"}, "it is '4'"),
    ],
)
def test_other_scalings_are_refused_by_name(llama_folder, opened, tmp_path, rope, said):
    with pytest.raises(Unusable, match=said):
        opened(respell(llama_folder[0], tmp_path / "l", **rope))


def by_number(x, positions, base=10000.0):
    """As a learner wrote it when base was a number."""
    half = x.shape[-1] // 2
    angle = positions[:, None] * base ** (-torch.arange(half) / half)
    a, b = x.chunk(2, -1)
    return torch.cat([a * angle.cos() - b * angle.sin(), b * angle.cos() + a * angle.sin()], -1)


def by_logarithm(x, positions, base=10000.0):
    """As ``by_number``, and a tensor stops it."""
    return by_number(x, positions, math.exp(math.log(base)))


@pytest.mark.parametrize(
    ("rotate", "said"), [(by_number, "gives other logits"), (by_logarithm, "stops with ValueError")]
)
def test_learner_whose_base_is_a_number_is_told(
    make_llama, llama_folder, opened, part, rotate, said
):
    Own = part("ModernLanguageModel")
    attention = next(m for m in Own(4, 8, 2, 1, 1, 4).modules() if hasattr(m, "w_q"))
    type(attention).forward.__globals__["rotate"] = rotate  # `part` makes new classes each time
    with pytest.raises(Unusable, match=f"your ModernLanguageModel {said}.*isinstance"):
        opened(make_llama("linear", factor=4.0)[0], Own)
    assert opened(llama_folder[0], Own)  # not rescaled, it opens as before


def test_the_course_s_loader_fills_the_course_s_model(llama_folder, opened, part, capsys):
    class Own(part("ModernLanguageModel")):
        """A learner's, of which the loader knows no name."""

    Own.__module__ = "__main__"
    assert not isinstance(opened(llama_folder[0], Own), Own)
    assert "the ModernLanguageModel that it fills is the course's too" in capsys.readouterr().out


# --- in several files


def last_shard(folder):
    return sorted(folder.glob("model-*.safetensors"))[-1]


def test_missing_shard_is_named(shards, opened):
    last_shard(shards).unlink()
    with pytest.raises(Unusable, match=r"model-.*\.safetensors is missing: model\..*index\.json"):
        opened(shards)


def test_name_in_no_shard_is_told(shards, opened):
    path = last_shard(shards)
    name, *others = tensors = load_file(path)
    save_file({n: tensors[n] for n in others} or {"other": torch.ones(1)}, path)
    with pytest.raises(Unusable, match=f"{path.name} has no '{name}': .*index.json says"):
        opened(shards)


def test_wrong_checksum_of_a_shard_is_told(shards, opened):
    path = last_shard(shards)
    (shards / SOURCE).write_text(f"x, licence: y\n{path.name} at {'c' * 40}, {sha256(path)}\n")
    assert opened(shards)
    tensors = load_file(path)
    next(iter(tensors.values())).view(-1)[0] += 1
    save_file(tensors, path)
    with pytest.raises(Unusable, match=f"{path.name} has sha256={sha256(path)}, and SOURCE"):
        opened(shards)


@pytest.mark.parametrize(
    ("index", "said"),
    [
        ("{", "cannot be read: JSONDecodeError"),
        ("[]", "cannot be read"),
        (
            '{"weight_map": {"a": "../model.safetensors"}}',
            "names ../model.safetensors, which is no file",
        ),
        ('{"weight_map": {"a": 3}}', "names 3, which is no file of weights"),
        ('{"weight_map": {}}', "names nothing, which is no"),
    ],
)
def test_index_that_is_none_is_refused(shards, opened, index, said):
    (shards / "model.safetensors.index.json").write_text(index)
    with pytest.raises(Unusable, match=said):
        opened(shards)


# --- adapters


def test_folder_of_an_adapter_is_refused(shards):
    (shards / "adapter_model.safetensors").touch()
    with pytest.raises(Unusable, match=r"adapter_model\.safetensors holds an adapter\. Merge it"):
        find("smollm2-135M", shards)


@pytest.mark.parametrize("suffix", ["lora_A.weight", "base_layer.weight"])
def test_weights_with_adapters_are_refused(shards, opened, suffix):
    path = last_shard(shards)
    name = f"model.layers.0.self_attn.q_proj.{suffix}"
    save_file(load_file(path) | {name: torch.ones(2, 2)}, path)
    index = shards / "model.safetensors.index.json"
    told = json.loads(index.read_text())
    told["weight_map"][name] = path.name
    index.write_text(json.dumps(told))
    with pytest.raises(Unusable, match=f"holds an adapter: '{name}'. Merge it"):
        opened(shards)
