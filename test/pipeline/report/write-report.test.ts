import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { whyNoReport, writeReport } from '../../../src/pipeline/report/write-report.js';
import { incomplete } from '../../../src/pipeline/record/report-files.js';
import { temporaryStore } from '../../support/store-samples.js';
import { temporaryFolder } from '../../support/temporary.js';
import { holdOpenFiles, NO_OPEN_FILES } from '../../support/windows-files.js';
import { writeSampleRun } from './sample-run.js';

test('an unfinished file that a killed command left is replaced; what somebody else put there stays, and is named', async (t) => {
  const folder = temporaryFolder(t);
  const dir = join(folder, 'report');
  mkdirSync(dir);
  const aside = join(dir, incomplete('summary.md'));
  writeFileSync(aside, '# Run 1, of which half');
  const store = temporaryStore(t);
  const run = writeSampleRun(store);
  const { paths } = await writeReport(store, run, dir);
  assert.deepEqual(readdirSync(dir).sort(), ['index.html', 'summary.json', 'summary.md']);
  for (const path of paths) assert.ok(statSync(path).size > 100 && statSync(path).isFile());
  assert.equal(whyNoReport(dir), null);
  writeFileSync(aside, 'a summary of my own');
  await assert.rejects(writeReport(store, run, dir), /summary\.md\.tmp holds something else/);
  assert.equal(readFileSync(aside, 'utf8'), 'a summary of my own');
  assert.match(whyNoReport(dir) ?? '', /summary\.md\.tmp holds something else/);
});

test(
  'a file of the report that another program has open is named, and the others are written',
  { skip: NO_OPEN_FILES },
  async (t) => {
    const store = temporaryStore(t);
    const runId = writeSampleRun(store);
    const dir = temporaryFolder(t);
    holdOpenFiles(t).add(join(dir, 'index.html'));
    await assert.rejects(writeReport(store, runId, dir), /another program has it open/);
    assert.deepEqual(readdirSync(dir).sort(), ['summary.json', 'summary.md']);
  },
);
