import { countText, numberOf } from '../../text/numbers.js';
import { plainText } from '../../text/plain-text.js';
import {
  findDifferences,
  findFailedProofs,
  type Offenders,
} from '../../store/queries/offenders.js';
import type { CommandOutcome } from '../outcome/command-outcome.js';
import type { Terminal } from '../terminal/terminal.js';
import type { EvaluatedGates } from '../../store/gates/evaluate.js';
import { CorpusError } from '../../corpus/bytes/corpus-error.js';
import { linesOfEntries, type WantedEntry } from '../../corpus/reader/lines-of-entries.js';
import { offenderItem, type Finding, type FindingItem } from '../../store/gates/findings.js';
import type { Store } from '../../store/open/open.js';
import { solvedPuzzle } from '../../store/queries/stored-results.js';
import { countRun, runSources, type Run } from '../../store/runs/read-runs.js';
import { findingLines, githubLines, junitXml } from './findings-text.js';

/** How what does not meet the gates is listed. */
export type GateFormat = 'text' | 'github' | 'junit';

/** How many items of each kind people see at first; programs get all that were looked for. */
const LISTED = 10;

/** Gates of a run that were looked at, and how to list all that does not meet them. */
export interface CheckedGates extends EvaluatedGates {
  readonly run: Pick<Run, 'runId' | 'name'>;
  readonly format: GateFormat;
  /** What to type for the whole list; null if this is it. */
  readonly listCommand: string | null;
  /** Whether gates that hold are left out. */
  readonly quiet: boolean;
}

/** Reports what does not meet the gates of a run, for people or for programs, and PASS or FAIL last. */
export async function checkGates(
  store: Store,
  { run: { runId, name }, format, verdicts, findings: found, listCommand, quiet }: CheckedGates,
  terminal: Terminal,
): Promise<CommandOutcome> {
  const shown = format === 'text' && listCommand !== null ? LISTED : Infinity;
  const findings = await withLines(
    store,
    runId,
    found.map((finding) => ({ ...finding, items: finding.items.slice(0, shown) })),
  );
  if (format === 'junit') {
    const { results, rejects } = countRun(store, runId);
    const run = name ?? `nonomill run ${runId}`;
    await terminal.print(junitXml(findings, { entries: results + rejects, run }));
  } else if (format === 'github') {
    for (const line of githubLines(findings)) await terminal.print(`${line}\n`);
  } else {
    for (const line of findings.flatMap((finding) => findingLines(finding, listCommand)))
      terminal.say(line);
  }
  const holds = findings.length === 0;
  if (verdicts.length > 0 && !(quiet && holds)) terminal.say(gatesLine(verdicts));
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
  return sayErrors(found, `${what}. Please report the puzzle:`, terminal);
}

/** Reports the puzzles whose proof was refused by its checker, or could not be written. */
export function checkProofs(store: Store, runId: number, terminal: Terminal): CommandOutcome {
  const found = findFailedProofs(store, runId, LISTED);
  return sayErrors(found, `the proofs of ${numberOf(found.total, 'puzzle')} FAILED:`, terminal);
}

function sayErrors({ total, first }: Offenders, what: string, terminal: Terminal): CommandOutcome {
  if (total === 0) return 'done';
  terminal.say(`nonomill: ${what}`);
  for (const offender of first) {
    const { called, what: verdict, path } = offenderItem(offender);
    terminal.say(`  ${plainText(`${called}, ${verdict}; ${path}: ${offender.error ?? ''}`)}`);
  }
  if (total > LISTED) terminal.say(`  and ${countText(total - LISTED)} more`);
  return 'failed';
}

/**
 * The findings with the lines at which their puzzles begin: the corpora are read again for them, as far
 * as the last of them, since a line in every row would cost all runs more. A puzzle that is not in its
 * place any more has no line, and nor has one of standard input.
 */
async function withLines(
  store: Store,
  runId: number,
  findings: readonly Finding[],
): Promise<Finding[]> {
  const ids = findings.flatMap(({ items }) => items.flatMap(({ puzzleId }) => puzzleId ?? []));
  const lines = await linesOf(store, runId, new Set(ids));
  const withLine = (item: FindingItem): FindingItem =>
    item.puzzleId === null ? item : { ...item, line: lines.get(item.puzzleId) ?? null };
  return findings.map((finding) => ({ ...finding, items: finding.items.map(withLine) }));
}

async function linesOf(
  store: Store,
  runId: number,
  ids: ReadonlySet<number>,
): Promise<ReadonlyMap<number, number>> {
  const found = new Map<number, number>();
  if (ids.size === 0) return found;
  const bySource = new Map<number, (WantedEntry & { readonly puzzleId: number })[]>();
  for (const id of ids) {
    const solved = solvedPuzzle(store, runId, id);
    if (solved === null) continue;
    const { sourceId, ordinal, fingerprint, puzzleId } = solved;
    bySource.set(sourceId, [...(bySource.get(sourceId) ?? []), { ordinal, fingerprint, puzzleId }]);
  }
  for (const { sourceId, path, format, sha256, reading } of runSources(store, runId)) {
    const wanted = bySource.get(sourceId);
    bySource.delete(sourceId);
    if (wanted === undefined || sha256 === null) continue;
    const ignoreStart = reading !== '';
    const lines = await linesOfEntries({ path, format }, wanted, ignoreStart).catch(ifGone);
    for (const { puzzleId, ordinal } of wanted) {
      const line = lines.get(ordinal);
      if (line !== undefined) found.set(puzzleId, line);
    }
  }
  return found;
}

/** The file may have been moved since it was solved. */
function ifGone(error: unknown): ReadonlyMap<number, number> {
  if (!(error instanceof CorpusError)) throw error;
  return new Map();
}
