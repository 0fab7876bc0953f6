"""Shows how openings score for White, month by month, from a table that tables.py wrote.

    spark-submit openings.py TABLE [LEAST NUMBER OF GAMES]
"""

import sys

from pyspark.sql import SparkSession

QUERY = """
    select month, Opening, count(*) as games,
        round(100 * avg(case Result when '1-0' then 1.0 when '1/2-1/2' then 0.5 when '0-1' then 0.0 end), 1)
            as percent
    from games where error is null and Opening is not null
    group by all having games >= :least order by month, games desc, Opening
"""


def main(table, least=100):
    # or else months would be guessed to be dates where they can be
    as_text = "spark.sql.sources.partitionColumnTypeInference.enabled"
    spark = SparkSession.builder.appName("openings").config(as_text, "false").getOrCreate()
    spark.read.parquet(table).createOrReplaceTempView("games")
    for row in spark.sql(QUERY, {"least": int(least)}).toLocalIterator():
        print(*row, sep="\t")
    spark.stop()


if __name__ == "__main__":
    main(*sys.argv[1:])
