import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resumeWords } from '../../../src/pipeline/runs/request.js';

test("a run of nonomill's own goes on under its own options", () => {
  const options = { corpora: ['book'], timeoutMs: 3000, rival: undefined };
  assert.deepEqual(resumeWords(options, 'night'), ['run', '--resume']);
});

test('a study is known by what is kept of it', () => {
  const study = { kind: 'phase', sizes: ['5x5'], densities: [0.5], error: 0.01, seed: 1 };
  assert.deepEqual(resumeWords({ corpora: [], study }, null), ['study', 'phase', '--resume']);
});

test('a race is typed again with every option that decides, and --resume', () => {
  const race = { kind: 'race', command: 'solver {non}', format: null, verdict: null, runs: 1 };
  const limits = { timeoutMs: 2000, memoryMiB: null, limit: null };
  assert.deepEqual(
    resumeWords({ corpora: ['one.csv', 'two'], ...limits, rival: race }, 'mine').join(' '),
    'race one.csv two --cmd solver {non} --as mine --timeout 2000ms --resume',
  );
  const more = { ...race, format: 'nin', verdict: '(\\d)', runs: 3 };
  assert.deepEqual(
    resumeWords({ corpora: ['a'], ...limits, memoryMiB: 300, limit: 7, rival: more }, null).join(
      ' ',
    ),
    'race a --cmd solver {non} --format nin --verdict (\\d) --runs 3 --timeout 2000ms --memory 300 --limit 7 --resume',
  );
});

test('claims are judged again from the first', () => {
  const options = {
    corpora: ['a.csv'],
    timeoutMs: 2000,
    rival: { kind: 'referee', claims: 'b.csv' },
  };
  const expected = 'referee a.csv b.csv --as theirs --timeout 2000ms';
  assert.deepEqual(resumeWords(options, 'theirs').join(' '), expected);
});
