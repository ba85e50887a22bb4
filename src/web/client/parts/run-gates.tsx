import type { JSX } from 'preact';
import { countText, numberOf } from '../../../text/numbers.js';
import type { GatesAnswer } from '../../api.js';
import { useFetched } from '../fetched.js';

/** PASS or FAIL of each gate of a run that has ended, and its files that are copies of others. */
export function RunGates({ run }: { readonly run: number }): JSX.Element | null {
  const { data } = useFetched<GatesAnswer>(`/api/runs/${run}/gates`);
  if (data === null) return null;
  const { gates, command, copies, copied } = data;
  return (
    <>
      {gates.length > 0 && (
        <section class="card" aria-label="Gates">
          <h2>Gates</h2>
          <ul>
            {gates.map(({ flag, holds, misfits, why }) => (
              <li key={flag}>
                <strong>{holds ? 'PASS' : 'FAIL'}</strong> <code>{flag}</code>
                {!holds && ` (${countText(misfits)}): ${why.join('; ')}`}
              </li>
            ))}
          </ul>
          {gates.some(({ holds }) => !holds) && (
            <p class="small">
              All that does not meet them: <code>{command}</code>
            </p>
          )}
        </section>
      )}
      {copies.map(({ path, of, results, rejects }) => (
        <p class="small" key={path}>
          {numberOf(results + rejects, 'entry is', 'entries are')} in {path} too, a copy of {of}.
        </p>
      ))}
      {copied > copies.length && (
        <p class="small">And {numberOf(copied - copies.length, 'more copy', 'more copies')}.</p>
      )}
    </>
  );
}
