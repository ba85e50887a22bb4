import type { JSX } from 'preact';
import { countText, numberOf } from '../../../core/text/numbers.js';
import type { GatesAnswer } from '../../api.js';
import { gatesVerdict } from '../../../core/run-record/gates.js';
import { plainText } from '../../../core/text/plain-text.js';
import { useFetched } from '../window/fetched.js';
import { Notice } from '../parts/notice.js';

/**
 * PASS or FAIL of each gate of a run that has ended, its damaged results, and its files that are
 * copies of others.
 */
export function RunGates({ run }: { readonly run: number }): JSX.Element | null {
  const { data } = useFetched<GatesAnswer>(`/api/runs/${run}/gates`);
  if (data === null) return null;
  const { gates, command, copies, copied, damaged } = data;
  const failed = gates.filter(({ holds }) => !holds).length;
  return (
    <>
      {damaged.rows > 0 && (
        <Notice
          kind="bad"
          title={`${numberOf(damaged.rows, 'result is', 'results are')} damaged: their numbers cannot be right.`}
        >
          <ul>
            {damaged.first.map((text) => (
              <li key={text}>{plainText(text)}</li>
            ))}
          </ul>
        </Notice>
      )}
      {gates.length > 0 && (
        <section class={`notice gate-list ${failed === 0 ? 'good' : 'bad'}`} aria-label="Gates">
          <h2>{gatesVerdict(gates.length, failed)}</h2>
          <ul class="gates">
            {gates.map(({ flag, holds, misfits, why, compared }) => (
              <li key={flag}>
                <span class={`badge ${holds ? 'unique' : 'contradiction'}`}>
                  {holds ? 'PASS' : 'FAIL'}
                </span>{' '}
                <code>{flag}</code>
                {!holds && ` (${countText(misfits)}): ${why.join('; ')}`}
                {compared !== null && !why.includes(compared) && `${holds ? ':' : ';'} ${compared}`}
              </li>
            ))}
          </ul>
          {failed > 0 && (
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
