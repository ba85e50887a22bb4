import { countText, numberOf, timeText } from '../../../solver/core/text/numbers.js';
import { WORSE, countWorse, type FileChange, isLost } from '../../record/outcome.js';
import type { PuzzleChange } from '../changes/changes.js';
import type { Night } from '../changes/nights.js';
import { offenderById } from '../queries/offenders.js';
import type { Store } from '../open/open.js';
import { offenderItem, untrueText, verdictOf, type Finding, type FindingItem } from './finding.js';

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
  { run, by, before, broken, changes }: Night,
  limit: number,
): NoWorse {
  const { runId } = run;
  const of = by === 'name' ? 'this name' : 'these corpora';
  if (run.acceptedAt !== null) {
    const who = run.acceptedBy === null ? '' : ` by ${run.acceptedBy}`;
    const said = `run ${runId} was accepted${who} at ${timeText(run.acceptedAt)}: later runs are compared with it`;
    return { finding: null, said, isFirst: false };
  }
  if (before === null || changes === null) {
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
  const { puzzles, same, common, counts } = changes;
  if (common === 0 && puzzles > 0) {
    return notCompared(
      `nothing to compare with: run ${before.runId} of ${of} has none of these puzzles; ` +
        `"nonomill history --accept ${runId}" takes this run as it is`,
    );
  }
  const rest = [
    ...(counts.gone === 0 ? [] : [`, ${countText(counts.gone)} gone`]),
    ...(counts.accepted === 0 ? [] : [`, ${countText(counts.accepted)} accepted`]),
  ].join('');
  const said = `compared with run ${before.runId}, ${countText(same)} of ${numberOf(puzzles, 'puzzle')} the same${rest}`;
  const finding = countWorse(counts) === 0 ? null : worseFinding(store, runId, changes, limit);
  return { finding, said, isFirst: false };
}

function notCompared(headline: string): NoWorse {
  const one = { total: 1, misfits: 1, items: [] };
  const finding = { gate: GATE, kind: 'not-compared' as const, headline, ...one };
  return { finding, said: headline, isFirst: false };
}

function worseFinding(
  store: Store,
  runId: number,
  { list, files, counts }: NonNullable<Night['changes']>,
  limit: number,
): Finding {
  const worse = list.filter(({ kind }) => WORSE.includes(kind));
  const lost = files.filter(isLost);
  const bestRuns = new Set([
    ...worse.map(({ before }) => before!.unit.runId),
    ...lost.map(({ best }) => best),
  ]);
  const than = bestRuns.size === 1 ? `in run ${[...bestRuns].join('')}` : 'in runs before';
  const total = countWorse(counts);
  const byRun = new Map<number, ReturnType<typeof offenderById>>();
  const offenderIn = (run: number): ReturnType<typeof offenderById> => {
    const find = byRun.get(run) ?? offenderById(store, run);
    byRun.set(run, find);
    return find;
  };
  const items = [
    ...worse.slice(0, limit).map((one) => worseItem(runId, one, offenderIn)),
    ...lost.slice(0, limit).map((file) => fileItem(file, runId)),
  ];
  return {
    gate: GATE,
    kind: 'worse',
    headline: `${numberOf(total, 'puzzle is', 'puzzles are')} worse than ${than}${untrueText(store, runId)}`,
    total,
    misfits: total,
    items: items.slice(0, limit),
  };
}

function fileItem({ kind, path, puzzles, best, since }: FileChange, runId: number): FindingItem {
  const why = kind === 'empty' ? 'its file holds nothing now' : 'its file was left out';
  const gone = `${numberOf(puzzles, 'puzzle')} gone, as ${puzzles === 1 ? why : why.replace('its', 'their')}`;
  const what = `${gone}; there in run ${best}${since === runId ? '' : `, worse since run ${since}`}`;
  return { path, line: null, called: path, what, puzzleId: null, count: puzzles };
}

function worseItem(
  runId: number,
  change: PuzzleChange,
  offenderIn: (run: number) => ReturnType<typeof offenderById>,
): FindingItem {
  const [before, after] = [change.before!, change.after!];
  const bestRun = before.unit.runId;
  const was = offenderIn(bestRun)(before.puzzleId);
  const since =
    change.since === null || change.since === runId ? '' : `, worse since run ${change.since}`;
  const then = `; in run ${bestRun} ${was === undefined ? 'better' : verdictOf(was)}`;
  const { path } = after.unit;
  if (!('puzzleId' in after)) {
    const what = `no puzzle now: ${after.reason}${then}${since}`;
    return { path, line: after.line, called: before.name, what, puzzleId: null, count: 1 };
  }
  const is = offenderIn(runId)(after.puzzleId);
  const item =
    is === undefined
      ? { path, line: null, called: after.name, what: '', puzzleId: null, count: 1 }
      : { ...offenderItem(is), path };
  const clues = change.isEdited ? ', with other clues' : '';
  return { ...item, what: `${item.what}${then}${clues}${since}` };
}
