import { countText, numberOf } from '../../../solver/core/text/numbers.js';
import type { RunOutcome } from '../../runs/request.js';
import { StoreError } from '../../store/open/store-error.js';
import {
  gatherNumbers,
  withLines,
  type Numbers,
  type StoppedRun,
  summaryJson,
} from '../../report/summary/numbers.js';
import { summaryText } from '../../report/summary/summary-text.js';
import { ReportError, whyNoReport, writeReport } from '../../report/write-report.js';
import {
  type GateVerdict,
  calledName,
  offenderItem,
  type Finding,
  listed,
  countFaultyRejects,
  findOffenders,
  type evaluateGates,
} from '../../store/gates.js';
import type { SinceLastNight } from '../../store/changes/since.js';
import { noteNight } from '../../store/history.js';
import type { Store } from '../../store/open/open.js';
import type { NightWatch } from '../command.js';
import { withStore } from '../with-store.js';
import { type CommandOutcome, Failure, firstOf, type Terminal, titled } from '../terminal.js';
import { basename, dirname, extname, join } from 'node:path';
import { makeWritableFolder, whyNoFolder } from '../../files/files.js';
import { systemReason, withCode } from '../../../solver/core/text/error-codes.js';
import { githubCommand, markupText } from '../../../solver/core/text/escape.js';
import { plainText } from '../../../solver/core/text/plain-text.js';
import { findingsWithLines } from '../../runs/puzzle-lines.js';
import { resultPages } from '../../store/listing/result-page.js';
import { sinceFigures } from '../../report/summary/summary-topics.js';
import { listLeftOut, countRun, type Run } from '../../store/stored-runs.js';

type GateFormat = 'text' | 'github' | 'junit';

export interface ReportOptions {
  /** The folder where the report goes; if null, it is below reports/, named after the run. */
  readonly report: string | null;
  readonly noReport: boolean;
  readonly gateFormat: GateFormat;
  readonly json: boolean;
  readonly quiet: boolean;
}

interface ReportedRun extends ReportOptions {
  readonly db: string;
}

/** How a run ended with what was asked of it, and what was written of it. */
interface ReportedOutcome {
  readonly outcome: CommandOutcome;
  readonly verdicts: readonly GateVerdict[];
  /** What is new in it; null if it was not looked at. */
  readonly since: SinceLastNight | null;
  readonly report: string | null;
}

/**
 * What follows a run that is done: report, summary, and gates over what is there. `missing` are the
 * parts that a merged run does without, a phrase each.
 */
export async function reportRun(
  outcome: RunOutcome,
  options: ReportedRun,
  terminal: Terminal,
  { missing = [], night }: { missing?: readonly string[]; night?: NightWatch | undefined } = {},
): Promise<ReportedOutcome> {
  const { db, gateFormat, json, quiet } = options;
  const { runId } = outcome;
  return withStore(db, async (store) => {
    const stopped = missing.length === 0 ? null : { ...stoppedRun(outcome), missing };
    const { numbers, paths } = await reported(store, outcome, options, stopped);
    night?.reported(numbers);
    if (json) await terminal.print(summaryJson(numbers));
    else if (!quiet && gateFormat !== 'junit') {
      const lines = [...accountLines(outcome, numbers), ...writtenLines(paths, db)];
      await terminal.print(
        `\n${summaryText(numbers, terminal.output.columns)}\n${lines.join('\n')}\n`,
      );
    }
    // Looking for differences takes a fifth of a second in a million results.
    const { crossCheck, proven } = numbers;
    const agreement = crossCheck === null ? 'done' : sayErrors(store, runId, 'differs', terminal);
    const proofs = proven === null ? 'done' : sayErrors(store, runId, 'unproven', terminal);
    const isFaulty = (numbers.byStatus.crash ?? 0) + numbers.rejects > 0;
    const faults = isFaulty ? checkFaults(store, runId, terminal) : 'done';
    if (missing.length === 0)
      noteNight(db, numbers.run, { verdicts: numbers.gates.verdicts, nights: numbers.nights });
    const { run, since } = numbers;
    const checked = { ...numbers.gates, run, since, format: gateFormat, quiet, missing };
    const listed = { ...checked, listCommand: numbers.gatesCommand };
    const gate = await checkGates(store, listed, terminal);
    return {
      outcome: [agreement, proofs, faults].find((check) => check !== 'done') ?? gate,
      verdicts: numbers.gates.verdicts,
      since,
      report: paths.at(0) ?? null,
    };
  });
}

