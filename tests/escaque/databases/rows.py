"""Reads tables with DuckDB and with Python's csv, and compares all values."""

import csv
import sys

import duckdb

for name in sys.argv[1:]:
    with open(name, encoding="utf-8", newline="") as file:
        head, *rows = csv.reader(file, strict=True)
    table = duckdb.sql(f"select * from read_csv('{name}', header = true, quote = '\"', all_varchar = true)")
    assert table.columns == head, table.columns
    read = [[value or "" for value in row] for row in table.fetchall()]
    assert read == rows, f"{name}\n{read}\n{rows}"
    print(len(rows))
