import { countText, numberOf, timeText } from '../../../solver/core/text/numbers.js';
import { sourceOf, ordinalOf } from '../../../solver/core/result/puzzle-id.js';
import type { ComparedRun } from '../compare/nights.js';
import type { WorsePuzzle } from '../compare/best-verdicts.js';
import { offenderById } from '../queries/offenders.js';
import { rejectAt } from '../rows/rejects.js';
import type { Run } from '../stored-runs/read-runs.js';
import type { Store } from '../open/open.js';
import {
  calledName,
  offenderItem,
  untrueText,
  verdictOf,
  type Finding,
  type FindingItem,
} from './finding.js';

/** What `--require no-worse` found. */
interface NoWorse {
  readonly finding: Finding | null;
  /** What it compared with, a sentence without a full stop. */
  readonly said: string;
  /** Whether it holds only because there is nothing to compare with. */
  readonly isFirst: boolean;
}

const GATE = '--require no-worse';

/** Whether a run is no worse than those before it, and with what it was compared. */
export function noWorse(
  store: Store,
  found: ComparedRun,
  { run, limit }: { readonly run: Run; readonly limit: number },
): NoWorse {
  const { runs, broken, compared } = found;
  const { runId } = run;
  const of = found.by === 'name' ? 'this name' : 'these corpora';
  if (run.acceptedAt !== null) {
    const by = run.acceptedBy === null ? '' : ` by ${run.acceptedBy}`;
    const said = `run ${runId} was accepted${by} at ${timeText(run.acceptedAt)}: later runs are compared with it`;
    return { finding: null, said, isFirst: false };
  }
  const last = runs.at(-1);
  if (last === undefined || compared === null) {
    if (broken === null) {
      const said =
        `the first run of ${of} in this database: there is none to compare it with; ` +
        'a build server has to keep the database from run to run';
      return { finding: null, said, isFirst: true };
    }
    return notCompared(
      `nothing to compare with: run ${broken.runId} of ${of} is not complete, and no other is; ` +
        `"nonomill history --accept ${runId}" takes this one`,
    );
  }
  const { puzzles, same, common, worse } = compared;
  if (common === 0 && puzzles > 0) {
    return notCompared(
      `nothing to compare with: run ${last.runId} of ${of} has none of these puzzles; ` +
        `"nonomill history --accept ${runId}" takes this run as it is`,
    );
  }
  const said = `compared with run ${last.runId}, ${countText(same)} of ${numberOf(puzzles, 'puzzle')} the same`;
  return { finding: worseFinding(store, runId, worse, limit), said, isFirst: false };
}

function notCompared(headline: string): NoWorse {
  const one = { total: 1, misfits: 1, items: [] };
  const finding = { gate: GATE, kind: 'not-compared' as const, headline, ...one };
  return { finding, said: headline, isFirst: false };
}

function worseFinding(
  store: Store,
  runId: number,
  worse: readonly WorsePuzzle[],
  limit: number,
): Finding | null {
  const total = worse.length;
  if (total === 0) return null;
  const bestRuns = new Set(worse.map(({ best }) => best.runId));
  const than = bestRuns.size === 1 ? `in run ${[...bestRuns].join('')}` : 'in runs before';
  const placeOf = ({ now, best }: WorsePuzzle): number =>
    now.kind === 'puzzle' ? now.puzzleId : now.kind === 'reject' ? now.id : best.puzzleId;
  const items = worse
    .toSorted((a, b) => placeOf(a) - placeOf(b))
    .slice(0, limit)
    .map((one) => worseItem(store, runId, one));
  return {
    gate: GATE,
    kind: 'worse',
    headline: `${numberOf(total, 'puzzle is', 'puzzles are')} worse than ${than}${untrueText(store, runId)}`,
    total,
    misfits: total,
    items,
  };
}

function worseItem(store: Store, runId: number, { best, now, edited }: WorsePuzzle): FindingItem {
  const was = offenderById(store, best.runId)(best.puzzleId);
  const then = `; in run ${best.runId} ${was === undefined ? 'better' : verdictOf(was)}`;
  const called = was === undefined ? `puzzle ${best.puzzleId}` : calledName(was);
  if (now.kind === 'puzzle') {
    const is = offenderById(store, runId)(now.puzzleId);
    const item =
      is === undefined
        ? { path: '', line: null, called, what: '', puzzleId: null, count: 1 }
        : offenderItem(is);
    return { ...item, what: `${item.what}${then}${edited ? ', with other clues' : ''}` };
  }
  if (now.kind === 'gone') {
    const what = `gone, as its file holds nothing now${then}`;
    return { path: now.file, line: null, called, what, puzzleId: null, count: 1 };
  }
  const reject = rejectAt(store, runId, sourceOf(now.id), ordinalOf(now.id));
  const { path, line, reason } = reject ?? { path: '', line: null, reason: 'its row is gone' };
  return { path, line, called, what: `no puzzle now: ${reason}${then}`, puzzleId: null, count: 1 };
}
