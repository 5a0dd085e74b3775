/** Statements and clauses that are more than plain SQL or that some databases lack, used or not. */
export const constructs: Record<string, RegExp> = {
  'ON CONFLICT': /\bon conflict\b/i,
  RETURNING: /\breturning\b/i,
  'FOR UPDATE': /\bfor update\b/i,
  'SKIP LOCKED': /\bskip locked\b/i,
  'WITH RECURSIVE': /\bwith recursive\b/i,
  OVER: /\bover\s*\(/i,
  LATERAL: /\blateral\b/i,
  'DISTINCT ON': /\bdistinct on\b/i,
  ILIKE: /\bilike\b/i,
  ESCAPE: /\bescape\b/i,
  COLLATE: /\bcollate\b/i,
  MERGE: /^merge\b/i,
  COPY: /^copy\b/i,
  TRUNCATE: /\btruncate\b/i,
  'DECLARE CURSOR': /^declare\b.*\bcursor\b/i,
  'LOCK TABLE': /\block table\b/i,
  LISTEN: /^listen\b/i,
  'REPEATABLE READ': /\brepeatable read\b/i,
  SERIALIZABLE: /\bserializable\b/i,
  'READ ONLY': /\bread only\b/i,
  'SET LOCAL': /\bset local\b/i,
  'SET SESSION': /(?:^|;)\s*set\s+(?!local\b)/i,
  PREPARE: /^prepare\b/i,
  SAVEPOINT: /^savepoint\b/i,
  TEMPORARY: /\bcreate\s+temp/i,
  'CREATE EXTENSION': /\bcreate\s+extension\b/i,
  'CREATE TRIGGER': /\bcreate\s+(?:or replace\s+)?trigger\b/i,
  'CREATE FUNCTION': /\bcreate\s+(?:or replace\s+)?function\b/i,
  'CREATE VIEW': /\bcreate\s+(?:materialized\s+)?view\b/i,
  'CREATE TYPE': /\bcreate\s+type\b/i,
  'CREATE INDEX … WHERE': /\bcreate\s+(?:unique\s+)?index\b[^;]*\bwhere\b/i,
  'CREATE INDEX … USING': /\bcreate\s+(?:unique\s+)?index\b[^;]*\busing\b/i,
  'CREATE INDEX … (CASE …)': /\bcreate\s+(?:unique\s+)?index\b[^;]*\(\s*case\b/i,
  'ON DELETE CASCADE': /\bon delete cascade\b/i,
  CHECK: /\bcheck\s*\(/i,
  BIGSERIAL: /\bbigserial\b/i,
  'GENERATED ALWAYS': /\bgenerated always\b/i,
  '::json': /::\s*jsonb?\b/i,
  '->>': /->>/,
  'ANY (array)': /\bany\s*\(\s*\$/i,
}

// A name before a bracket that is no function.
const words = new Set(
  'and any as by case cast check conflict else escape exists from in index into is key like limit not on or over primary references returning select set table then unique using values when where with integer text bigint varchar join update'.split(
    ' ',
  ),
)

/** Names of the functions that a statement calls, but for those of the SQL language itself. */
export const functionsIn = (statement: string): string[] => {
  const bare = statement
    .toLowerCase()
    .replaceAll(/'(?:[^']|'')*'/g, "''")
    .replaceAll(/"[^"]*"/g, '"x"')
    // Tables with their columns.
    .replaceAll(/\b(?:table|into|on|references)\s+(?:if not exists\s+)?\w+\s*\(/g, ', (')
  return [...bare.matchAll(/\b([a-z_]\w*)\s*\(/g)].map(([, name = '']) => name).filter((name) => !words.has(name))
}
