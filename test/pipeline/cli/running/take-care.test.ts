import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { start } from '../../../support/nonomill.js';
import { temporaryFolder } from '../../../support/temporary.js';
import { writeCsv } from '../../../support/csv-corpora.js';
import { until } from '../../../support/until.js';

/** The priorities of the threads of a process, as Linux has them. */
function prioritiesOf(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`).map((thread) => {
    const text = readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8');
    // Its name, in brackets, may hold blanks; the 17th field after it is the nice value.
    return Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[16]);
  });
}

test(
  'with --nice all threads of a run have the lower priority',
  { skip: process.platform !== 'linux' },
  async (t) => {
    const folder = temporaryFolder(t);
    const corpus = writeCsv(folder, 'one', { count: 400_000, width: 5, height: 5 });
    const words = ['run', corpus, '--db', join(folder, 'a.sqlite'), '--no-report', '--nice', '7'];
    const { child, ended } = start([...words, '--threads', '2']);
    try {
      await until(() => prioritiesOf(child.pid!).length > 8 && prioritiesOf(child.pid!).every((nice) => nice === 7)); // prettier-ignore
    } finally {
      child.kill('SIGKILL');
      await ended;
    }
  },
);
