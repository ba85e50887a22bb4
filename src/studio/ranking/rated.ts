import { mkdtempSync } from 'node:fs';
import { mayBeRun } from '../../pipeline/cli/operands.js';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { doRun } from '../../pipeline/runs/stages/do-run.js';
import { StoppedEarly } from '../../pipeline/runs/request/run-error.js';
import { newRequest } from '../../pipeline/runs/request/new-request.js';
import { StopRequest } from '../../pipeline/runs/request/stop-request.js';
import { pack } from '../../solver/core/puzzle/packed.js';
import { DEFAULT_SOLVE_LIMITS } from '../../solver/engine/model/limits.js';
import { Solver } from '../../solver/engine/solver/solve.js';
import { rejectPlace } from '../../solver/core/text/corpora-text.js';
import { plainText } from '../../solver/core/text/plain-text.js';
import { openStore, type Store } from '../../pipeline/store/open/open.js';
import { listRejects } from '../../pipeline/store/rows/rejects.js';
import {
  solvedPuzzle,
  ratedResults,
  type RatedResult,
} from '../../pipeline/store/queries/stored-results.js';
import { type CommandContext, onSignals } from '../../pipeline/cli/frame/command.js';
import { VERSION } from '../../pipeline/runs/request/version.js';
import { showProgress } from '../../pipeline/cli/running/carry-out.js';
import { removeAllOf } from '../../pipeline/files/remove-rename.js';
import { removeIfEnded } from '../../pipeline/files/unfinished.js';
import { UsageError } from '../../pipeline/cli/terminal/outcome.js';
import { flagsIn, type FlagValues, switchFlag } from '../../pipeline/cli/frame/flag.js';
import * as runFlag from '../../pipeline/cli/flags/run-flags.js';
import * as outputFlag from '../../pipeline/cli/flags/output-flags.js';
import * as puzzleFlag from '../../pipeline/cli/flags/puzzle-flags.js';

/** The results of a run; its unique puzzles without a rating are solved again and rated. */
export function ratedOfRun(store: Store, runId: number, timeoutMs: number): RatedResult[] {
  const solver = new Solver();
  const limits = { ...DEFAULT_SOLVE_LIMITS, timeoutMs };
  return Array.from(ratedResults(store, runId), (result) => {
    if (result.status !== 'unique' || result.difficulty !== null) return result;
    const { puzzle } = solvedPuzzle(store, runId, result.puzzleId)!;
    const rated = solver.rate(solver.solve(pack(puzzle), 0, limits));
    return rated === null ? result : { ...result, ...rated };
  });
}

/** How many rejects are named. */
const MOST_REJECTS = 20;

/**
 * Solves corpora into a temporary database and returns its results; null if a signal ended that.
 */
export async function ratedOfCorpora(
  corpora: readonly string[],
  { timeout, threads, format, columnsFirst, images, limit, ignoreStart, quiet }: RankOptions,
  context: CommandContext,
): Promise<RatedResult[] | null> {
  const { terminal } = context;
  const folder = mkdtempSync(join(tmpdir(), 'nonomill-rank-'));
  const db = join(folder, 'rank.sqlite');
  const observer = showProgress(terminal, { quiet });
  const stop = new StopRequest();
  const remove = (): void => removeAllOf(folder);
  const removed = removeIfEnded(remove);
  const off = onSignals(context, {
    stop: () => stop.request('signal'),
    beforeEnd: () => observer.close(),
  });
  try {
    const limits = { ...DEFAULT_SOLVE_LIMITS, timeoutMs: timeout };
    const reading = { format, columnsFirst, images, limit, ignoreStart };
    const outcome = await doRun(newRequest({ corpora, db, threads, limits, ...reading }), {
      observer,
      stop,
      toolVersion: VERSION,
      standardInput: () => terminal.stdin,
    });
    if (outcome.state !== 'complete') return null;
    const store = openStore(db, { readonly: true });
    try {
      const rejects = outcome.proof.rejects;
      if (rejects > 0 && !quiet) {
        terminal.say(`${rejects} rejects are left out:`);
        for (const { name, reason, ...place } of listRejects(store, outcome.runId, MOST_REJECTS)) {
          const called = name === null ? '' : ` (${name})`;
          terminal.say(plainText(`  ${rejectPlace(place)}${called}: ${reason}`));
        }
        if (rejects > MOST_REJECTS) terminal.say(`  and ${rejects - MOST_REJECTS} more`);
      }
      return [...ratedResults(store, outcome.runId)];
    } finally {
      store.close();
    }
  } catch (error) {
    if (error instanceof StoppedEarly) return null;
    throw error;
  } finally {
    off();
    observer.close();
    remove();
    removed();
  }
}

/** The flags of `nonomill rank` under the headings of its help. */
export const rankSections = {
  Puzzles: { ...puzzleFlag.reading, db: outputFlag.db },
  Solving: { timeout: runFlag.timeout, threads: runFlag.threads },
  Output: {
    json: outputFlag.jsonFlag,
    csv: switchFlag({ name: 'csv', reach: 'none', help: 'Print CSV instead of a table.' }),
    quiet: outputFlag.quiet,
  },
};

/** The same without headings. */
export const rankFlags = flagsIn(rankSections);

export interface RankOptions extends FlagValues<typeof rankFlags> {
  /** Corpora to solve, or a run of the database: null for its latest. */
  readonly what:
    | { readonly kind: 'corpora'; readonly corpora: readonly string[] }
    | { readonly kind: 'run'; readonly run: string | null };
}

/**
 * A single word may be a run: it is one if there is no file of that name and it is not a pattern.
 */
export function checkRank(
  operands: readonly string[],
  values: FlagValues<typeof rankFlags>,
): RankOptions {
  if (values.json && values.csv)
    throw new UsageError('NM_OPTIONS_CONFLICT', '--json and --csv exclude each other');
  const isRun = operands.length === 0 || (operands.length === 1 && mayBeRun(operands[0]));
  return {
    ...values,
    what: isRun
      ? { kind: 'run', run: operands.at(0) ?? null }
      : { kind: 'corpora', corpora: operands },
  };
}
