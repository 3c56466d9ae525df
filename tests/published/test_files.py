"""Files that cannot be used are refused in words, and none of their code runs."""

import shutil

import pytest
import torch
from safetensors.torch import load_file, save_file

from tutor_utils.published import Unusable, files, find, how_to_get
from tutor_utils.published.catalogue import CATALOGUE
from tutor_utils.published.files import Found
from tutor_utils.published.tokens import M2M_LANGUAGES


def test_an_unknown_name_lists_the_known_ones():
    with pytest.raises(
        Unusable, match=r"name='gpt5' is not known\. There are: opt-125m, smollm2-135M"
    ):
        find("gpt5")


def test_missing_weights_say_how_to_get_them(tmp_path, monkeypatch):
    monkeypatch.setenv("TUTOR_MODELS", str(tmp_path))
    assert find("opt-125m") is None
    assert "python3 -m tutor_utils fetch opt-125m (250 MB" in how_to_get("opt-125m")


def test_a_folder_that_lacks_a_file_is_not_found(opt_folder, tmp_path):
    folder = tmp_path / "opt"
    shutil.copytree(opt_folder[0], folder)
    assert find("opt-125m", folder)
    (folder / "merges.txt").unlink()
    assert find("opt-125m", folder) is None


class Runs:
    """A pickle of it creates a file."""

    def __init__(self, path):
        self.path = path

    def __reduce__(self):
        return (open, (str(self.path), "w"))


@pytest.mark.parametrize("zipped", [True, False])
def test_a_pickle_is_refused_and_its_code_does_not_run(tmp_path, zipped):
    path, trace = tmp_path / "model.safetensors", tmp_path / "ran"
    torch.save(Runs(trace), path, _use_new_zipfile_serialization=zipped)
    with pytest.raises(Unusable, match="is a pickle: opening it could run any code"):
        files.read_tensors(Found(CATALOGUE["opt-125m"], tmp_path))
    assert not trace.exists()


def test_a_length_that_looks_like_a_pickle_is_read(tmp_path):
    """A file of safetensors begins with the length of its header, here 0x280."""
    path = tmp_path / "model.safetensors"
    save_file({"table": torch.ones(1)}, path, {"filled": "x" * 551})
    assert path.read_bytes().startswith(b"\x80\x02")
    assert files.read_tensors(Found(CATALOGUE["opt-125m"], tmp_path))


def test_a_file_cut_short_is_refused(opt_folder, tmp_path):
    whole = (opt_folder[0] / "model.safetensors").read_bytes()
    for length in (0, 5, 200, len(whole) // 2, len(whole) - 1):
        path = tmp_path / "model.safetensors"
        path.write_bytes(whole[:length])
        with pytest.raises(Unusable, match="cut short or damaged"):
            files.read_tensors(Found(CATALOGUE["opt-125m"], tmp_path))


def test_a_file_that_is_not_there_is_refused(tmp_path):
    with pytest.raises(Unusable, match="cannot be read"):
        files.read_tensors(Found(CATALOGUE["opt-125m"], tmp_path))


@pytest.mark.parametrize("bad", [float("nan"), float("inf"), -float("inf")])
def test_weights_that_are_not_finite_are_refused(opt_folder, tmp_path, bad):
    tensors = load_file(opt_folder[0] / "model.safetensors")
    next(iter(tensors.values())).view(-1)[-1] = bad
    save_file(tensors, tmp_path / "model.safetensors")
    with pytest.raises(Unusable, match=f"{next(iter(tensors))} holds NaN or infinity"):
        files.read_tensors(Found(CATALOGUE["opt-125m"], tmp_path))


def test_the_languages_of_m2m100_are_numbered_as_published():
    from transformers.models.m2m_100.tokenization_m2m_100 import FAIRSEQ_LANGUAGE_CODES

    assert FAIRSEQ_LANGUAGE_CODES["m2m100"] == M2M_LANGUAGES
