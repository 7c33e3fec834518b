"""What is its owner's only: the record and its folder, whatever the umask; UIDs of foreign tags."""

import json
import logging
import os
import stat

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tapdeck import private
from tapdeck.actors import THIS_MACHINE
from tapdeck.dealing import Dealing
from tapdeck.decks import empty, short_uid
from tapdeck.desk import Desk
from tapdeck.parts import Parts
from tapdeck.settings import load
from tapdeck.store import Store
from tapdeck.table import Table

posix = pytest.mark.skipif(os.name != "posix", reason="file modes are POSIX's")


@pytest.fixture(params=[0o000, 0o022, 0o077, 0o777], ids=oct)
def umask(request):
    before = os.umask(request.param)
    yield request.param
    os.umask(before)


def mode(path):
    return stat.S_IMODE(path.stat().st_mode)


def modes(folder):
    return {path.name: mode(path) for path in folder.iterdir()}


@posix
def test_a_record_and_its_folder_are_private_whatever_the_umask(tmp_path, umask):
    file = tmp_path / "of" / "a" / "table" / "record.sqlite"
    file.parent.parent.mkdir(0o700, parents=True)
    for folder in (tmp_path / "of", file.parent.parent):
        folder.chmod(0o755)
    store = Store(f"sqlite:///{file.as_posix()}")
    table = Table(store)
    table.start_game("followers", by=THIS_MACHINE)
    assert modes(file.parent) == dict.fromkeys(
        ("record.sqlite", "record.sqlite-wal", "record.sqlite-shm"), 0o600
    )
    assert mode(file.parent) == 0o700
    store.close()


@posix
def test_the_record_of_an_older_version_becomes_private(tmp_path, monkeypatch):
    monkeypatch.setattr(private.platformdirs, "user_data_dir", lambda *_, **__: str(tmp_path))
    tmp_path.chmod(0o755)
    file = tmp_path / "tapdeck.sqlite"
    for name in ("", "-wal", "-shm"):
        (tmp_path / f"tapdeck.sqlite{name}").touch()
        (tmp_path / f"tapdeck.sqlite{name}").chmod(0o664)
    assert load().db == f"sqlite:///{file.as_posix()}"
    private.make_folder(file.parent)
    private.make_file(file)
    assert set(modes(tmp_path).values()) == {0o600}
    assert mode(tmp_path) == 0o700
    Store(load().db).close()


@posix
def test_a_folder_that_somebody_named_stays_as_it_is_and_the_file_is_private(tmp_path):
    tmp_path.chmod(0o755)
    Store(f"sqlite:///{(tmp_path / 'r.sqlite').as_posix()}").close()
    assert mode(tmp_path) == 0o755
    assert mode(tmp_path / "r.sqlite") == 0o600


@posix
def test_a_file_that_may_not_be_changed_is_told_and_used(tmp_path, monkeypatch, caplog):
    file = tmp_path / "r.sqlite"
    Store(f"sqlite:///{file.as_posix()}").close()
    file.chmod(0o644)

    def not_mine(self, mode):
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(type(file), "chmod", not_mine)
    with caplog.at_level(logging.WARNING):
        Store(f"sqlite:///{file.as_posix()}").close()
    assert f"{file} belongs to somebody else" in caplog.text


@posix
def test_the_folder_of_the_simulated_table_is_private(tmp_path, monkeypatch):
    class Simulator:
        control, port = "socket://127.0.0.1:1", "/dev/null"

        def close(self):
            pass

    monkeypatch.setattr("tapdeck.simulator.start_simulator", lambda **_: Simulator())
    chosen = load(db="sqlite://", port="sim", state_dir=tmp_path / "flash" / "memory")
    with Parts(chosen):
        assert mode(chosen.state_dir) == 0o700


# --- Foreign tags -------------------------------------------------------------------------------

UIDS = st.sampled_from((4, 7, 10)).flatmap(lambda size: st.binary(min_size=size, max_size=size))


@given(UIDS, st.sampled_from(("unknown_tag", "brand_new")))
def test_the_uid_of_a_foreign_tag_is_nowhere_whole(uid, code):
    whole = uid.hex().upper()
    desk = Desk()
    desk.telemetry("notice", {"seat": 1, "code": code, "detail": whole})
    desk.telemetry("notice", {"seat": 1, "code": code, "detail": whole.lower()})
    seen = json.dumps([desk.view(), desk.board()], ensure_ascii=False).upper()
    assert whole not in seen
    assert f"…{whole[-4:]}" in seen


def test_other_details_are_told_as_they_are():
    desk = Desk()
    for detail in ("5H 5S", "noisy", "2", "0123456789ABCDEF"):
        desk.telemetry("notice", {"seat": 1, "code": "brand_new", "detail": detail})
        assert detail in desk.view()["notices"][-1]["text"]["en"]


def test_a_foreign_tag_at_the_table_is_told_short_in_view_and_while_dealing():
    table = Table(Store("sqlite://"))
    table.start_game("followers", by=THIS_MACHINE)
    uid = bytes.fromhex("04DEADBEEF0102")
    notice = {"seat": 2, "code": "unknown_tag", "detail": uid.hex().upper()}
    table.on_telemetry("tag", {"reader": 2, "uid": uid, "state": "seen"})
    table.on_telemetry("notice", notice)
    seen = json.dumps([table.view(), table.board(), table.events()])
    assert "0102" in seen
    assert "DEADBEEF" not in seen.upper()
    dealing = Dealing("hands", lambda: table._playing(), 4)
    _, (said, _) = dealing.seen(2, uid, empty("followers"))
    assert said.params["detail"] == short_uid(uid.hex().upper()) == "…0102"
