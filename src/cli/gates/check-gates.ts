import { countText, numberOf } from '../../text/numbers.js';
import { plainText } from '../../text/plain-text.js';
import {
  findDifferences,
  findFailedProofs,
  type Offenders,
} from '../../store/queries/offenders.js';
import type { Store } from '../../store/open/open.js';
import { countRun, type Run } from '../../store/runs/runs.js';
import type { CommandOutcome } from '../outcome/outcome.js';
import { gatesOf } from '../../result/run/gates.js';
import type { GateFormat } from './gates.js';
import type { Terminal } from '../terminal/terminal.js';
import { findUnmet, offenderItem } from './findings.js';
import { githubLines } from './findings-github.js';
import { junitXml } from './findings-junit.js';
import { findingLines } from './findings-text.js';

/**
 * How many items of each kind are listed: a build log needs all of them, a terminal not a million.
 */
const LISTED = 200;

/** Reports what does not meet the gates of a run, for people or for programs. */
export async function checkGates(
  store: Store,
  { runId, name, options }: Run,
  format: GateFormat,
  terminal: Terminal,
): Promise<CommandOutcome> {
  const findings = findUnmet(store, runId, gatesOf(options), LISTED);
  if (format === 'junit') {
    const { results, rejects } = countRun(store, runId);
    const run = name ?? `nonomill run ${runId}`;
    await terminal.print(junitXml(findings, { entries: results + rejects, run }));
  } else if (format === 'github') {
    for (const line of githubLines(findings)) await terminal.print(`${line}\n`);
  } else {
    for (const line of findings.flatMap(findingLines)) terminal.say(line);
  }
  return findings.length === 0 ? 'done' : 'unmet';
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
