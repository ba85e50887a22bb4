import { countText, numberOf } from '../../../solver/core/text/numbers.js';
import { githubMessage, githubProperty, markupText } from '../../../solver/core/text/escape.js';
import { withCode } from '../../../solver/core/text/error-codes.js';
import { plainText } from '../../../solver/core/text/plain-text.js';
import {
  countFaultyRejects,
  findCrashes,
  findDifferences,
  findFailedProofs,
  type Offenders,
} from '../../store/queries/offenders.js';
import type { CommandOutcome } from '../terminal/outcome.js';
import type { Terminal } from '../terminal/terminal.js';
import type { EvaluatedGates } from '../../store/gates/evaluate.js';
import { findingsWithLines } from '../../runs/stages/puzzle-lines.js';
import {
  calledName,
  offenderItem,
  type Finding,
  type FindingItem,
  listed,
} from '../../store/gates/finding.js';
import { resultPages } from '../../store/listing/result-page.js';
import { sinceFigures } from '../../report/summary/since-topic.js';
import type { SinceLastNight } from '../../store/changes/since.js';
import type { Store } from '../../store/open/open.js';
import { listLeftOut } from '../../store/stored-runs/run-corpora.js';
import { countRun, type Run } from '../../store/stored-runs/read-runs.js';

/** How what does not meet the gates is listed. */
export type GateFormat = 'text' | 'github' | 'junit';

/** How many items of each kind people see at first; programs get all that were looked for. */
const LISTED = 10;

