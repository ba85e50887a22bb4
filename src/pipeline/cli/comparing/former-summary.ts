import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { plainText } from '../../../solver/core/text/plain-text.js';
import { systemReason } from '../../../solver/core/text/system-errors.js';
import type { Summary } from '../../report/summary/summary-json.js';
import type { FormerRun } from '../../runs/plan/run-again.js';
import { corpusInBundle } from '../bundle/bundle-files.js';
import { Failure } from '../terminal/outcome.js';

/** What two summaries of the same puzzles must agree on; times and lists of puzzles aside. */
const FIGURES = ['puzzles', 'rejects', 'byStatus', 'byGuessDepth', 'bySize', 'difficulty'] as const;

/** The part of a summary that a run is done again by. */
export type FormerSummary = Pick<Summary, (typeof FIGURES)[number]> & FormerRun;

/** Whether an operand names a summary, not a run. */
export function isSummaryName(word: string): boolean {
  return /\.json$/i.test(word);
}

/**
 * Reads `summary.json` of a run; the files of a bundle are those beside it. @throws Failure if it
 * is none, or does not name all files
 */
export function readSummary(path: string): FormerSummary {
  const summary = parsed(path) as Partial<Summary> | null;
  const { run, files } = summary ?? {};
  const isSummary =
    typeof run?.options === 'object' &&
    isListOfFiles(files?.sources) &&
    FIGURES.every((figure) => summary?.[figure] !== undefined);
  if (!isSummary) throw notSummary(path, 'it is not the summary.json of a run');
  if (files.read > files.sources.length) {
    const listed = `it names ${files.sources.length} of ${files.read} files`;
    throw notSummary(path, `${listed}: name the run, in its database`);
  }
  const { options, state, runId, rounds } = run;
  const label = `run ${runId} of ${plainText(path)}`;
  const sources = files.sources.map((source, i) => {
    const inBundle = resolve(dirname(path), corpusInBundle(i, source.path));
    return existsSync(inBundle) ? { ...source, path: inBundle } : source;
  });
  return { ...(summary as Summary), label, options, state, sources, rounds: roundsIn(rounds) };
}

/** The rounds in what a stranger may have written. */
function roundsIn(rounds: unknown): FormerRun['rounds'] {
  if (!Array.isArray(rounds)) return [];
  return rounds.filter((one): one is FormerRun['rounds'][number] => {
    const { round, tried } = (one ?? {}) as Record<string, unknown>;
    return Number.isSafeInteger(round) && Number.isSafeInteger(tried);
  });
}

function isListOfFiles(sources: unknown): sources is Summary['files']['sources'] {
  return (
    Array.isArray(sources) &&
    sources.every((one: unknown) => {
      const { path, format } = (one ?? {}) as {
        readonly path?: unknown;
        readonly format?: unknown;
      };
      return typeof path === 'string' && typeof format === 'string';
    })
  );
}

function parsed(path: string): unknown {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw notSummary(path, systemReason(error, 'read'));
  }
  try {
    const summary = JSON.parse(text) as unknown;
    let level: readonly unknown[] = [summary];
    for (let depth = 0; level.length > 0; depth++) {
      if (depth > MOST_LEVELS) throw new RangeError();
      level = level.flatMap((one): unknown[] =>
        typeof one === 'object' && one !== null ? Object.values(one) : [],
      );
    }
    return summary;
  } catch (error) {
    const isDeep = error instanceof RangeError;
    throw notSummary(path, isDeep ? 'it nests deeper than any summary' : 'it is no JSON');
  }
}

/** Levels of nesting that are read: a summary has far fewer. */
const MOST_LEVELS = 100;

function notSummary(path: string, reason: string): Failure {
  return new Failure('NM_RUN_NOT_REPEATABLE', `${plainText(path)}: ${reason}`);
}

/** A figure that is not the same in two summaries, as `byStatus.unique`. */
export interface DifferingFigure {
  readonly name: string;
  /** Null if it is not there. */
  readonly before: string | number | boolean | null;
  readonly after: string | number | boolean | null;
}

type Value = string | number | boolean | null;

/** The figures in which two summaries differ. */
export function differingFigures(before: FormerSummary, after: Summary): DifferingFigure[] {
  const [then, now] = [before, after].map((summary) => new Map(figuresOf(summary)));
  return [...new Set([...then.keys(), ...now.keys()])]
    .map((name) => ({ name, before: then.get(name) ?? null, after: now.get(name) ?? null }))
    .filter((figure) => figure.before !== figure.after);
}

function figuresOf(summary: Pick<Summary, (typeof FIGURES)[number]>): [string, Value][] {
  return FIGURES.flatMap((figure) => leaves(figure, summary[figure]));
}

function leaves(name: string, value: unknown): [string, Value][] {
  if (typeof value !== 'object' || value === null) return [[name, value as Value]];
  return Object.entries(value).flatMap(([key, one]) => leaves(`${name}.${key}`, one));
}
