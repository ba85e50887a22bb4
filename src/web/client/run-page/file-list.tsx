import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { bytesText, countText, numberOf } from '../../../core/text/numbers.js';
import { plainText } from '../../../core/text/plain-text.js';
import type { FilesAnswer, RunEntry, RunSource } from '../../api.js';
import { useFetched } from '../window/fetched.js';

/** The files of a run, folded away: there may be tens of thousands, so they come page by page. */
export function FileList({ run }: { readonly run: RunEntry }): JSX.Element {
  const [unfolded, setUnfolded] = useState(false);
  const { files, formats } = run.corpora;
  return (
    <details onToggle={(event) => setUnfolded(event.currentTarget.open)}>
      <summary>
        {numberOf(files, 'file')} of the {formats.length === 1 ? 'format' : 'formats'}{' '}
        {formats.join(', ')}
      </summary>
      {unfolded && <Files runId={run.runId} />}
    </details>
  );
}

function Files({ runId }: { readonly runId: number }): JSX.Element {
  const [rows, setRows] = useState<readonly RunSource[]>([]);
  const [after, setAfter] = useState<number | null>(null);
  const words = after === null ? '' : `?after=${after}`;
  const fetched = useFetched<FilesAnswer>(`/api/runs/${runId}/files${words}`);
  const page = fetched.state === 'here' ? fetched.data : null;
  useEffect(() => {
    if (page !== null) setRows((known) => [...known, ...page.rows]);
  }, [page]);
  return (
    <>
      <div class="scroll tall" tabIndex={0} role="group" aria-label="Files of this run">
        <table>
          <thead>
            <tr>
              <th scope="col">File</th>
              <th scope="col">Format</th>
              <th scope="col" class="number">
                Entries
              </th>
              <th scope="col" class="number">
                Size
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ position, path, format, entries, bytes }) => (
              <tr key={position}>
                <td class="file">{plainText(path)}</td>
                <td>{format}</td>
                <td class="number">{entries === null ? '-' : countText(entries)}</td>
                <td class="number">{bytes === null ? '-' : bytesText(bytes)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {fetched.state === 'failed' && <p role="alert">{fetched.reason}</p>}
      {page?.next != null && (
        <div class="row">
          <button type="button" onClick={() => setAfter(page.next)}>
            More files
          </button>
        </div>
      )}
    </>
  );
}
