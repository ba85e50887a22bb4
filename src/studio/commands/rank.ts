import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { flag, formOf, shared } from '../../pipeline/cli/flags.js';
import { command, type CommandContext } from '../../pipeline/cli/command.js';
import { type FlagValues } from '../../pipeline/cli/flag.js';
import { mayBeRun, withStore } from '../../pipeline/cli/with-store.js';
import { carryOut } from '../../pipeline/cli/running/carry-out.js';
import { type CommandOutcome, tableText } from '../../pipeline/cli/terminal.js';
import { removeAllOf, removeIfEnded } from '../../pipeline/files/files.js';
import { calledText } from '../../pipeline/record/puzzle-id.js';
import { newRequest } from '../../pipeline/runs/request.js';
import { doRun } from '../../pipeline/runs/do-run.js';
import type { Store } from '../../pipeline/store/open/open.js';
import {
  type RatedResult,
  ratedResults,
  solvedPuzzle,
} from '../../pipeline/store/queries/stored-results.js';
import { listRejects } from '../../pipeline/store/queries/rejects.js';
import { findRun } from '../../pipeline/store/stored-runs.js';
import { pack } from '../../solver/core/puzzle/packed.js';
import { byDifficulty, difficultyClass } from '../../solver/core/result/difficulty.js';
import {
  ABOUT_EQUAL,
  guessingText,
  NEEDS_WORDS,
  scoreText,
} from '../../solver/core/result/difficulty-words.js';
import { starsText } from '../../solver/core/text/numbers.js';
import type { Status } from '../../solver/core/result/outcome.js';
import { csvLine } from '../../solver/core/text/escape.js';
import { plainText, rejectPlace } from '../../solver/core/text/plain-text.js';
import { DEFAULT_SOLVE_LIMITS } from '../../solver/engine/model/limits.js';
import { Solver } from '../../solver/engine/solver/solve.js';

const rankSections = {
  Puzzles: { ...flag.reading, db: flag.db },
  Solving: shared('timeout', 'threads'),
  Output: shared('json', 'csv', 'quiet'),
};

export const rank = command({
  name: 'rank',
  summary: 'Put puzzles in order, the easiest first.',
  operands: '[corpus...|run]',
  description:
    'Ranks the puzzles of corpora, or those of a run (by its number or name; the latest by ' +
    'default), by how hard they are for people. Corpora are solved first; a run already has its ' +
    'scores, and missing ones are worked out. Puzzles without exactly one solution come last, ' +
    'with the reason.\n\n' +
    'The score says how much effort a puzzle takes: one more is twice the effort. ' +
    'docs/solver/difficulty.md has the definition and the evidence.',
  sections: rankSections,
  examples: {
    'nonomill rank book/': 'The puzzles of a folder, the easiest first.',
    'nonomill rank': 'Those of the latest run.',
    'nonomill rank puzzles.csv --csv > ranked.csv': 'As a table for other programs.',
  },
  // A single word may be a run: if there is no file of that name, and it is not a pattern.
  check(operands, values) {
    formOf(values, ['json', 'csv']);
    const isRun = operands.length === 0 || (operands.length === 1 && mayBeRun(operands[0]));
    return { ...values, corpora: isRun ? null : operands, run: isRun ? operands.at(0) : undefined };
  },
  async execute(options, context) {
    const { corpora, run, db, timeout, json, csv } = options;
    const { terminal } = context;
    const show = async (results: Parameters<typeof rankingOf>[0]): Promise<CommandOutcome> => {
      const ranking = rankingOf(results);
      if (json) await terminal.print(`${JSON.stringify(ranking.map(fieldsOf), null, 2)}\n`);
      else if (csv) for (const line of rankingCsv(ranking)) await terminal.print(line);
      else await terminal.print(rankingText(ranking, terminal.output.room));
      return 'done';
    };
    if (corpora !== null) {
      const results = await ratedOfCorpora(corpora, options, context);
      return results === null ? 'interrupted' : show(results);
    }
    return withStore(db, (store) => {
      const { runId } = findRun(store, run);
      return show(ratedOfRun(store, runId, timeout));
    });
  },
});

/** The results of a run; its unique puzzles without a rating are solved again and rated. */
function ratedOfRun(store: Store, runId: number, timeoutMs: number): RatedResult[] {
  const solver = new Solver();
  const limits = { ...DEFAULT_SOLVE_LIMITS, timeoutMs };
  return Array.from(ratedResults(store, runId), (result) => {
    if (result.status !== 'unique' || result.difficulty !== null) return result;
    const { puzzle } = solvedPuzzle(store, runId, result.puzzleId)!;
    const rated = solver.rate(solver.solve(pack(puzzle), 0, limits));
    return rated === null ? result : { ...result, ...rated };
  });
}

const MOST_REJECTS = 20;

