import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { folderWith } from '../../../support/temporary.js';
import { ROOT } from '../../../support/nonomill.js';

const PUZZLES = '{"rows":[[1],[3],[1]],"columns":[[1],[3],[1]]}\n{"rows":[[1]],"columns":[[1]]}\n';

/** Runs a line of bash, in which $nonomill is the program, and returns the summary it prints. */
function summaryOf(line: string, folder: string): Promise<{ puzzles: number; code: number }> {
  const nonomill = `${process.execPath} ${join(ROOT, 'bin', 'nonomill.js')}`;
  const options = { cwd: folder, env: { ...process.env, nonomill }, timeout: 60_000 };
  return new Promise((resolve, reject) => {
    execFile('bash', ['--norc', '-c', line], options, (error, stdout, stderr) => {
      if (stdout === '') reject(new Error(stderr));
      else
        resolve({ ...(JSON.parse(stdout) as { puzzles: number }), code: Number(error?.code ?? 0) });
    });
  });
}

const FLAGS = '--db r.sqlite --no-report --json --threads 1 --format ndjson --strict';

for (const [what, line] of [
  ['a pipe into /dev/stdin', `cat p.ndjson | $nonomill run /dev/stdin ${FLAGS}`],
  ['a file on /dev/stdin', `$nonomill run /dev/stdin ${FLAGS} < p.ndjson`],
  ['the output of another process', `$nonomill run <(cat p.ndjson) ${FLAGS}`],
  ['a named pipe', `mkfifo f; (cat p.ndjson > f &); $nonomill run f ${FLAGS}`],
] as const) {
  test(`${what} is read to its end, once`, async (t) => {
    if (process.platform === 'win32') {
      t.skip('needs bash');
      return;
    }
    const summary = await summaryOf(line, folderWith({ 'p.ndjson': PUZZLES }));
    assert.deepEqual([summary.puzzles, summary.code], [2, 0]);
  });
}
