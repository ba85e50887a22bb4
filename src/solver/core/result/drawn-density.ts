/**
 * The density that a puzzle was drawn for, in SQL, from the column `name`: `generate` and `study`
 * name what they draw after it, with three decimals (`25x25-d0.450-s1-17`). Null for all others.
 */
export const DRAWN_DENSITY = `CASE WHEN substr(name, instr(name, '-d') + 2, 7) GLOB '[01].[0-9][0-9][0-9]-s' THEN CAST(substr(name, instr(name, '-d') + 2, 5) AS DOUBLE) END`;
