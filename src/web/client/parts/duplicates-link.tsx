import type { JSX } from 'preact';
import { numberOf } from '../../../text/numbers.js';
import type { DuplicatesAnswer } from '../../api.js';
import { useFetched } from '../fetched.js';

/** A link to the equal puzzles of a run that has ended; nothing until they are counted. */
export function DuplicatesLink({ run }: { readonly run: number }): JSX.Element | null {
  const { data } = useFetched<DuplicatesAnswer>(`/api/runs/${run}/duplicates`);
  if (data === null || data.groups === 0) return null;
  return (
    <a class="small" href={`/runs/${run}/duplicates`}>
      {numberOf(data.groups, 'group')} of equal puzzles, turned, mirrored, or in other colours
    </a>
  );
}
