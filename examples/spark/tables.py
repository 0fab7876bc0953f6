"""Turns a folder of PGN files into a table of Parquet, partitioned by month, on Spark.

    spark-submit tables.py [--format games|moves] FOLDER TABLE [-- OPTIONS OF ESCAQUE]

One file is one task, since a compressed file cannot be cut. The rows of a file appear at once, when they
are complete, and stay: a second run does only what is missing or has changed. See README.md.
"""

import argparse
import contextlib
import errno
import fcntl
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from typing import NamedTuple

import pyarrow
import pyarrow.csv
import pyarrow.parquet
from pyarrow import compute

GAME_FILE = re.compile(r"\.(ctl-)?pgn(\.(zst|gz|bz2|xz|lz4|zip))?$", re.IGNORECASE)
COLUMNS = {
    "games": "file,line,number,Event,Site,Date,Round,White,Black,Result,WhiteElo,BlackElo,ECO,Opening,"
    "Variant,TimeControl,Termination,plies,final_fen,error",
    "moves": "file,game,ply,number,side,san,uci,epd,key,clock,eval,mate,comment",
}
# what escaque computes; the tags are text
COMPUTED = {
    **dict.fromkeys(["number", "game", "plies", "ply", "eval", "mate"], pyarrow.int32()),
    "line": pyarrow.int64(),
    "clock": pyarrow.float64(),
}
# tags that should be numbers, and may be anything
RATINGS = ["WhiteElo", "BlackElo"]
# the first tag with a month decides, if its year may be one
DATES = ["Date", "UTCDate"]
HAS_MONTH = r"^[12][0-9]{3}\.(0[1-9]|1[0-2])\."

# Spark, Arrow and DuckDB take no file for data whose name begins so
MARKER = "_done.json"
STAGING = "_staging"
LOCK = "_lock"

# in memory, and in a row group of a file whose games are of one month
ROWS = 250_000
# a comment can be that long
LONGEST_ROW = 4 << 20
# a process may usually open 1024
MOST_OPEN_FILES = 512


class Job(NamedTuple):
    """What is done with each file."""

    folder: str
    table: str
    format: str
    columns: list
    options: list
    escaque: str
    threads: int

    def state(self, name):
        """Returns what makes a file be done again if it is not what it was."""
        file = os.stat(os.path.join(self.folder, name))
        how = [self.format, self.columns, self.options]
        return {"size": file.st_size, "time": file.st_mtime_ns, "how": how}

    def source(self, name):
        """Returns the folder of the rows of a file, whose name is readable and of no other file."""
        readable = re.sub("[^A-Za-z0-9.-]", "_", name)[-80:]
        unique = hashlib.sha256(os.fsencode(name)).hexdigest()[:16]
        return os.path.join(self.table, f"source={readable}-{unique}")

    def command(self, name):
        """Returns what writes the rows of a file, with the tags that tell the month behind the others."""
        columns = self.columns + [tag for tag in DATES if tag not in self.columns]
        shape = ["--format", self.format, "--columns", ",".join(columns), "--threads", str(self.threads)]
        messages = ["--keep-going", "--lang", "en", "--message-format", "json", "--max-errors", "1"]
        return [self.escaque, *self.options, *shape, *messages, "--", name]


class Failure(Exception):
    """Why a file gives nothing."""


def game_files(folder):
    """Returns the names of the files of games in a folder and below it, the largest first."""
    paths = [os.path.join(place, name) for place, _, names in os.walk(folder) for name in names]
    sizes = {
        path: os.path.getsize(path) if os.path.exists(path) else 0 for path in filter(GAME_FILE.search, paths)
    }
    return [os.path.relpath(path, folder) for path in sorted(sizes, key=lambda path: (-sizes[path], path))]


def kept(job, name):
    """Returns the summary of a file that is done already, and `None` of one that is not."""
    try:
        with open(os.path.join(job.source(name), MARKER), encoding="utf-8") as file:
            marker = json.load(file)
        return marker["summary"] if marker["state"] == job.state(name) else None
    except (FileNotFoundError, ValueError):
        return None


def convert(job, name):
    """Writes the rows of a file, all or none, and returns its summary or `{"failure": reason}`."""
    started = time.monotonic()
    try:
        with tempfile.TemporaryDirectory(dir=os.path.join(job.table, STAGING)) as place:
            staged = os.path.join(place, "new")
            os.mkdir(staged)
            state = job.state(name)
            summary = write_rows(job, name, staged)
            if job.state(name) != state:
                raise Failure("the file has changed while it was read")
            summary["seconds"] = round(time.monotonic() - started, 1)
            with open(os.path.join(staged, MARKER), "w", encoding="utf-8") as marker:
                json.dump({"file": name, "state": state, "summary": summary}, marker)
            publish(staged, job.source(name), place)
        return summary
    except Failure as failure:
        return {"failure": str(failure)}
    except Exception as error:  # whatever it is, it costs this file and not the others
        return {"failure": repr(error)}


