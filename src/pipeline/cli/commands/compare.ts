import { haveSameEntries } from '../../store/changes/changes.js';
import {
  compareRuns,
  conditionDifferences,
  differingConditions,
  standingConditions,
  standingsOf,
} from '../../store/compare.js';
import { otherSolverOf } from '../../record/options.js';
import { shared } from '../flags.js';
import { command } from '../command.js';
import { firstOf, type Terminal, tableText } from '../terminal.js';
import { withProgress } from '../progress.js';
import { openStore, type Store } from '../../store/open/open.js';
import { findRun, type Run, corporaOf } from '../../store/stored-runs.js';
import { existsSync } from 'node:fs';
import {
  countText,
  numberOf,
  CLOCK_WORDS,
  durationText,
} from '../../../solver/core/text/numbers.js';
import { corporaText, plainText } from '../../../solver/core/text/plain-text.js';
import { NO_PAR2_WORDS } from '../../record/outcome.js';

export const compare = command({
  name: 'compare',
  summary: 'Say what changed between two runs, or how several stand.',
  operands: '<run> <run...>',
  missing: 'two runs or more: their numbers or names',
  description:
    'Compares two runs of a database: which puzzles have another status or other clues, are worse (as ' +
    '--require no-worse has it), gone or new. It also says how the times changed, and in which options, ' +
    'versions and machines the runs differ. Puzzles of the same file are matched by their place in it, with or ' +
    'without start positions; puzzles of changed files by content, else by name: then their clues ' +
    'were changed.\n\n' +
    'Any number of runs, also of other databases (other.sqlite:3), and runs of other solvers stand side ' +
    'by side in a table: solved, wrong, and PAR-2 (the mean time; twice the limit for what is not solved). ' +
    'The virtual best takes the time of the fastest on each puzzle. The table is about the puzzles ' +
    'that all of them have, matched by content.\n\n' +
    'Ends with exit code 1 if the status of a puzzle has changed (two runs) or if verdicts contradict ' +
    'each other (several), or if the runs have no puzzle in common; otherwise with 0.',
  sections: { Options: shared('db', 'json') },
  examples: {
    'nonomill compare 3 4': 'What changed from run 3 to run 4.',
    'nonomill compare before after --json': 'The same for a program.',
    'nonomill compare mine clasp theirs.sqlite:7':
      'Three solvers; the last in the database of somebody else.',
  },
  async execute({ db, operands, json }, { terminal }) {
    return withRuns(operands, db, (runs) => {
      const [left, right] = runs;
      const two = runs.length === 2 && left.store === right.store;
      return two ? compareTwo(left, right, json, terminal) : compareSeveral(runs, json, terminal);
    });
  },
});

async function compareTwo(left: NamedRun, right: NamedRun, json: boolean, terminal: Terminal) {
  const [before, after] = [left.run, right.run];
  // For another solver the standings matter, not only what changed; of other files they alone.
  const ofExternal = [before, after].some(({ options }) => otherSolverOf(options) !== null);
  if (ofExternal && !haveSameEntries(left.store, before.runId, after.runId)) {
    return compareSeveral([left, right], json, terminal);
  }
  const comparison = await withProgress(terminal, (watch) =>
    compareRuns(left.store, before.runId, after.runId, watch),
  );
  const conditions = conditionDifferences(before, after);
  const standings = ofExternal ? await watchedStandings([left, right], terminal) : null;
  const compared = { conditions, ...comparison };
  const found = { left: before.runId, right: after.runId, ...compared };
  if (json) await terminal.printJson(standings === null ? found : { ...found, standings });
  else {
    await terminal.print(comparisonText(before, after, compared));
    if (standings !== null) {
      await terminal.print(`\n${standingsText([left, right], standings, terminal.output.room)}`);
    }
  }
  return comparison.changedCount > 0 || comparison.both === 0 ? 'negative' : 'done';
}

async function compareSeveral(runs: readonly NamedRun[], json: boolean, terminal: Terminal) {
  const standings = await watchedStandings(runs, terminal);
  if (json) await terminal.printJson(standingsJson(runs, standings));
  else await terminal.print(standingsText(runs, standings, terminal.output.room));
  return standings.common === 0 || standings.disagreements > 0 ? 'negative' : 'done';
}

/** Runs side by side, on the puzzles that all of them have. */
type Standings = Awaited<ReturnType<typeof standingsOf>>;

function watchedStandings(runs: readonly NamedRun[], terminal: Terminal): Promise<Standings> {
  return withProgress(terminal, (watch) => standingsOf(runs, undefined, watch));
}

/** Leaves out the times of pairs: a program that wants them can compare two runs. */
function standingsJson(runs: readonly NamedRun[], standings: Standings): object {
  const { common, virtualBest, disagreements, disagreeing, apart } = standings;
  return {
    common,
    conditions: differingConditions(runs.map(({ run }) => run)),
    runs: standings.runs.map((figures, i) => {
      const { label, store, run } = runs[i];
      return { label, db: store.path, run: run.runId, name: run.name, ...figures };
    }),
    virtualBest,
    disagreements,
    disagreeing,
    apart,
  };
}

