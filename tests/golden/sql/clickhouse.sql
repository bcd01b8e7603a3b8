-- what stands beside the rows
SELECT
  *
FROM "meta" AS "t0";

-- areas
SELECT
  "t0"."code" AS "code",
  "t0"."name" AS "name",
  "t0"."is_aggregate" AS "is_aggregate",
  "t0"."iso2" AS "iso2",
  "t0"."region" AS "region",
  "t0"."income_group" AS "income_group",
  "t0"."kind" AS "kind"
FROM "area" AS "t0"
ORDER BY
  "t0"."position" ASC;

-- indicators
SELECT
  "t0"."code" AS "code",
  "t0"."name" AS "name",
  "t0"."unit" AS "unit",
  "t0"."topic" AS "topic",
  "t0"."source" AS "source",
  "t0"."definition" AS "definition",
  "t0"."caveat" AS "caveat",
  "t0"."frequency" AS "frequency",
  "t0"."sha256" AS "sha256"
FROM "indicator" AS "t0"
ORDER BY
  "t0"."position" ASC;

-- all rows of an indicator
SELECT
  "t0"."area" AS "area",
  "t0"."period" AS "period",
  "t0"."value" AS "value",
  "t0"."status" AS "status",
  "t0"."origin" AS "origin"
FROM "observation" AS "t0"
WHERE
  "t0"."indicator" = 'SP.POP.TOTL';

-- all rows of an indicator whose code would like to be SQL
SELECT
  "t0"."area" AS "area",
  "t0"."period" AS "period",
  "t0"."value" AS "value",
  "t0"."status" AS "status",
  "t0"."origin" AS "origin"
FROM "observation" AS "t0"
WHERE
  "t0"."indicator" = 'x'' OR ''1''=''1\\'' OR 1=1 -- ` " ; {y} %s';

-- the newest period of each indicator
SELECT
  "t1"."indicator" AS "indicator",
  MAX("t1"."period") AS "newest"
FROM (
  SELECT
    *
  FROM "observation" AS "t0"
  WHERE
    isNotNull("t0"."value")
) AS "t1"
GROUP BY
  "t1"."indicator";

