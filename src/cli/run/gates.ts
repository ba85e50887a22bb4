import { countText, numberOf } from '../../text/numbers.js';
import { plainText } from '../../text/plain-text.js';
import { findDifferences, findOffenders, type Offender } from '../../store/queries/offenders.js';
import type { Store } from '../../store/open/open.js';
import { countRun } from '../../store/queries/runs.js';
import { listRejects, type StoredReject } from '../../store/queries/stored-rejects.js';
import type { CommandOutcome } from '../outcome/outcome.js';
import type { Gates } from './run-options.js';
import type { Terminal } from '../terminal/terminal.js';

/** How many offenders are listed; a build log wants them all, a terminal not a million. */
const LISTED = 200;

const MEANINGS = {
  unique: 'have one solution',
  line: 'have one solution without guessing',
} as const;

/** Says what does not meet the gates, one line each. */
export function checkGates(
  store: Store,
  runId: number,
  gates: Gates,
  terminal: Terminal,
): CommandOutcome {
  let met = true;
  const { rejects, results } = countRun(store, runId);
  if (gates.strict && rejects > 0) {
    met = false;
    terminal.say(`nonomill: ${numberOf(rejects, 'entry is', 'entries are')} no puzzle (--strict):`);
    for (const reject of listRejects(store, runId, LISTED)) terminal.say(rejectLine(reject));
    sayMore(rejects, terminal);
  }
  if (gates.require !== null) {
    const { total, first } = findOffenders(store, runId, gates.require, LISTED);
    if (total > 0) {
      met = false;
      terminal.say(
        `nonomill: ${countText(total)} of ${numberOf(results, 'puzzle')} do not ` +
          `${MEANINGS[gates.require]} (--require ${gates.require}):`,
      );
      for (const offender of first) terminal.say(offenderLine(offender));
      sayMore(total, terminal);
    }
  }
  return met ? 'done' : 'unmet';
}

/** Says on which puzzles the second engine differs: then one of the two engines is wrong. */
export function checkAgreement(store: Store, runId: number, terminal: Terminal): CommandOutcome {
  const { total, first } = findDifferences(store, runId, LISTED);
  if (total === 0) return 'done';
  terminal.say(
    `nonomill: the cross-check DIFFERS on ${numberOf(total, 'puzzle')}: a verdict is wrong. ` +
      'Please report the puzzle:',
  );
  for (const offender of first) {
    terminal.say(`${offenderLine(offender)}: ${plainText(offender.error ?? '')}`);
  }
  sayMore(total, terminal);
  return 'failed';
}

function sayMore(total: number, terminal: Terminal): void {
  if (total > LISTED) terminal.say(`  and ${countText(total - LISTED)} more`);
}

function rejectLine({ path, ordinal, line, name, reason }: StoredReject): string {
  const place = line === null ? `${path}#${ordinal}` : `${path}:${line}`;
  return `  ${plainText(`${place}${name === null ? '' : ` (${name})`}: ${reason}`)}`;
}

function offenderLine({ name, title, width, height, status, technique, path }: Offender): string {
  const called = title === null ? name : `${name} (${title})`;
  const verdict = technique === null || status === 'multiple' ? status : `${status}, ${technique}`;
  return `  ${plainText(`${called}, ${width}x${height}: ${verdict}; ${path}`)}`;
}
