import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './support/nonomill.js';
import { deepTest, temporaryFolder } from './support/tests.js';

interface Coverage {
  readonly result: readonly { readonly url: string }[];
}

deepTest('a run loads nothing of studio and lab but names of commands, in no thread', (t) => {
  const folder = temporaryFolder(t);
  const loaded = join(folder, 'loaded');
  // Node.js writes a file for each thread with all modules that it has loaded.
  const run = spawnSync(
    process.execPath,
    [
      join(ROOT, 'dist', 'src', 'main.js'),
      'run',
      join(ROOT, 'data'),
      ...['--quiet', '--limit', '20', '--threads', '1'],
      ...['--db', join(folder, 'a.sqlite'), '--report', join(folder, 'report')],
    ],
    { env: { ...process.env, NODE_V8_COVERAGE: loaded }, encoding: 'utf8' },
  );
  assert.equal(run.status, 0, run.stderr);
  const modules = readdirSync(loaded).flatMap((name) =>
    (JSON.parse(readFileSync(join(loaded, name), 'utf8')) as Coverage).result.flatMap(
      ({ url }) => /\/dist\/(?:src|workers)\/(.*)/.exec(url)?.[1] ?? [],
    ),
  );
  assert.ok(modules.includes('read.js') && modules.includes('solve.cjs'), 'threads are looked at');
  assert.ok(modules.some((name) => name.startsWith('pipeline/runs/')));
  assert.deepEqual(modules.filter((name) => /^(studio|lab|site)\//.test(name)).toSorted(), [
    'lab/commands.js',
    'studio/commands.js',
  ]);
});
