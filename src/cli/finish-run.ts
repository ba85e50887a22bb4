import type { RunOutcome } from '../batch/run-outcome.js';
import { countText } from '../report/number-text.js';
import { gatherNumbers } from '../report/numbers.js';
import { summaryText } from '../report/summary-text.js';
import { summaryJson } from '../report/summary.js';
import { countCrossChecks } from '../store/offenders.js';
import { openStore, type Store } from '../store/open.js';
import { checkAgreement, checkGates } from './gates.js';
import type { CommandOutcome } from './outcome.js';
import type { RunOptions } from './run-options.js';
import type { Terminal } from './terminal.js';

/** What follows a complete run: the report, the summary, and what must hold of the results. */
export async function finishRun(
  outcome: RunOutcome,
  { request, gates, json, quiet }: RunOptions,
  terminal: Terminal,
): Promise<CommandOutcome> {
  const store = openStore(request.db, { readonly: true });
  try {
    const numbers = gatherNumbers(store, outcome.runId);
    if (json) await terminal.print(summaryJson(numbers));
    else if (!quiet)
      await terminal.print(
        `\n${summaryText(numbers)}\n${proofText(outcome)}${crossCheckText(store, outcome.runId)}`,
      );
    const gate = checkGates(store, outcome.runId, gates, terminal);
    const agreement = checkAgreement(store, outcome.runId, terminal);
    return agreement === 'done' ? gate : agreement;
  } finally {
    store.close();
  }
}

/** Says that every entry is accounted for: a run whose proof does not hold never gets here. */
function proofText({ proof: { entries, results, rejects } }: RunOutcome): string {
  if (entries === null) return '';
  return `proof        ${countText(entries)} entries = ${countText(results)} results + ${countText(rejects)} rejects\n`;
}

/** How many verdicts were checked, where any were. */
function crossCheckText(store: Store, runId: number): string {
  const counts = [...countCrossChecks(store, runId)];
  if (counts.length === 0) return '';
  const words = counts.map(([agreement, count]) => `${countText(count)} ${agreement}`);
  return `cross-check  ${words.join(', ')}\n`;
}