def publish(staged, source, place):
    """Gives a complete folder its name, by which it is read; what had it before goes to `place`."""
    while True:
        try:
            return os.rename(staged, source)
        except OSError as error:
            if error.errno not in (errno.ENOTEMPTY, errno.EEXIST):
                raise
        try:
            os.rename(source, tempfile.mkdtemp(dir=place))
        except FileNotFoundError:
            pass  # another attempt at the same file was quicker


def write_rows(job, name, folder):
    """Streams what escaque writes of a file into Parquet, and returns the summary of escaque."""
    pyarrow.set_cpu_count(job.threads)
    misread = None
    with tempfile.TemporaryFile() as messages:
        pipes = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": messages}
        with subprocess.Popen(job.command(name), cwd=job.folder, **pipes) as escaque:
            try:
                if escaque.stdout.peek(1):
                    write_parquet(escaque.stdout, job.columns, folder)
            except pyarrow.ArrowInvalid as error:
                misread = error  # an escaque that is killed leaves half a row
        messages.seek(0)
        summary = read_summary(escaque.returncode, messages.read().decode(errors="replace"))
    if misread:
        raise misread
    return summary


def read_summary(status, messages):
    """Returns the summary of escaque, if what it has read is a file of games, and whole."""
    if status < 0:
        raise Failure(f"escaque was killed by signal {-status}")
    try:
        messages = [json.loads(line) for line in messages.splitlines()]
    except ValueError:
        raise Failure(messages.splitlines()[0]) from None  # the command line is wrong
    errors = [message["message"] for message in messages if message["level"] == "error"]
    if status not in (0, 1):
        raise Failure(errors[-1] if errors else f"escaque ended with status {status}")
    if not messages or messages[-1]["level"] != "summary":
        raise Failure("escaque gave no summary; --quiet cannot be among its options")
    summary = messages[-1]
    if summary["errors"] and not summary["moves"]:
        raise Failure(f"there are no moves in it; {errors[0]}")
    return {count: summary[count] for count in ("games", "faulty")}


def write_parquet(table, columns, folder):
    """Writes a table of CSV as Parquet, in a folder for each month."""
    with contextlib.closing(Months(folder)) as months:
        for rows in typed(read_some_rows(table, columns), columns):
            # the sort is stable
            rows = rows.take(compute.sort_indices(rows["month"]))
            start = 0
            for month in compute.value_counts(rows["month"].combine_chunks()).to_pylist():
                months.write(month["values"], rows.slice(start, month["counts"]).drop_columns("month"))
                start += month["counts"]


def read_some_rows(table, columns):
    """Yields a table of CSV in pieces of `ROWS`, or a few more."""
    types = {**dict.fromkeys([*columns, *DATES], pyarrow.string()), **COMPUTED}
    values = pyarrow.csv.ConvertOptions(column_types=types, strings_can_be_null=True, null_values=[""])
    blocks = pyarrow.csv.ReadOptions(block_size=LONGEST_ROW)
    batches, rows = [], 0
    for batch in pyarrow.csv.open_csv(table, blocks, convert_options=values):
        batches.append(batch)
        rows += batch.num_rows
        if rows >= ROWS:
            yield pyarrow.Table.from_batches(batches)
            batches, rows = [], 0
    if batches:
        yield pyarrow.Table.from_batches(batches)


def typed(tables, columns):
    """Yields tables in which ratings are numbers, with the day and the month."""
    for table in tables:
        for rating in set(RATINGS) & set(columns):
            text = table[rating]
            number = compute.if_else(compute.match_substring_regex(text, "^[0-9]{1,4}$"), text, None)
            place = table.schema.get_field_index(rating)
            table = table.set_column(place, rating, number.cast(pyarrow.int32()))
        day, month = dates(table)
        yield table.select(columns).append_column("day", day).append_column("month", month)


def dates(table):
    """Returns the day of each game, which is null if it is not known, and its month or `unknown`."""
    days, months = [], []
    for tag in DATES:
        # a date is worked out once, and not for every move of its day
        tags = table[tag].combine_chunks().dictionary_encode()
        text = tags.dictionary
        text = compute.if_else(compute.match_substring_regex(text, HAS_MONTH), text, None)
        month = compute.replace_substring(compute.utf8_slice_codeunits(text, 0, 7), ".", "-")
        day = compute.strptime(text, format="%Y.%m.%d", unit="s", error_is_null=True)
        # a day that the month has not is taken for one of the next month
        exists = compute.equal(compute.strftime(day, format="%Y.%m.%d"), text)
        day = compute.if_else(exists, day, None).cast(pyarrow.timestamp("s")).cast(pyarrow.date32())
        days.append(day.take(tags.indices))
        months.append(month.take(tags.indices))
    return compute.coalesce(*days), compute.coalesce(*months, "unknown")


