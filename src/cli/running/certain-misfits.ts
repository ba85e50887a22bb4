import { NO_GATES, gatesOf } from '../../core/run-record/gates.js';
import { numberOf } from '../../core/text/numbers.js';
import type { RunPreview } from '../../runs/stages/preview-run.js';

/** Gates of a run that will not hold, whatever solving finds: a phrase for each. */
export function certainMisfits({ request, run, survey, leftOut }: RunPreview): string[] {
  const { gates = run === null ? (request.newGates ?? NO_GATES) : gatesOf(run.options) } = request;
  const { rejects, equal, files } = survey;
  const found: string[] = [];
  if (gates.strict) {
    const empty = files.filter(
      ({ entries, copyOf, bytes }) => entries === 0 && copyOf === null && bytes !== null,
    );
    const reasons = [
      ...(rejects.count > 0 ? [numberOf(rejects.count, 'reject')] : []),
      ...(leftOut.length > 0 ? [`${numberOf(leftOut.length, 'file')} left out`] : []),
      ...(empty.length > 0 && request.limit === null
        ? [`${numberOf(empty.length, 'file')} without entries`]
        : []),
    ];
    if (reasons.length > 0) found.push(`--strict will not hold: ${reasons.join(', ')}`);
  }
  if (gates.require.includes('distinct') && equal.surplus > 0) {
    found.push(
      `--require distinct will not hold: ${numberOf(equal.groups, 'puzzle')} more than once`,
    );
  }
  return found;
}
