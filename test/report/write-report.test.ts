import assert from 'node:assert/strict';
import {
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { writeReport } from '../../src/report/write-report.js';
import { incomplete } from '../../src/result/run/report-files.js';
import { temporaryStore } from '../support/store-samples.js';
import { temporaryFolder } from '../support/temporary.js';
import { writeSampleRun } from './sample-run.js';

test('what has the name of an unfinished file of a report is replaced, and a link is not followed', async (t) => {
  const folder = temporaryFolder(t);
  const precious = join(folder, 'precious');
  writeFileSync(precious, 'precious');
  const dir = join(folder, 'report');
  mkdirSync(dir);
  const linkTypes = process.platform === 'win32' ? [] : ['index.html'];
  for (const name of linkTypes) symlinkSync(precious, join(dir, incomplete(name)));
  writeFileSync(join(dir, incomplete('summary.md')), 'half of a summary');
  const store = temporaryStore(t);
  const { paths } = await writeReport(store, writeSampleRun(store), dir);
  assert.equal(readFileSync(precious, 'utf8'), 'precious');
  assert.deepEqual(readdirSync(dir).sort(), ['index.html', 'summary.json', 'summary.md']);
  for (const path of paths) assert.ok(statSync(path).size > 100 && statSync(path).isFile());
});
