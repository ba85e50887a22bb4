import assert from 'node:assert/strict';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { MachineJudgement } from '../../../../src/pipeline/cli/doctor/judgement.js';
import { nonomill } from '../../../support/nonomill.js';
import { temporaryFolder } from '../../../support/temporary.js';

test('doctor looks at everything that runs need, and leaves nothing behind', async (t) => {
  const cwd = temporaryFolder(t);
  const { code, stdout, stderr } = await nonomill(['doctor', '--json'], { cwd });
  assert.equal(code, 0, stderr);
  const judgements = JSON.parse(stdout) as MachineJudgement[];
  assert.deepEqual(
    judgements.map(({ check }) => check),
    [
      ...['Node.js', 'WebAssembly', 'threads', 'processors', 'load', 'memory', 'terminal', 'fonts'],
      ...['disk', 'file system', 'database', 'clock'],
    ],
  );
  for (const { state, todo } of judgements) assert.equal(todo === null, state === 'good');
  assert.deepEqual(readdirSync(cwd), []);
});

test('where no run is possible doctor ends with 1, and the run that fails there names it', async (t) => {
  const cwd = temporaryFolder(t);
  writeFileSync(join(cwd, 'file'), '');
  writeFileSync(join(cwd, 'a.csv'), 'rows,columns\n1,1\n');
  const db = ['--db', join('file', 'a.sqlite')];
  const { code, stdout } = await nonomill(['doctor', ...db], { cwd });
  assert.equal(code, 1);
  assert.match(stdout, /^disk +bad +.*file is not a folder$/m);
  assert.match(stdout, /\nNo run is possible here\.\n$/);
  const run = await nonomill(['run', 'a.csv', ...db], { cwd });
  assert.equal(run.code, 1);
  assert.match(run.stderr, /\(NM_DATABASE_ACCESS\) .*"nonomill doctor" says/);
});