/** Solves corpora into a temporary database; returns null if a signal ended that. */
async function ratedOfCorpora(
  corpora: readonly string[],
  options: FlagValues<typeof rankSections>,
  context: CommandContext,
): Promise<RatedResult[] | null> {
  const { timeout, threads, format, columnsFirst, images, limit, ignoreStart, quiet } = options;
  const { terminal } = context;
  const folder = mkdtempSync(join(tmpdir(), 'nonomill-rank-'));
  const db = join(folder, 'rank.sqlite');
  const remove = (): void => removeAllOf(folder);
  const removed = removeIfEnded(remove);
  try {
    const reading = { format, columnsFirst, images, limit, ignoreStart };
    const outcome = await carryOut({ quiet }, context, (controls) =>
      doRun(newRequest({ corpora, db, threads, timeoutMs: timeout, ...reading }), controls),
    );
    if (outcome?.state !== 'complete') return null;
    const { rejects } = outcome.proof;
    return await withStore(db, (store) => {
      if (rejects > 0 && !quiet) {
        terminal.say(`${rejects} rejects are left out:`);
        for (const { name, reason, ...place } of listRejects(store, outcome.runId, MOST_REJECTS)) {
          const called = name === null ? '' : ` (${name})`;
          terminal.say(plainText(`  ${rejectPlace(place)}${called}: ${reason}`));
        }
        if (rejects > MOST_REJECTS) terminal.say(`  and ${rejects - MOST_REJECTS} more`);
      }
      return [...ratedResults(store, outcome.runId)];
    });
  } finally {
    remove();
    removed();
  }
}

type Ranked = RatedResult & {
  /** From 1 for the easiest, shared by puzzles that are about equal; null without a score. */
  readonly rank: number | null;
  /** Why it has no score, or null. */
  readonly reason: string | null;
};

const REASONS: Readonly<Record<Status, string>> = {
  unique: 'not rated: its limits ran out',
  multiple: 'several solutions',
  contradiction: 'no solution',
  solved: 'solved by a program that did not look for more solutions',
  timeout: 'not decided: the time ran out',
  steps: 'not decided: the steps ran out',
  memory: 'not decided: the memory ran out',
  crash: 'not decided: its thread died',
};

/**
 * Ranks puzzles, the easiest first. Puzzles share a rank if they have as many stars, and scores
 * that differ by less than ABOUT_EQUAL from that of the first one with that rank; lower bounds
 * share the last one, as they tell nothing of each other. The next rank counts all before it. Those
 * without a score come last, in the order of the corpus.
 */
export function rankingOf(results: readonly RatedResult[]): Ranked[] {
  const scored = results
    .filter(({ difficulty }) => difficulty !== null)
    .sort((a, b) => byDifficulty(a, b) || a.puzzleId - b.puzzleId);
  let rank = 1;
  let easiest = scored.at(0);
  const ranked = scored.map((result, i) => {
    if (!areAboutEqual(easiest!, result)) [rank, easiest] = [i + 1, result];
    return { ...result, rank, reason: null };
  });
  const others = results.filter(({ difficulty }) => difficulty === null);
  const unranked = others.map((one) => ({ ...one, rank: null, reason: REASONS[one.status] }));
  return [...ranked, ...unranked];
}

function areAboutEqual(a: RatedResult, b: RatedResult): boolean {
  if (difficultyClass(a) !== difficultyClass(b)) return false;
  return b.difficultyBound === true || b.difficulty! - a.difficulty! < ABOUT_EQUAL;
}

/** The ranking as a table of at most `columns` characters a line, with a note on equal ranks. */
export function rankingText(ranking: readonly Ranked[], columns: number): string {
  const rows = ranking.map((ranked) => [
    ranked.rank === null ? '-' : String(ranked.rank),
    starsText(ranked.stars),
    scoreText(ranked),
    ranked.needs === null ? (ranked.reason ?? '') : guessingText(ranked.needs),
    ranked.needs === null ? '' : NEEDS_WORDS[ranked.needs],
    `${ranked.width}x${ranked.height}`,
    calledText(ranked),
  ]);
  const shares = ranking.some(({ rank }, i) => rank !== null && rank === ranking[i + 1]?.rank);
  const note = shares
    ? '\nPuzzles of the same rank are about equal: as many stars, and scores that differ by less than 0.5' +
      (ranking.some(({ difficultyBound }) => difficultyBound === true)
        ? ';\nscores with a + are lower bounds, which share the last rank.\n'
        : '.\n')
    : '';
  const head = [{ number: 'rank' }, 'stars', { number: 'score' }, 'guessing', 'needs'];
  return tableText([...head, { number: 'size' }, 'puzzle'], rows, columns) + note;
}

/** What is written for programs, in its order; columns are called as in the database. */
const FIELDS: readonly (keyof Ranked)[] = [
  ...(['rank', 'name', 'title', 'path', 'ordinal', 'width', 'height', 'status'] as const),
  ...(['difficulty', 'difficultyBound', 'effortLine', 'effortProbe', 'tries', 'stars'] as const),
  ...(['needs', 'lookAhead', 'opening', 'narrowest', 'innerLookAhead'] as const),
  ...(['difficultyVersion', 'reason'] as const),
];

function* rankingCsv(ranking: readonly Ranked[]): Generator<string> {
  yield csvLine(FIELDS.map((field) => field.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`)));
  for (const ranked of ranking) {
    const values = FIELDS.map((field) => ranked[field]);
    yield csvLine(values.map((value) => (typeof value === 'boolean' ? Number(value) : value)));
  }
}

function fieldsOf(ranked: Ranked): object {
  return Object.fromEntries(FIELDS.map((field) => [field, ranked[field]]));
}
