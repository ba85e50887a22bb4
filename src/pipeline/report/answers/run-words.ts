import { timeText } from '../../../solver/core/text/numbers.js';
import { plainText } from '../../../solver/core/text/plain-text.js';
import type { Store } from '../../store/open/open.js';
import { runById } from '../../store/stored-runs/read-runs.js';

/** The runs of an answer in words, each as one line: `Run 3 (book) of 2026-01-02 03:04 UTC`. */
export function runWords(store: Store, runIds: readonly number[]): string[] {
  return runIds.map((runId) => {
    const { name, startedAt, state } = runById(store, runId)!;
    const named = name === null ? '' : ` (${plainText(name)})`;
    const stateWords = state === 'complete' ? '' : ', not complete';
    return `Run ${runId}${named} of ${timeText(startedAt)}${stateWords}`;
  });
}
