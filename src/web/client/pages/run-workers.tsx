import type { JSX } from 'preact';
import { durationText } from '../../../text/durations.js';
import { countText, numberOf, shareText } from '../../../text/numbers.js';
import { plainText } from '../../../text/plain-text.js';
import type { StoredWorker } from '../../api.js';
import { moment } from '../moment.js';

/** For a worker that was not seen for this long, the time since then is shown. */
const HERE_MS = 15_000;

/** The machines that solved for a run through a queue, and those that do so now. */
export function RunWorkers(props: {
  readonly workers: readonly StoredWorker[];
  readonly running: boolean;
}): JSX.Element | null {
  const { workers, running } = props;
  if (workers.length === 0) return null;
  const total = workers.reduce((sum, { puzzles }) => sum + puzzles, 0);
  return (
    <section class="card">
      <h2>Workers</h2>
      <div class="scroll" tabIndex={0} role="group" aria-label="Workers">
        <table>
          <caption>
            {numberOf(workers.length, 'worker')}, {numberOf(total, 'puzzle')}
          </caption>
          <thead>
            <tr>
              <th scope="col">Host</th>
              <th scope="col" class="number">
                Threads
              </th>
              <th scope="col" class="number">
                Puzzles
              </th>
              <th scope="col" class="number">
                Share
              </th>
              <th scope="col">Last seen</th>
              <th scope="col">Processor</th>
            </tr>
          </thead>
          <tbody>
            {workers.map((worker) => (
              <tr key={worker.name}>
                <td>{plainText(worker.host)}</td>
                <td class="number">{countText(worker.threads)}</td>
                <td class="number">{countText(worker.puzzles)}</td>
                <td class="number">{shareText(worker.puzzles, total)}</td>
                <td>{seenText(worker.seenAt, running)}</td>
                <td>{plainText(worker.cpu)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function seenText(seenAt: string | null, running: boolean): string {
  if (seenAt === null) return '-';
  const ago = Math.max(0, Date.now() - Date.parse(seenAt));
  if (!running) return moment(seenAt);
  return ago < HERE_MS ? 'here' : `${durationText(ago)} ago`;
}