interface NamedRun {
  readonly store: Store;
  readonly run: Run;
  /** Its number and name, after its database if that is another one than `--db`. */
  readonly label: string;
}

/** The runs that `words` name, with their databases open; closes these after `use`. */
async function withRuns<T>(
  words: readonly string[],
  db: string,
  use: (runs: readonly NamedRun[]) => Promise<T>,
): Promise<T> {
  const stores = new Map<string, Store>();
  try {
    const runs = words.map((word): NamedRun => {
      const address = runAddress(word, db);
      const store = stores.get(address.db) ?? openStore(address.db, { readonly: true });
      stores.set(address.db, store);
      const run = findRun(store, address.run);
      const place = address.db === db ? '' : `${address.db}:`;
      const name = run.name === null ? '' : ` (${run.name})`;
      return { store, run, label: `${place}${run.runId}${name}` };
    });
    return await use(runs);
  } finally {
    for (const store of stores.values()) store.close();
  }
}

/**
 * Reads `3` and `name` as runs of the database `db`, and `other.sqlite:3`, `other.sqlite:name` or
 * `other.sqlite:` (its latest run) as those of another one. The part before the last colon is a
 * database if it is named like one, or exists.
 */
function runAddress(word: string, db: string): { db: string; run?: string } {
  const [, file, run] = /^(.+):([^:]*)$/s.exec(word) ?? [];
  if (file === undefined || !(/\.(sqlite3?|db)$/i.test(file) || existsSync(file))) {
    return { db, run: word };
  }
  return { db: file, ...(run !== '' && { run }) };
}

/** Lines of each list on a terminal; `--json` has more. */
const LISTED = 20;

interface Compared extends Awaited<ReturnType<typeof compareRuns>> {
  readonly conditions: ReturnType<typeof conditionDifferences>;
}

function comparisonText(before: Run, after: Run, found: Compared): string {
  const head = [`${runText(before)} against ${runText(after)}`, ...noteLines(before, after, found)];
  if (found.both === 0) {
    return `${head.join('\n')}\n\nThe two runs have no puzzle in common: there is nothing to compare.\n`;
  }
  const ofOthers = [before, after].some(({ options }) => otherSolverOf(options) !== null);
  const { noPar2, leftPar2, rightPar2 } = found;
  const lines = [
    ...head,
    '',
    `in both    ${numberOf(found.both, 'puzzle')}`,
    `changed    ${countText(found.changedCount)} with another status`,
    `difficulty ${countText(found.harderOrEasierCount)} with the same status by another technique or guess depth`,
    `edited     ${countText(found.editedCount)} with the same status and other clues`,
    ...(ofOthers ? [] : [`worse      ${countText(found.worseCount)}`]),
    `no puzzle  ${countText(found.rejectedCount)}`,
    `gone       ${countText(found.goneCount)}`,
    `new        ${countText(found.newCount)}`,
  ];
  if (found.reusedCount > 0) {
    const count = countText(found.reusedCount);
    lines.push(`taken over ${count} from other runs: the times below leave them out`);
  }
  lines.push(
    `time       ${timeText(before, after, found)}`,
    `undecided  ${countText(found.leftUndecided)} before, ${countText(found.rightUndecided)} after`,
    noPar2 !== null
      ? `PAR-2      none: ${NO_PAR2_WORDS[noPar2]}`
      : `PAR-2      ${durationText(leftPar2)} before, ${durationText(rightPar2)} after`,
  );
  if (ofOthers) lines.push('           the table below counts CPU time, if it is known');
  if (found.changedCount > 0) lines.push('', 'status before -> after');
  for (const { left, right, count } of found.transitions) {
    if (left !== right) lines.push(`  ${left} -> ${right}: ${countText(count)}`);
  }
  lines.push(
    ...list('changed', found.changed.map(changedText), found.changedCount),
    ...list('edited', found.edited.map(changedText), found.editedCount),
    ...list('no puzzles any more', found.rejected.map(loneText), found.rejectedCount),
    ...list('gone', found.gone.map(loneText), found.goneCount),
    ...list('new', found.fresh.map(loneText), found.newCount),
  );
  return lines.join('\n') + '\n';
}

/** What is to be known of two runs, and how they were made: it may explain what has changed. */
function noteLines(before: Run, after: Run, { withoutStart, conditions }: Compared): string[] {
  const { runId } = withoutStart === 'left' ? before : after;
  const ofClaims = [before, after].filter(
    ({ options }) => otherSolverOf(options)?.kind === 'referee',
  );
  return [
    ...(withoutStart === null
      ? []
      : [`run ${runId} was made with --ignore-start: its puzzles are matched all the same`]),
    ...ofClaims.map(
      (run) => `run ${run.runId} is of claims: crash means a wrong claim there, or none at all`,
    ),
    ...conditions.map(
      ({ name, left, right }) => `${name}: ${plainText(left)} before, ${plainText(right)} after`,
    ),
  ];
}