async function reported(
  store: Store,
  { runId }: RunOutcome,
  { report, noReport, db }: Pick<ReportedRun, 'report' | 'noReport' | 'db'>,
  stopped: StoppedRun | null = null,
): ReturnType<typeof writeReport> {
  if (noReport) {
    const numbers = await withLines(store, gatherNumbers(store, runId, { stopped }));
    return { numbers, paths: [] };
  }
  return writeReport(store, runId, report ?? reportFolder(db, runId), stopped);
}

/** Writes the report of a run that was stopped; warns if it cannot. Returns its page, or null. */
export async function reportStopped(
  outcome: RunOutcome,
  options: Pick<ReportedRun, 'db' | 'report' | 'noReport' | 'quiet'>,
  terminal: Terminal,
): Promise<string | null> {
  if (options.noReport) return null;
  try {
    return await withStore(options.db, async (store) => {
      const { paths } = await reported(store, outcome, options, stoppedRun(outcome));
      if (!options.quiet) terminal.say(`Report of what there is: ${paths[0]}`);
      return paths[0];
    });
  } catch (error) {
    if (!(error instanceof ReportError) && !(error instanceof StoreError)) throw error;
    terminal.say(`nonomill: ${error.message}`);
    return null;
  }
}

function stoppedRun({ kind, solved, left, proof }: RunOutcome): StoppedRun {
  const isRetry = kind === 'retried';
  const done = isRetry ? solved : proof.results + proof.rejects + proof.copied;
  return {
    kind: isRetry ? 'retry' : 'run',
    done,
    of: left === null ? null : done + left.count,
    isEstimate: left?.isEstimate ?? false,
  };
}

/** That all is accounted for: a run whose account does not hold never gets here. */
function accountLines(
  { proof: { entries, results, rejects, copied } }: RunOutcome,
  { corpora, leftOut, copies }: Numbers,
): string[] {
  const all = numberOf(entries ?? results + rejects + copied, 'entry', 'entries');
  const again = copies.length === 0 ? '' : ` + ${countText(copied)} in copies`;
  const sums = `${all} = ${numberOf(results, 'result')} + ${numberOf(rejects, 'reject')}${again}`;
  const files = numberOf(corpora.files + leftOut.length, 'file');
  const read = `${files}: ${countText(corpora.files)} read, ${countText(leftOut.length)} left out`;
  return titled('accounted for', leftOut.length === 0 ? [sums] : [read, sums]);
}

/** The files that a run has written, for people to open. */
export function writtenLines(paths: readonly string[], db: string): string[] {
  return titled('written', [...paths, db]);
}

/** Makes the folder that the user named before any work, for a report after a long night. */
export function prepareReportFolder(dir: string | null): void {
  if (dir === null) return;
  let reason: string | null;
  try {
    makeWritableFolder(dir);
    reason = whyNoReport(dir);
  } catch (error) {
    reason = systemReason(error, 'write');
  }
  if (reason !== null) throw noReport(dir, reason);
}

/** Why that would be refused, as far as it shows without making it; null if it would not. */
export function whyNoReportFolder(dir: string | null): Failure | null {
  if (dir === null) return null;
  const reason = whyNoFolder(dir) ?? whyNoReport(dir);
  return reason === null ? null : noReport(dir, reason);
}

function noReport(dir: string, reason: string): Failure {
  const what = `the report cannot be written to ${dir} (${reason})`;
  const todo = 'Name another folder with --report, or use --no-report.';
  return new Failure('NM_REPORT_NOT_WRITTEN', what, todo);
}

