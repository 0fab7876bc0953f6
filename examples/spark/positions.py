"""Counts the positions of a database that is too large for one machine.

Spark cuts the files into games and spreads them; on every machine escaque turns the
games that come to it into positions, one a line, as a filter.

    pip install pyspark
    spark-submit positions.py games.pgn 20
"""

import os
import sys
from operator import add

from pyspark.sql import SparkSession

ESCAQUE = "escaque --keep-going --quiet --format epd"


def games(context, path):
    """Returns the games of PGN files, cut where a line begins with an Event tag."""
    cut = "\n[Event "
    records = context.newAPIHadoopFile(
        path,
        "org.apache.hadoop.mapreduce.lib.input.TextInputFormat",
        "org.apache.hadoop.io.LongWritable",
        "org.apache.hadoop.io.Text",
        conf={"textinputformat.record.delimiter": cut},
    ).values()
    # the delimiter is taken away; what comes before the first is whole
    return records.map(lambda game: game if game.startswith("[Event ") else cut + game)


def main(path, most):
    spark = SparkSession.builder.appName("positions").getOrCreate()
    positions = games(spark.sparkContext, path).pipe(ESCAQUE, env=dict(os.environ))
    counts = positions.map(lambda position: (position, 1)).reduceByKey(add)
    for position, count in counts.takeOrdered(most, key=lambda pair: (-pair[1], pair[0])):
        print(count, position)
    spark.stop()


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 10)
