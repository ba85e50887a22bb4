import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { bytesText, countText, numberOf } from '../../../../solver/core/text/numbers.js';
import { plainText } from '../../../../solver/core/text/plain-text.js';
import type { FilesAnswer, RunEntry, RunSource } from '../../api.js';
import { useFetched } from '../window/fetched.js';
import { TableView } from '../parts/table.js';

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
      <TableView
        tall
        title="Files of this run"
        columns={[['File', 'file'], ['Format'], ['Entries', 'number'], ['Size', 'number']]}
        rows={rows.map(({ path, format, entries, bytes }) => [
          plainText(path),
          format,
          entries === null ? '-' : countText(entries),
          bytes === null ? '-' : bytesText(bytes),
        ])}
      />
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