/**
 * Where the report of a run goes by default: beside the database, as `run-7`; for `name.sqlite`,
 * which may have others beside it, as `name-run-7`. For a database with another ending it is
 * `name.db.run-7`: `name.sqlite` may be there as well.
 */
export function reportFolder(db: string, runId: number): string {
  const name = basename(db);
  const stem = basename(name, ENDING);
  const called = extname(name) !== ENDING ? `${name}.` : stem === 'nonomill' ? '' : `${stem}-`;
  return join(dirname(db), `${called}run-${runId}`);
}

/** How a database is called unless somebody calls it otherwise. */
const ENDING = '.sqlite';

/** How many items of each kind people see at first; programs get all that were looked for. */
const LISTED = 10;

/** Gates of a run that were looked at, and how to list all that does not meet them. */
interface CheckedGates extends ReturnType<typeof evaluateGates> {
  readonly run: Pick<Run, 'runId' | 'name'>;
  /** What is new in it: properties of a JUnit report. */
  readonly since: SinceLastNight | null;
  readonly format: GateFormat;
  /** What to type for the whole list; null if this is it. */
  readonly listCommand: string | null;
  /** Whether gates that hold are left out. */
  readonly quiet: boolean;
  /** Parts of the run that are missing, a phrase each: the gates are judged without them. */
  readonly missing?: readonly string[];
}

/** Reports what does not meet the gates, for people or programs, and PASS or FAIL last. */
export async function checkGates(
  store: Store,
  checked: CheckedGates,
  terminal: Terminal,
): Promise<CommandOutcome> {
  const { format, verdicts, findings: found, listCommand, quiet, missing = [] } = checked;
  const { since } = checked;
  const { runId, name } = checked.run;
  const shown = format === 'text' && listCommand !== null ? LISTED : Infinity;
  const cut = found.map((finding) => ({ ...finding, items: finding.items.slice(0, shown) }));
  const findings = await findingsWithLines(store, runId, cut);
  // People have seen them named, and with --strict they are a finding.
  const isStrict = verdicts.some(({ flag }) => flag === '--strict');
  const leftOut = format === 'text' || isStrict ? [] : listLeftOut(store, runId);
  const compared = comparisons(verdicts);
  if (format === 'junit') {
    const run = name ?? `nonomill run ${runId}`;
    const files = leftOut.map(({ path, reason }) => `left out: ${path}: ${reason}`);
    const first = compared.filter(({ isFirst }) => isFirst);
    const skipped = [...missing, ...files, ...first.map(({ flag, what }) => `${flag}: ${what}`)];
    const counts = { run, skipped, compared, since };
    for (const part of junitXml(store, runId, findings, counts)) await terminal.print(part);
  } else if (format === 'github') {
    const warnings = missing.map((part) => githubCommand('warning', { title: 'merge' }, part));
    for (const { path: file, reason } of leftOut) {
      const place = { file, title: 'left out' };
      warnings.push(githubCommand('warning', place, `${file}: ${reason}`));
    }
    for (const { flag: title, holds, isFirst, what } of compared)
      if (holds) warnings.push(githubCommand(isFirst ? 'warning' : 'notice', { title }, what));
    for (const line of [...warnings, ...githubLines(findings)]) await terminal.print(`${line}\n`);
  } else {
    for (const line of findings.flatMap((finding) => findingLines(finding, listCommand)))
      terminal.say(line);
    // What was not compared with anything is said even where nothing else is.
    for (const { flag, isFirst, what } of compared) {
      if (!quiet || findings.length > 0 || isFirst)
        terminal.say(`${isFirst ? 'Warning: ' : ''}${flag}: ${what}`);
    }
  }
  const holds = findings.length === 0;
  if (verdicts.length > 0 && !(quiet && holds)) {
    const without = missing.length === 0 ? '' : ` (without what is missing: ${missing.join('; ')})`;
    terminal.say(gatesLine(verdicts) + without);
  }
  return holds ? 'done' : 'unmet';
}

