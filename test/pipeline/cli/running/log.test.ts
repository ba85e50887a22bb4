import assert from 'node:assert/strict';
import { platform } from 'node:os';
import { test } from 'node:test';
import { nonomill } from '../../../support/nonomill.js';
import { folderWith } from '../../../support/temporary.js';

const PLUS = '{"id":"plus","rows":[[1],[3],[1]],"columns":[[1],[3],[1]]}\n';
const EITHER = '{"id":"either","rows":[[1],[1]],"columns":[[1],[1]]}\n';

const CLOCK = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d /;

/** The lines of a text that ends with a line break. */
const linesOf = (text: string): string[] => text.split('\n').slice(0, -1);

test('where no person looks, each line that a run says begins with its time', async () => {
  const cwd = folderWith({ 'two.ndjson': PLUS + EITHER });
  const run = ['run', 'two.ndjson', '--threads', '1', '--no-report'];
  const failing = platform() === 'win32' ? 'exit /b 7' : 'exit 7';
  for (const words of [
    [...run, '--require', 'unique'],
    [...run, '--on-end', failing],
    ['run', 'missing.csv'],
    ['run', '--timeuot', '1s'],
    ['merge', 'missing.sqlite'],
  ]) {
    const { log } = await nonomill(words, { cwd });
    const lines = linesOf(log);
    assert.ok(lines.length > 0, log);
    for (const line of lines) assert.match(line, CLOCK, words.join(' '));
  }
});

test('what a run prints for scripts has no times, and a terminal shows none', async () => {
  const cwd = folderWith({ 'two.ndjson': PLUS + EITHER });
  const run = ['run', 'two.ndjson', '--threads', '1', '--no-report'];
  const { stdout } = await nonomill([...run, '--json'], { cwd });
  assert.equal((JSON.parse(stdout) as { puzzles: number }).puzzles, 2);
  const text = await nonomill(run, { cwd });
  assert.doesNotMatch(text.stdout, /T\d\d:\d\d:\d\d/);
  const watched = await nonomill([...run, '--require', 'unique'], { cwd, watched: true });
  assert.equal(watched.log, watched.stderr);
  assert.match(watched.log, /^Run 3 started: /m);
});

test('commands that answer at once say nothing of the time', async () => {
  const { log } = await nonomill(['solve', 'missing.csv'], { cwd: folderWith({}) });
  assert.match(log, /^nonomill: missing\.csv/);
});