class Months:
    """The files of Parquet in folders of months, not too many of them open."""

    def __init__(self, folder):
        self.folder = folder
        self.open = {}
        self.opened = 0

    def write(self, month, rows):
        """Writes rows of a month as a row group."""
        if month not in self.open:
            if len(self.open) == MOST_OPEN_FILES:
                self.open.pop(next(iter(self.open))).close()
            place = os.path.join(self.folder, f"month={month}")
            os.makedirs(place, exist_ok=True)
            file = os.path.join(place, f"{self.opened:06}.parquet")
            self.open[month] = pyarrow.parquet.ParquetWriter(file, rows.schema, compression="zstd")
            self.opened += 1
        self.open[month].write_table(rows)

    def close(self):
        """Completes all files."""
        for file in self.open.values():
            file.close()


def main(arguments):
    """Converts the files of a folder that are not done yet, and says what became of all of them."""
    job = read_arguments(arguments)
    os.makedirs(job.table, exist_ok=True)
    with open(os.path.join(job.table, LOCK), "w", encoding="utf-8") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            sys.exit(f"another run is writing {job.table}")
        # what tasks that were killed have left
        shutil.rmtree(os.path.join(job.table, STAGING), ignore_errors=True)
        os.makedirs(os.path.join(job.table, STAGING))
        names = game_files(job.folder)
        done = {name: summary for name in names if (summary := kept(job, name))}
        new = on_spark(job, [name for name in names if name not in done])
    return report(job, done, new)


def read_arguments(arguments):
    """Returns the job that the command line asks for."""
    end = arguments.index("--") if "--" in arguments else len(arguments)
    parser = argparse.ArgumentParser(usage="%(prog)s [options] FOLDER TABLE [-- OPTIONS OF ESCAQUE]")
    parser.add_argument(
        "folder", metavar="FOLDER", help="files of games, compressed or not; all machines see it"
    )
    parser.add_argument("table", metavar="TABLE", help="the folder that is written; all machines see it")
    parser.add_argument("--format", choices=COLUMNS, default="games", help="a row for each game, or each ply")
    parser.add_argument("--columns", help="of the table, separated by commas: see docs/explain/columns.md")
    parser.add_argument("--threads", type=int, default=1, help="and cores of a task (default: 1)")
    parser.add_argument("--escaque", default="escaque", help="the program, as all machines have it")
    given = parser.parse_args(arguments[:end])
    return Job(
        folder=os.path.abspath(given.folder),
        table=os.path.abspath(given.table),
        format=given.format,
        columns=[column.strip() for column in (given.columns or COLUMNS[given.format]).split(",")],
        options=arguments[end + 1 :],
        escaque=given.escaque,
        threads=given.threads,
    )


def on_spark(job, names):
    """Returns what became of files, each of which is a task."""
    if not names:
        return {}
    from pyspark.sql import SparkSession

    spark = SparkSession.builder.appName("tables").config("spark.task.cpus", job.threads).getOrCreate()
    tasks = spark.sparkContext.parallelize(names, len(names))
    outcomes = tasks.map(lambda name: (name, convert(job, name))).collect()
    spark.stop()
    return dict(outcomes)


def report(job, done, new):
    """Prints what became of each file, and returns the exit status."""
    print(f"{'games':>12} {'with errors':>12} {'seconds':>8}  file")
    failed = 0
    for name, outcome in sorted({**done, **new}.items()):
        file = name if name.isprintable() else ascii(name)
        if failure := outcome.get("failure"):
            failed += 1
            stays = "; its earlier rows stay" if os.path.exists(job.source(name)) else ""
            print(f"{'-':>12} {'-':>12} {'failed':>8}  {file}: {failure}{stays}")
        else:
            seconds = outcome["seconds"] if name in new else "kept"
            print(f"{outcome['games']:12,} {outcome['faulty']:12,} {seconds:>8}  {file}")
    read = [outcome for outcome in [*done.values(), *new.values()] if "failure" not in outcome]
    games, faulty = (sum(outcome[count] for outcome in read) for count in ("games", "faulty"))
    print(
        f"{games:12,} {faulty:12,} {'':8}  {len(new) - failed} files done, {len(done)} kept, {failed} failed"
    )
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