/** What gates were compared with, in words. */
function comparisons(verdicts: CheckedGates['verdicts']) {
  return verdicts.flatMap(({ flag, holds, isFirst, compared: what }) =>
    what === null ? [] : [{ flag, holds, isFirst, what: plainText(what) }],
  );
}

/** `gates: PASS --strict, FAIL --require line (3)`: the last line of a run. */
function gatesLine(verdicts: CheckedGates['verdicts']): string {
  const texts = verdicts.map(({ flag, holds, misfits }) =>
    holds ? `PASS ${flag}` : `FAIL ${flag} (${countText(misfits)})`,
  );
  return `gates: ${texts.join(', ')}`;
}

/** Reports the entries that the program itself failed on, whatever else came of the run. */
function checkFaults(store: Store, runId: number, terminal: Terminal): CommandOutcome {
  const outcome = sayErrors(store, runId, 'crash', terminal);
  const unread = countFaultyRejects(store, runId);
  if (unread === 0) return outcome;
  const rejects = `the program failed on ${numberOf(unread, 'entry', 'entries')} of the rejects`;
  terminal.say(`nonomill: ${withCode(`${rejects}. Please report the reason`, 'NM_UNEXPECTED')}`);
  return 'negative';
}

const ERRORS = {
  /** The second engine differs: then one of the two is wrong. */
  differs: (puzzles: string) =>
    withCode(
      `the cross-check DIFFERS on ${puzzles}: a verdict is wrong. Please report the puzzle`,
      'NM_CROSS_CHECK_DIFFERS',
    ),
  unproven: (puzzles: string) => withCode(`the proofs of ${puzzles} FAILED`, 'NM_PROOF_INVALID'),
  crash: (puzzles: string) =>
    withCode(
      `the program failed on ${puzzles}; "--retry crash" tries again. Please report what it says`,
      'NM_UNEXPECTED',
    ),
};

/** Reports the puzzles of a kind that there must not be, and says whether there are some. */
export function sayErrors(
  store: Store,
  runId: number,
  kind: keyof typeof ERRORS,
  terminal: Terminal,
): CommandOutcome {
  const { total, first } = findOffenders(store, runId, kind, LISTED);
  if (total === 0) return 'done';
  terminal.say(`nonomill: ${ERRORS[kind](numberOf(total, 'puzzle'))}:`);
  const lines = first.map((offender) => {
    const { called, what, path } = offenderItem(offender);
    return plainText(`${called}, ${what}; ${path}: ${offender.error ?? ''}`);
  });
  for (const line of firstOf(lines, LISTED, '  and', total)) terminal.say(line);
  return 'negative';
}

// Findings, as people, build servers and GitHub Actions read them.

/** For people: a headline, an item a line, how many more, and what lists them. */
function findingLines(finding: Finding, listCommand: string | null): string[] {
  const { headline, gate, items, total } = finding;
  const lines = [`nonomill: ${headline} (${gate})${items.length > 0 ? ':' : ''}`];
  for (const item of items) lines.push(`  ${plainText(itemText(item, finding.kind))}`);
  const more = total - listed(items);
  if (items.length > 0 && more > 0) {
    lines.push(`  and ${countText(more)} more${listCommand === null ? '' : `: ${listCommand}`}`);
  }
  return lines;
}

function itemText(
  { path, line, called, what }: Finding['items'][number],
  kind: Finding['kind'],
): string {
  if (
    called !== path &&
    (kind === 'not-met' || kind === 'misfit' || kind === 'duplicate' || kind === 'worse')
  ) {
    return `${called}, ${what}; ${path}${line === null ? '' : `:${line}`}`;
  }
  const place = line === null ? called : `${path}:${line}`;
  return line === null || called === path ? `${place}: ${what}` : `${place} (${called}): ${what}`;
}

/**
 * Findings as workflow commands of GitHub Actions: an annotation for each item, and one with the
 * number of each finding, since only the first annotations of a step are shown. The format is
 * documented under "Workflow commands for GitHub Actions".
 */
