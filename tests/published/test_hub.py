"""Fetching, with a Hub that is played: the network itself is never asked."""

import hashlib
import shutil
from dataclasses import replace
from types import SimpleNamespace as Fields

import pytest

from tutor_utils.cli import fetch
from tutor_utils.published import Unusable, find, hub
from tutor_utils.published.catalogue import CATALOGUE
from tutor_utils.published.files import Found, read_tensors, sha256

ENTRY = CATALOGUE["opt-125m"]


class Hub:
    """Holds the files of a folder at the pinned commit, and the weights in a pull request."""

    def __init__(self, folder, converter="SFconvertbot"):
        self.folder, self.converter, self.asked = folder, converter, []

    def model_info(self, repo, revision, files_metadata):
        assert repo == ENTRY.repo and files_metadata
        weights = revision != ENTRY.revision
        names = [n for n in ENTRY.files if (n == "model.safetensors") == weights]
        return Fields(sha="c" * 40 if weights else revision, siblings=[*map(self.file, names)])

    def file(self, name):
        data = (self.folder / name).read_bytes()
        large = name.endswith(".safetensors")
        blob = hashlib.sha1(f"blob {len(data)}\0".encode() + data).hexdigest()
        lfs = Fields(sha256=hashlib.sha256(data).hexdigest()) if large else None
        return Fields(rfilename=name, size=len(data), lfs=lfs, blob_id=blob)

    def get_repo_discussions(self, repo):
        return [
            Fields(is_pull_request=True, author="somebody", num=3),
            Fields(is_pull_request=True, author=self.converter, num=7),
        ]

    def download(self, repo_id, filename, revision, local_dir):
        self.asked.append((filename, revision))
        shutil.copyfile(self.folder / filename, local_dir / filename)


class ShardedHub(Hub):
    """All files of a folder at the pinned commit."""

    def model_info(self, repo, revision, files_metadata):
        names = sorted(path.name for path in self.folder.iterdir())
        return Fields(sha=revision, siblings=[*map(self.file, names)])


def test_weights_come_from_pinned_commit_or_official_conversion(opt_folder, tmp_path):
    played = Hub(opt_folder[0])
    files = hub.plan(ENTRY, played)
    assert [f.name for f in files] == list(ENTRY.files)
    assert files[-1].commit == "c" * 40 and files[0].commit == ENTRY.revision
    hub.download(ENTRY, files, tmp_path / "opt", played.download)
    assert find("opt-125m", tmp_path / "opt")
    assert ENTRY.licence in (tmp_path / "opt" / hub.SOURCE).read_text("utf-8")
    again = len(played.asked)
    hub.download(ENTRY, files, tmp_path / "opt", played.download)
    assert len(played.asked) == again  # what is there and right is not fetched again


def test_shards_are_fetched_with_their_checksums(make_llama, tmp_path):
    played = ShardedHub(make_llama(shard="20KB")[0])
    entry = replace(CATALOGUE["smollm2-135M"], sha256="")
    files = hub.plan(entry, played)
    assert files[-1].name == "model.safetensors.index.json"  # so a part is not taken for all
    hub.download(entry, files, tmp_path, played.download)
    assert len(read_tensors(Found(entry, tmp_path))) == 20
    shard = tmp_path / files[-2].name
    shard.write_bytes(shard.read_bytes()[:-1] + b"x")
    with pytest.raises(Unusable, match=f"{shard.name} has sha256="):
        read_tensors(Found(entry, tmp_path))


def test_command_takes_shards_and_leaves_no_older_file(
    make_llama, llama_folder, tmp_path, monkeypatch
):
    monkeypatch.setenv("TUTOR_MODELS", str(tmp_path))
    folder, index = tmp_path / "smollm2-135M", "model.safetensors.index.json"
    for source in (llama_folder[0], make_llama(shard="20KB")[0], llama_folder[0]):
        assert fetch.main(["smollm2-135M", "--from", str(source)]) == fetch.DONE
        assert (folder / index).exists() == (source / index).exists()
        assert len(read_tensors(find("smollm2-135M"))) == 20
        noted = (folder / hub.SOURCE).read_text("utf-8")
        assert all(sha256(path) in noted for path in source.glob("*.safetensors"))