function runText({ runId, name, toolVersion }: Run): string {
  const called = name === null ? '' : ` (${plainText(name)})`;
  return `run ${runId}${called}, nonomill ${toolVersion}`;
}

function changedText(puzzle: Compared['changed'][number]): string {
  const { name, width, height, left, right, leftMs, rightMs, edited } = puzzle;
  const statuses = left === right ? left : `${left} -> ${right}`;
  const last = edited ? 'other clues' : `${durationText(leftMs)} -> ${durationText(rightMs)}`;
  return `${plainText(name)}  ${width}x${height}  ${statuses}  ${last}`;
}

function loneText({ name, status }: Compared['gone'][number]): string {
  return `${plainText(name)}  ${status}`;
}

function list(title: string, lines: readonly string[], total: number): string[] {
  return lines.length === 0 ? [] : ['', title, ...firstOf(lines, LISTED, '  ... and', total)];
}

/** Times of one kind of clock also as a ratio; of two kinds with what each of them is. */
function timeText(before: Run, after: Run, { leftMs, rightMs, noPar2 }: Compared): string {
  if (noPar2 !== null && noPar2 !== 'steps') return `none: ${NO_PAR2_WORDS[noPar2]}`;
  const [left, right] = [durationText(leftMs), durationText(rightMs)];
  const [leftClock, rightClock] = [clockOf(before), clockOf(after)];
  if (leftClock !== rightClock) {
    return `${left} before (${leftClock}), ${right} after (${rightClock})`;
  }
  const ratio = leftMs > 0 ? ` (${(rightMs / leftMs).toFixed(2)} times as long)` : '';
  return `${left} before, ${right} after${ratio}`;
}

function clockOf({ options }: Run): string {
  const other = otherSolverOf(options);
  if (other === null) return CLOCK_WORDS.solving;
  return other.kind === 'race' ? CLOCK_WORDS.wall : 'as claimed';
}

/** Disagreements that are listed; `--json` has more. */
const PUZZLES_LISTED = 10;

function standingsText(runs: readonly NamedRun[], standings: Standings, columns: number): string {
  const each = (text: (run: NamedRun) => string): string[] =>
    runs.map((run) => plainText(text(run)));
  // What is the same for all runs is said once.
  const once = (texts: readonly string[]): string =>
    texts.every((one) => one === texts[0]) ? texts[0] : texts.join(' | ');
  const { common, apart, runs: all, virtualBest } = standings;
  const labels = each(({ label }) => label);
  const head = [
    `${numberOf(runs.length, 'run')}: ${labels.join(' | ')}`,
    `corpora: ${once(each(({ store, run }) => corporaText(corporaOf(store, run))))}`,
    `machine: ${once(each(({ run }) => `${run.host}, ${run.cpu}`))}`,
    ...standingConditions(runs.map(({ run }) => run)).map(
      ({ name, values }) => `${name}: ${values.map(plainText).join(' | ')}`,
    ),
    '',
  ];
  if (common === 0) {
    const title = (i: number): string => `${labels[i]}, of ${numberOf(all[i].puzzles, 'puzzle')}`;
    return [
      ...head,
      'The runs have no puzzle in common: there is nothing to compare.',
      ...apart.map(([a, b]) => `  none is in both ${title(a)}, and ${title(b)}`),
      '',
    ].join('\n');
  }
  const sizes = all.map(({ puzzles }) => countText(puzzles)).join(' | ');
  const best = figuresOf({ ...virtualBest, shown: null, wrong: null, fastest: null });
  const rows = all.map((one, i) => [labels[i], ...figuresOf(one), CLOCK_WORDS[one.clock]]);
  return [
    ...head,
    `in all of them ${numberOf(common, 'puzzle')}, of ${sizes}`,
    '',
    tableText(HEAD, [...rows, ['virtual best', ...best, '']], columns),
    ...disagreementLines(standings),
  ].join('\n');
}

const NUMBERS = ['solved', 'shown only', 'wrong', 'PAR-2', 'time of solved', 'fastest'];
const HEAD = ['run', ...NUMBERS.map((number) => ({ number })), 'times are'];

type Figures = Pick<Standings['runs'][number], 'solved' | 'par2Ms' | 'solvedMs'> &
  Readonly<Record<'shown' | 'wrong' | 'fastest', number | null>>;

function figuresOf({ solved, shown, wrong, par2Ms, solvedMs, fastest }: Figures): string[] {
  const count = (value: number | null): string => (value === null ? '' : countText(value));
  const times = [durationText(par2Ms), durationText(solvedMs)];
  return [countText(solved), count(shown), count(wrong), ...times, count(fastest)];
}

function disagreementLines({ disagreements, disagreeing }: Standings): string[] {
  if (disagreements === 0) return [];
  const lines = disagreeing.map(
    ({ name, width, height, statuses }) =>
      `${plainText(name)}  ${width}x${height}  ${statuses.join(' | ')}`,
  );
  return [
    `the verdicts on ${numberOf(disagreements, 'puzzle')} cannot all be true`,
    ...firstOf(lines, PUZZLES_LISTED, '  ... and', disagreements),
    '',
  ];
}
