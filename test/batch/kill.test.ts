import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { runCorpora } from '../../src/batch/run-corpora.js';
import { contentsOf, finishTimes } from './contents.js';
import { scratchFolder, writeCsv } from './corpora.js';
import { controls, requestFor } from './requests.js';

const DRIVER = fileURLToPath(new URL('../fixtures/run-driver.js', import.meta.url));

/** Starts a run with --resume in a process of its own; `when` resolves when it is to be killed. */
async function runAndKill(
  corpora: readonly string[],
  db: string,
  when: () => Promise<unknown>,
): Promise<'killed' | 'ended'> {
  const request = requestFor(corpora, db, { mode: { kind: 'resume' } });
  const child = spawn(process.execPath, [DRIVER, JSON.stringify(request)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const exit = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  await Promise.race([exit, when()]);
  child.kill('SIGKILL');
  const [code, signal] = await exit;
  if (signal === 'SIGKILL') return 'killed';
  assert.equal(code, 0);
  return 'ended';
}

test('after kill -9 at random moments --resume finishes exactly what is missing', async (t) => {
  const folder = scratchFolder(t);
  const corpora = [
    writeCsv(folder, 'small', { count: 3000, width: 6, height: 6, brokenEvery: 40 }),
    writeCsv(folder, 'large', { count: 500, width: 22, height: 22, brokenEvery: 7 }),
  ];
  const undisturbed = join(folder, 'undisturbed.sqlite');
  await runCorpora(requestFor(corpora, undisturbed), controls());
  const expected = contentsOf(undisturbed);

  const db = join(folder, 'killed.sqlite');
  let kept = new Map<number, string>();
  let kills = 0;
  let killsWithin = 0;
  for (let i = 0; i < 40; i++) {
    const end = await runAndKill(corpora, db, () => delay(150 + Math.random() * 500));
    if (existsSync(db) && hasRuns(db)) {
      const now = finishTimes(db);
      for (const [id, time] of kept) assert.equal(now.get(id), time, 'a result was lost or redone');
      if (now.size > 0 && end === 'killed') killsWithin++;
      kept = now;
    }
    if (end === 'ended') break;
    kills++;
  }
  const last = await runCorpora(requestFor(corpora, db, { mode: { kind: 'resume' } }), controls());
  assert.equal(last.state, 'complete');
  assert.deepEqual(contentsOf(db), expected);
  assert.ok(kills > 0, 'no run was killed');
  t.diagnostic(`${kills} kills, ${killsWithin} of them with results in the database`);
});

test('a kill while the database is made does no harm', async (t) => {
  const folder = scratchFolder(t);
  const corpora = [writeCsv(folder, 'small', { count: 200, width: 6, height: 6, brokenEvery: 40 })];
  const undisturbed = join(folder, 'undisturbed.sqlite');
  await runCorpora(requestFor(corpora, undisturbed), controls());
  const expected = contentsOf(undisturbed);
  let kills = 0;
  for (let i = 0; i < 12; i++) {
    const db = join(folder, `killed-${i}.sqlite`);
    const end = await runAndKill(corpora, db, async () => {
      while (!existsSync(`${db}.lock`)) await delay(1);
      await delay(i);
    });
    if (end === 'killed') kills++;
    const request = requestFor(corpora, db, { mode: { kind: 'resume' } });
    assert.equal((await runCorpora(request, controls())).state, 'complete');
    assert.deepEqual(contentsOf(db), expected);
  }
  assert.ok(kills > 0, 'no run was killed');
  t.diagnostic(`${kills} kills`);
});

/** Whether the file is a database by now, with its tables. */
function hasRuns(db: string): boolean {
  try {
    finishTimes(db);
    return true;
  } catch {
    return false;
  }
}
