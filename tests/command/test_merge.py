"""What `merge` takes of another folder, as far as no run is needed to see it."""

from methods.bench.blocks import Run, load_block, save_block
from methods.command.command_line import main
from methods.sealed_files import read_sealed
from tests.command.conftest import BLOCK

TREE = BLOCK.format("small_tree")


def test_a_fit_that_another_limit_has_stopped_is_refused_and_replaced(finished, capsys):
    made_from = read_sealed(TREE).made_from
    sound = (finished / TREE).read_bytes()
    there = finished / "there"
    (finished / "results").rename(there)
    theirs = there / "toy/main/fits/alpha/small_tree/0000-0001.npz"
    save_block(theirs, [Run(0, "", "timeout", "no result after 1 s")], made_from)
    assert main(["merge", str(there), "--config", "trials=2"]) == 1
    told = capsys.readouterr().err
    assert f"refused {TREE}: was stopped by other limits of time or memory" in told
    assert not (finished / TREE).exists()

    save_block(finished / TREE, [Run(0, "", "timeout", "no result after 1 s")], made_from)
    theirs.write_bytes(sound)
    assert main(["merge", str(there), "--config", "trials=2"]) == 0
    assert load_block(finished / TREE)[0][0].status == "ok"