/** Gates of a run that were looked at, and how to list all that does not meet them. */
export interface CheckedGates extends EvaluatedGates {
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

/**
 * Reports what does not meet the gates of a run, for people or for programs, and PASS or FAIL last.
 */
export async function checkGates(
  store: Store,
  checked: CheckedGates,
  terminal: Terminal,
): Promise<CommandOutcome> {
  const { format, verdicts, findings: found, listCommand, quiet, missing = [] } = checked;
  const { since } = checked;
  const { runId, name } = checked.run;
  const shown = format === 'text' && listCommand !== null ? LISTED : Infinity;
  const findings = await findingsWithLines(
    store,
    runId,
    found.map((finding) => ({ ...finding, items: finding.items.slice(0, shown) })),
  );
  // People have seen them named, and with --strict they are a finding.
  const isStrict = verdicts.some(({ flag }) => flag === '--strict');
  const leftOut = format === 'text' || isStrict ? [] : listLeftOut(store, runId);
  const compared = verdicts.flatMap(({ flag, holds, isFirst, compared: what }) =>
    what === null ? [] : [{ flag, holds, isFirst, what: plainText(what) }],
  );
  if (format === 'junit') {
    const run = name ?? `nonomill run ${runId}`;
    const files = leftOut.map(({ path, reason }) => `left out: ${path}: ${reason}`);
    const first = compared.filter(({ isFirst }) => isFirst);
    const skipped = [...missing, ...files, ...first.map(({ flag, what }) => `${flag}: ${what}`)];
    const counts = { run, skipped, compared, since };
    for (const part of junitXml(store, runId, findings, counts)) await terminal.print(part);
  } else if (format === 'github') {
    const warnings = missing.map((part) => `::warning title=merge::${githubMessage(part)}`);
    for (const { path, reason } of leftOut) {
      const place = `file=${githubProperty(path)},title=left out`;
      warnings.push(`::warning ${place}::${githubMessage(`${path}: ${reason}`)}`);
    }
    for (const { flag, holds, isFirst, what } of compared) {
      const level = isFirst ? 'warning' : 'notice';
      if (holds) warnings.push(`::${level} title=${githubProperty(flag)}::${githubMessage(what)}`);
    }
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

/** `gates: PASS --strict, FAIL --require line (3)`: the last line of a run. */
function gatesLine(verdicts: CheckedGates['verdicts']): string {
  const texts = verdicts.map(({ flag, holds, misfits }) =>
    holds ? `PASS ${flag}` : `FAIL ${flag} (${countText(misfits)})`,
  );
  return `gates: ${texts.join(', ')}`;
}

/** Reports the puzzles on which the second engine differs: then one of the two engines is wrong. */
export function checkAgreement(store: Store, runId: number, terminal: Terminal): CommandOutcome {
  const found = findDifferences(store, runId, LISTED);
  const what = `the cross-check DIFFERS on ${numberOf(found.total, 'puzzle')}: a verdict is wrong`;
  const text = `${what}. Please report the puzzle`;
  return sayErrors(found, withCode(text, 'NM_CROSS_CHECK_DIFFERS'), terminal);
}

/** Reports the puzzles whose proof was refused by its checker, or could not be written. */
export function checkProofs(store: Store, runId: number, terminal: Terminal): CommandOutcome {
  const found = findFailedProofs(store, runId, LISTED);
  const text = `the proofs of ${numberOf(found.total, 'puzzle')} FAILED`;
  return sayErrors(found, withCode(text, 'NM_PROOF_INVALID'), terminal);
}

/** Reports the entries that the program itself failed on, whatever else came of the run. */
export function checkFaults(store: Store, runId: number, terminal: Terminal): CommandOutcome {
  const crashes = findCrashes(store, runId, LISTED);
  const text = `the program failed on ${numberOf(crashes.total, 'puzzle')}; "--retry crash" tries again. Please report what it says`;
  const outcome = sayErrors(crashes, withCode(text, 'NM_UNEXPECTED'), terminal);
  const unread = countFaultyRejects(store, runId);
  if (unread === 0) return outcome;
  const rejects = `the program failed on ${numberOf(unread, 'entry', 'entries')} of the rejects`;
  terminal.say(`nonomill: ${withCode(`${rejects}. Please report the reason`, 'NM_UNEXPECTED')}`);
  return 'negative';
}

function sayErrors({ total, first }: Offenders, what: string, terminal: Terminal): CommandOutcome {
  if (total === 0) return 'done';
  terminal.say(`nonomill: ${what}:`);
  for (const offender of first) {
    const { called, what: verdict, path } = offenderItem(offender);
    terminal.say(`  ${plainText(`${called}, ${verdict}; ${path}: ${offender.error ?? ''}`)}`);
  }
  if (total > LISTED) terminal.say(`  and ${countText(total - LISTED)} more`);
  return 'negative';
}

// Findings, as people, build servers and GitHub Actions read them.

/**
 * A finding as lines for people: a headline, one item a line, and how many more there are, with the
 * command that lists them.
 */
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

function itemText({ path, line, called, what }: FindingItem, kind: Finding['kind']): string {
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
  return findings.flatMap(({ gate, headline, items }) => [
    `::error title=${githubProperty(gate)}::${githubMessage(headline)}`,
    ...items.map(({ path, line, called, what }) => {
      const place = `file=${githubProperty(path)}${line === null ? '' : `,line=${line}`}`;
      return `::error ${place},title=${githubProperty(gate)}::${githubMessage(`${called}: ${what}`)}`;
    }),
  ]);
}

/** What a JUnit report counts in addition to the findings. */
interface GateCounts {
  readonly run: string;
  readonly since: SinceLastNight | null;
  /** Parts of it that are missing, and files that were left out, a phrase each. */
  readonly skipped: readonly string[];
  readonly compared: readonly {
    readonly flag: string;
    readonly holds: boolean;
    readonly isFirst: boolean;
    readonly what: string;
  }[];
}

/** Puzzles that are read at once. */
const PAGE = 2000;

/**
 * Findings as JUnit XML, which build servers read, in parts: a failed test for each item, and a
 * passed one for each gate that compared and for each puzzle that nothing was found about. Of
 * findings with more items than are listed nobody knows which puzzles they are: then the puzzles
 * that passed are one test.
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

/** What is new, as properties of the run. */
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