function githubLines(findings: readonly Finding[]): string[] {
  return findings.flatMap(({ gate: title, headline, items }) => [
    githubCommand('error', { title }, headline),
    ...items.map(({ path: file, line, called, what }) =>
      githubCommand('error', { file, line, title }, `${called}: ${what}`),
    ),
  ]);
}

/** What a JUnit report counts in addition to the findings. */
interface GateCounts {
  readonly run: string;
  readonly since: SinceLastNight | null;
  /** Parts of it that are missing, and files that were left out, a phrase each. */
  readonly skipped: readonly string[];
  readonly compared: ReturnType<typeof comparisons>;
}

const PAGE = 2000;

/**
 * Findings as JUnit XML, which build servers read, in parts: a failed test for each item, and a
 * passed one for each gate that compared and for each puzzle that nothing was found about. If a
 * finding has more items than are listed, nobody knows which puzzles passed: they are one test.
 */
function* junitXml(
  store: Store,
  runId: number,
  findings: readonly Finding[],
  { run, skipped, compared, since }: GateCounts,
): Generator<string> {
  const cases = findings.flatMap(({ gate, kind, headline, total, items }) => {
    const failed = items.map(({ path, line, called, what }) => {
      const place = `${path}${line === null ? '' : `:${line}`}`;
      return testCase(`${gate} (${kind})`, called, failure(`${what}; ${place}`));
    });
    const unlisted = total - listed(items);
    if (unlisted > 0)
      failed.push(testCase(`${gate} (${kind})`, `${unlisted} more`, failure(headline)));
    return failed;
  });
  const { results, rejects } = countRun(store, runId);
  const isWhole = findings.every(({ total, items }) => total === listed(items));
  const unmet = new Set(findings.flatMap(({ items }) => items.map(({ puzzleId }) => puzzleId)));
  unmet.delete(null);
  const met = isWhole ? results - unmet.size : 1;
  const held = compared.filter(({ holds, isFirst }) => holds && !isFirst);
  const tests = cases.length + skipped.length + held.length + met;
  const attributes = `tests="${tests}" failures="${cases.length}"${skipped.length === 0 ? '' : ` skipped="${skipped.length}"`}`;
  yield [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${attributes}>`,
    `  <testsuite name="${lineText(run)}" ${attributes}>`,
    ...sinceProperties(since),
    ...held.map(({ flag, what }) => testCase(flag, what)),
    ...skipped.map((part) => testCase('nonomill', part, '<skipped/>')),
    ...cases,
    ...(isWhole ? [] : [testCase('nonomill', `${countText(results + rejects)} entries read`)]),
    '',
  ].join('\n');
  const all = { filter: {}, sort: 'order', descending: false, runId } as const;
  for (const rows of isWhole ? resultPages(store, all, PAGE) : []) {
    const others = rows.filter(({ puzzleId }) => !unmet.has(puzzleId));
    yield others.map((row) => `${testCase(row.path ?? run, calledName(row))}\n`).join('');
  }
  yield '  </testsuite>\n</testsuites>\n';
}

function sinceProperties(since: SinceLastNight | null): string[] {
  const figures = sinceFigures(since);
  if (since?.kind !== 'compared' || figures === null) return [];
  const properties = [['run', since.before.runId] as const, ...figures].map(
    ([name, value]) => `      <property name="since.${name}" value="${value}"/>`,
  );
  return ['    <properties>', ...properties, '    </properties>'];
}

function testCase(classname: string, name: string, ending = ''): string {
  const start = `    <testcase classname="${lineText(classname)}" name="${lineText(name)}"`;
  return ending === '' ? `${start}/>` : `${start}>${ending}</testcase>`;
}

function failure(why: string): string {
  return `<failure message="${lineText(why)}"/>`;
}

/** One line: what shows a report has no room for more. */
function lineText(text: string): string {
  return markupText(plainText(text));
}
