import { EXPORTED, TABLES, columnOf } from '../../../solver/core/result/tables.js';
import { STATUSES, STATUS_MEANINGS } from '../../../solver/core/result/outcome.js';
import { exportColumns, type ExportColumn } from '../../store/listing/export-rows.js';
import type { Glossary } from '../frame/command.js';

/** What people look at first. */
const MAIN = [
  'status',
  'solutions',
  'technique',
  'guess_depth',
  'sweeps',
  'difficulty',
  'stars',
  'needs',
  'look_ahead',
  'solve_ms',
  'solution',
] as const;

/** What a run finds out of a puzzle. */
export const MAIN_COLUMNS: Glossary = {
  title: 'What it finds out (docs/pipeline/results.md has the rest)',
  words: MAIN.map((name) => [name, columnOf('results', name).meaning]),
};

export const STATUS_GLOSSARY: Glossary = {
  title: 'Statuses',
  words: STATUSES.map((status) => [status, STATUS_MEANINGS[status]]),
};

/** Every column of an export. */
export const EXPORTED_COLUMNS: Glossary = {
  title: 'Columns (docs/pipeline/results.md says more)',
  words: exportColumns({ withClues: true }).map((name) => [
    name,
    columnOf(tableOf(name), name).meaning,
  ]),
};

/** The table whose words say what an exported column means. */
export function tableOf(name: ExportColumn): string {
  if (name === 'path') return 'run_sources';
  if (name in EXPORTED.columns) return 'export';
  return name in TABLES.results.columns ? 'results' : 'puzzles';
}