def test_command_refuses_an_adapter(opt_folder, tmp_path, capsys):
    (tmp_path / "adapter_config.json").write_text("{}")
    assert fetch.main(["opt-125m", "--from", str(tmp_path)]) == fetch.BAD_INPUT
    assert "adapter_config.json holds an adapter. Merge it" in capsys.readouterr().out


def test_nobody_else_s_conversion_is_taken(opt_folder):
    with pytest.raises(Unusable, match="no conversion to it by SFconvertbot"):
        hub.plan(ENTRY, Hub(opt_folder[0], converter="a-stranger"))


def test_weights_with_another_checksum_than_ours_are_not_fetched(opt_folder):
    entry = replace(ENTRY, sha256="0" * 64)
    with pytest.raises(Unusable, match=r"states another checksum for model\.safetensors"):
        hub.plan(entry, Hub(opt_folder[0]))


def test_another_checksum_is_refused_and_the_file_deleted(opt_folder, tmp_path):
    played = Hub(opt_folder[0])
    files = hub.plan(ENTRY, played)

    def spoiled(repo_id, filename, revision, local_dir):
        played.download(repo_id, filename, revision, local_dir)
        path = local_dir / filename
        path.write_bytes(path.read_bytes()[:-1] + b"x")

    with pytest.raises(Unusable, match="another checksum"):
        hub.download(ENTRY, files, tmp_path / "opt", spoiled)
    assert not (tmp_path / "opt" / ENTRY.files[0]).exists()


def test_offline_says_what_to_do():
    class Offline:
        def model_info(self, *_, **__):
            raise ConnectionError("no route to host")

    with pytest.raises(Unusable, match=r"cannot be reached .*--from FOLDER, with config\.json"):
        hub.plan(ENTRY, Offline())


def test_the_command_takes_a_folder(opt_folder, tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("TUTOR_MODELS", str(tmp_path / "models"))
    assert fetch.main(["opt-125m", "--from", str(opt_folder[0])]) == fetch.DONE
    assert find("opt-125m")
    assert fetch.main(["opt-125m"]) == fetch.DONE  # it is there: nothing is asked, or fetched
    assert fetch.main(["opt-125m", "--from", str(tmp_path)]) == fetch.BAD_INPUT
    assert "lacks config.json" in capsys.readouterr().out
    assert fetch.main(["opt-1b"]) == fetch.BAD_INPUT


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("config.json", "{", "config.json cannot be read"),
        ("vocab.json", "x", "the tokenizer cannot be read"),
        ("model.safetensors", "x", "cut short or damaged"),
    ],
)
def test_command_copies_nothing_from_a_folder_with_a_broken_file(
    opt_folder, tmp_path, monkeypatch, capsys, name, content, said
):
    monkeypatch.setenv("TUTOR_MODELS", str(tmp_path / "models"))
    broken = shutil.copytree(opt_folder[0], tmp_path / "broken")
    (broken / name).write_text(content)
    assert fetch.main(["opt-125m", "--from", str(broken)]) == fetch.BAD_INPUT
    assert said in capsys.readouterr().out
    assert not (tmp_path / "models").exists()


def test_the_command_asks_first(opt_folder, tmp_path, monkeypatch, capsys):
    import huggingface_hub

    played = Hub(opt_folder[0])
    monkeypatch.setenv("TUTOR_MODELS", str(tmp_path / "models"))
    monkeypatch.setattr(huggingface_hub, "HfApi", lambda: played)
    monkeypatch.setattr(huggingface_hub, "hf_hub_download", played.download)
    monkeypatch.setattr("builtins.input", lambda question: "n")
    assert fetch.main(["opt-125m"]) == fetch.NOT_DONE and not played.asked
    shown = capsys.readouterr().out
    assert "MB from facebook/opt-125m" in shown and "Licence: OPT licence" in shown
    assert fetch.main(["opt-125m", "--yes"]) == fetch.DONE and find("opt-125m")
