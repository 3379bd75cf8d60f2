"""The part of ICU's data that packages have says what the whole says."""

from pathlib import Path

from conftest import ROOT, run


def test_the_part_says_what_the_whole_says(tmp_path: Path):
    run("packaging/icu-data", tmp_path / "icu-data.o", cwd=ROOT)
    source = ROOT / "Tests/Packages/unicode.swift"
    told = []
    for name, more in [("whole", []), ("part", [tmp_path / "icu-data.o"])]:
        run("swiftc", "-O", "-static-stdlib", "-use-ld=lld", source, *more, "-o", tmp_path / name)
        told.append(run(tmp_path / name).stdout.splitlines())
    assert (tmp_path / "part").stat().st_size < (tmp_path / "whole").stat().st_size - 25_000_000
    whole, part = told
    assert len(whole) > 60 and part == whole
