"""Runs examples/spark/tables.py without Spark on files of which some are broken, again and again."""

import contextlib
import csv
import gzip
import importlib.util
import io
import os
import shutil
import subprocess
import sys

import duckdb
import pyarrow
import pyarrow.parquet

program, club, clocks = sys.argv[1:]
spec = importlib.util.spec_from_file_location("tables", program)
tables = importlib.util.module_from_spec(spec)
sys.modules["tables"] = tables
spec.loader.exec_module(tables)

HOSTILE = "-o 'club' \"%2e\"\nñ.pgn.gz"
BROKEN = ["cut.pgn.gz", "noise.pgn"]
DATED = "below/dated.pgn"
tried = []


def without_spark(job, names):
    tried[:] = names
    return {name: tables.convert(job, name) for name in names}


def run(format, *options):
    """Returns the exit status, the files that were tried, and the report."""
    with contextlib.redirect_stdout(io.StringIO()) as report:
        status = tables.main(["--format", format, "pgn", format, *options])
    return status, sorted(tried), report.getvalue()


def rows(format):
    """Returns the rows of a table as DuckDB reads them, and asserts that Arrow finds as many."""
    files = f"read_parquet('{format}/source=*/*/*.parquet', hive_types = {{'month': varchar}})"
    table = duckdb.sql(
        f"select * from {files} order by file, {'number' if format == 'games' else 'game, ply'}"
    )
    names = table.columns
    found = [dict(zip(names, row)) for row in table.fetchall()]
    assert len(found) == pyarrow.parquet.read_table(format, partitioning=None).num_rows
    return found


def csv_rows(format, name):
    """Returns the rows of a file as escaque writes them."""
    command = ["escaque", "-kq", "--format", format, "--", name]
    run = subprocess.run(command, cwd="pgn", stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
    return list(csv.DictReader(io.StringIO(run.stdout.decode())))


def text(value):
    """Returns a value as the table of CSV has it."""
    return "" if value is None else f"{value:g}" if isinstance(value, float) else str(value)


tables.on_spark = without_spark
# many row groups, and fewer files open than there are months
tables.ROWS, tables.LONGEST_ROW, tables.MOST_OPEN_FILES = 5, 2000, 2
os.makedirs("pgn/below")
with open(club, "rb") as file:
    games = file.read()
with gzip.open(os.path.join("pgn", HOSTILE), "wb") as file:
    file.write(games)
with open("pgn/cut.pgn.gz", "wb") as file:
    file.write(gzip.compress(games)[:-200])
with open("pgn/noise.pgn", "wb") as file:
    file.write(bytes(range(256)) * 20)
with open("pgn/download.pgn.zst.part", "wb") as file:
    file.write(b"not complete yet")
shutil.copy(clocks, "pgn/clocks.pgn")
TAGS = [
    ("2020.02.30", "?", "2700"),
    ("2020.02.29", "27OO", "2701"),
    ("????.??.??", "", "0"),
    ("2021.??.??", "2800?", "99999999999"),
    ("2020.13.01", "-1", "2702"),
]
with open(os.path.join("pgn", DATED), "w", encoding="utf-8") as file:
    file.writelines(
        f'[Date "{date}"]\n[WhiteElo "{white}"]\n[BlackElo "{black}"]\n\n1. e4 e9 *\n\n'
        for date, white, black in TAGS
    )
    file.write('[Date "????.??.??"]\n[UTCDate "2019.12.31"]\n\n1. e4 *\n')

whole = sorted(["clocks.pgn", DATED, HOSTILE])
for format in ("games", "moves"):
    status, done, report = run(format)
    assert status == 1 and done == sorted(whole + BROKEN), (done, report)
    assert "cut.pgn.gz: cannot read cut.pgn.gz: it ends too early" in report, report
    assert "noise.pgn: there are no moves in it" in report, report
    assert "3 files done, 0 kept, 2 failed" in report, report
    found = rows(format)
    expected = [csv_rows(format, name) for name in whole]
    expected = [row for file in sorted(expected, key=lambda rows: rows[0]["file"]) for row in file]
    assert len(found) == len(expected) > 30
    for one, other in zip(found, expected):
        differing = {name for name in other if text(one[name]) != other[name]}
        assert differing <= {"WhiteElo", "BlackElo", "clock"}, (one, other)
        assert "clock" not in differing or float(one["clock"]) == float(other["clock"])
    # a task that was killed, and a second run, which tries the broken files only
    os.makedirs(f"{format}/_staging/killed/new/month=2020-01")
    staged = f"{format}/_staging/killed/new/month=2020-01/000000.parquet"
    pyarrow.parquet.write_table(pyarrow.table({"file": ["killed"]}), staged)
    assert rows(format) == found
    assert run(format)[:2] == (1, BROKEN) and rows(format) == found and not os.path.exists(staged)

TYPES = [
    ("games", {"plies": "INTEGER", "WhiteElo": "INTEGER", "Date": "VARCHAR", "day": "DATE"}),
    ("moves", {"ply": "INTEGER", "clock": "DOUBLE", "eval": "INTEGER", "key": "VARCHAR"}),
]
for format, types in TYPES:
    described = duckdb.sql(f"describe from '{format}/source=*/*/*.parquet'").fetchall()
    assert types.items() <= {name: type for name, type, *_ in described}.items(), described
dated = [
    (str(row["day"]), row["month"], row["WhiteElo"], row["BlackElo"], row["error"])
    for row in rows("games")
    if row["file"] == DATED
]
assert dated == [
    ("None", "2020-02", None, 2700, "E0221"),
    ("2020-02-29", "2020-02", None, 2701, "E0221"),
    ("None", "unknown", None, 0, "E0221"),
    ("None", "unknown", None, None, "E0221"),
    ("None", "unknown", None, 2702, "E0221"),
    ("2019-12-31", "2019-12", None, None, None),
], dated

# a file that is changed replaces its rows, one that is mended gains them, and one that breaks keeps them
with open(os.path.join("pgn", DATED), "w", encoding="utf-8") as file:
    file.write('[Date "2022.01.01"]\n\n1. d4 *\n')
with gzip.open("pgn/cut.pgn.gz", "wb") as file:
    file.write(games)
os.remove("pgn/noise.pgn")
with open("pgn/clocks.pgn", "wb") as file:
    file.write(bytes(range(256)))
before = len(rows("games"))
status, done, report = run("games")
assert (status, done) == (1, ["below/dated.pgn", "clocks.pgn", "cut.pgn.gz"]), report
assert "; its earlier rows stay" in report, report
found = rows("games")
assert [row["month"] for row in found if row["file"] == DATED] == ["2022-01"]
assert len(found) == before - 5 + games.count(b"[Event ")

# other options are other rows
os.remove("pgn/clocks.pgn")
assert run("games", "--columns", "White")[:2] == (0, sorted(["cut.pgn.gz", DATED, HOSTILE]))
assert run("games", "--columns", "White")[:2] == (0, [])
status, done, report = run("games", "--columns", "White", "--", "--no-such-option")
assert status == 1 and "unexpected argument '--no-such-option'" in report, report
print(len(found))
