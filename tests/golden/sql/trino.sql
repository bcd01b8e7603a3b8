-- what stands beside the rows
SELECT
  *
FROM "meta" AS "t0";

-- areas
SELECT
  "t0"."code",
  "t0"."name",
  "t0"."is_aggregate",
  "t0"."iso2",
  "t0"."region",
  "t0"."income_group",
  "t0"."kind"
FROM "area" AS "t0"
ORDER BY
  "t0"."position" ASC;

-- indicators
SELECT
  "t0"."code",
  "t0"."name",
  "t0"."unit",
  "t0"."topic",
  "t0"."source",
  "t0"."definition",
  "t0"."caveat",
  "t0"."frequency",
  "t0"."sha256"
FROM "indicator" AS "t0"
ORDER BY
  "t0"."position" ASC;

-- all rows of an indicator
SELECT
  "t0"."area",
  "t0"."period",
  "t0"."value",
  "t0"."status",
  "t0"."origin"
FROM "observation" AS "t0"
WHERE
  "t0"."indicator" = 'SP.POP.TOTL';

-- all rows of an indicator whose code would like to be SQL
SELECT
  "t0"."area",
  "t0"."period",
  "t0"."value",
  "t0"."status",
  "t0"."origin"
FROM "observation" AS "t0"
WHERE
  "t0"."indicator" = 'x'' OR ''1''=''1\'' OR 1=1 -- ` " ; {y} %s';

-- the newest period of each indicator
SELECT
  "t1"."indicator",
  MAX("t1"."period") AS "newest"
FROM (
  SELECT
    *
  FROM "observation" AS "t0"
  WHERE
    "t0"."value" IS NOT NULL
) AS "t1"
GROUP BY
  1;

