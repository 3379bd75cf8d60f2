#!/usr/bin/env python3
"""Writes a corpus and a dictionary of the hostile texts of a table: hostile.py TABLE FOLDER."""
import pathlib
import sys

table, folder = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
folder.mkdir(parents=True, exist_ok=True)
words = set()
rows = [line.split("\t") for line in table.read_text().splitlines() if not line.startswith("#")]
for number, (_, head, units, tail, *_) in enumerate(rows):
    head, tail, units = bytes.fromhex(head), bytes.fromhex(tail), [bytes.fromhex(unit) for unit in units.split(",") if unit]
    words |= {word for word in [head + tail, *units] if word}
    # A unit 1, 30 or 31 times, at the bound; and as many as make a text slow.
    for count in [1, 30, 31, 255, 1000] if units else [1]:
        text = head + b"".join(unit * count for unit in units) + tail
        for kind, wrapped in {"raw": text, "text": b'"' + text + b'"', "name": b'{"' + text + b'":1}', "form": b"a=" + text + b"&" + text + b"=1"}.items():
            (folder / f"{number}-{count}-{kind}").write_bytes(wrapped)
dictionary = "".join('"' + "".join(f"\\x{byte:02X}" for byte in word) + '"\n' for word in sorted(words))
pathlib.Path(f"{folder}.dict").write_text(dictionary)
