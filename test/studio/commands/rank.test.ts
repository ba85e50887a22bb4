import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { byDifficulty, rate, readPuzzles } from '../../../src/index.js';
import type { RatedResult } from '../../../src/pipeline/store/queries/stored-results.js';
import { NO_DIFFICULTY } from '../../../src/solver/core/result/difficulty.js';
import { rankingOf, rankingText } from '../../../src/studio/commands/rank.js';
import { nonomill, succeeds } from '../../support/nonomill.js';
import { assertEach, folderWith, eachOf } from '../../support/tests.js';

const PLUS = '{"id":"plus","rows":[[1],[3],[1]],"columns":[[1],[3],[1]]}';
const DIAGONALS = '{"id":"diagonals","rows":[[1],[1]],"columns":[[1],[1]]}';
const BROKEN = '{"id":"broken","rows":[[2],[1]],"columns":[[1],[1]]}';
const HEART = '{"id":"heart","rows":[[1,1],[5],[5],[3],[1]],"columns":[[2],[4],[4],[4],[2]]}';
const CORPUS = [DIAGONALS, HEART, PLUS, BROKEN].join('\n') + '\n';

interface Ranked {
  readonly rank: number | null;
  readonly name: string;
  readonly difficulty: number | null;
  readonly reason: string | null;
}

test('a corpus is ranked, the easiest first, and puzzles without a score last', async () => {
  const folder = folderWith({ 'club.ndjson': CORPUS });
  const { stdout, stderr } = await succeeds(['rank', 'club.ndjson'], { cwd: folder });
  const [head, ...rows] = stdout.trimEnd().split('\n');
  assert.match(head, /^rank +stars +score +guessing +needs +size +puzzle$/);
  assertEach(rows, (row) => row.split(/ {2,}/).at(-1), ['plus', 'heart', 'diagonals']);
  assert.match(rows[0], /^ +1 +★☆☆☆☆ +4\.0 +no guessing +counting +3x3 +plus$/);
  assert.match(rows[2], /^ +- +- +several solutions +2x2 +diagonals$/);
  assert.match(stderr, /1 reject/);
  assert.deepEqual(readdirSync(folder), ['club.ndjson']);
  assert.equal(readdirSync(tmpdir()).filter((name) => name.startsWith('nonomill-rank-')).length, 0);
});

test('--json and --csv have the same figures', async () => {
  const folder = folderWith({ 'club.ndjson': CORPUS });
  const words = ['rank', 'club.ndjson', '--quiet'];
  const json = await nonomill([...words, '--json'], { cwd: folder });
  const ranked = JSON.parse(json.stdout) as Ranked[];
  assertEach(ranked, ({ rank, name, reason }) => ({ rank, name, reason }), [
    { rank: 1, name: 'plus', reason: null },
    { rank: 2, name: 'heart', reason: null },
    { rank: null, name: 'diagonals', reason: 'several solutions' },
  ]);
  const csv = await nonomill([...words, '--csv'], { cwd: folder });
  const lines = csv.stdout.trimEnd().split('\n');
  assert.equal(lines.length, 4);
  assert.match(lines[0], /^rank,name,.*,difficulty,/);
  assert.ok(lines[1].includes(String(ranked[0].difficulty)));
  assert.equal(json.stderr + csv.stderr, '');
  assert.equal((await nonomill([...words, '--csv', '--json'], { cwd: folder })).code, 2);
});

test('a run is ranked by its scores, and by new ones if it has none', async () => {
  const folder = folderWith({ 'club.ndjson': CORPUS });
  const setting = { cwd: folder };
  const db = ['--db', join(folder, 'a.sqlite')];
  const words = ['run', 'club.ndjson', ...db, '--no-report', '--quiet'];
  await succeeds([...words, '--name', 'with'], setting);
  const found = (await nonomill([...words, '--name', 'without', '--no-difficulty'], setting)).code;
  assert.equal(found, 0);
  const ranks = await Promise.all(
    ['with', 'without', '1'].map((run) => nonomill(['rank', run, ...db, '--json'], setting)),
  );
  const [first, ...others] = ranks.map(({ stdout }) => JSON.parse(stdout) as Ranked[]);
  assert.deepEqual(eachOf(first, 'rank'), [1, 2, null]);
  for (const other of others) assert.deepEqual(other, first);
  const latest = await nonomill(['rank', ...db, '--json'], setting);
  assert.deepEqual(JSON.parse(latest.stdout), first);
  assert.match((await nonomill(['rank', 'never', ...db], setting)).stderr, /has no run "never"/);
});

/** Dominoes along the diagonal: the score is a lower bound, and lower than that of `easy`. */
const BOUND_BELOW = `id,rows,columns
dominoes,"3;1;3 1;1;3 1;1;3 1;1;3 1;1;3 1;1;1","1;1;1 3;1;1 3;1;1 3;1;1 3;1;1 3;1;3"
easy,"2;1","2;1"
`;

test('commands, summary and library agree on what is harder, also if its score is a low bound', async () => {
  const cwd = folderWith({ 'two.csv': BOUND_BELOW });
  const stdoutOf = async (...words: string[]): Promise<string> => {
    const { stdout } = await succeeds(words, { cwd });
    return stdout;
  };
  const db = ['--db', 'two.sqlite'];
  const summary = JSON.parse(await stdoutOf('run', 'two.csv', ...db, '--json', '--quiet')) as {
    hardest: { byScore: { name: string }[] };
    difficulty: object;
  };
  const lines = (text: string): string[] => text.trimEnd().split('\n').slice(1);
  const ranked = lines(await stdoutOf('rank', '1', ...db, '--csv'));
  assertEach(ranked, (line) => line.split(',', 2).join(' '), ['1 easy', '2 dominoes']);
  for (const [sort, first] of [
    ['score', 'easy'],
    ['-score', 'dominoes'],
  ]) {
    const [row] = lines(await stdoutOf('export', '1', ...db, '--where', `sort=${sort}`));
    assert.match(row, new RegExp(first));
  }
  assert.match(await stdoutOf('stats', '1', ...db, '--top', '1', '--csv'), /dominoes/);
  assert.deepEqual(eachOf(summary.hardest.byScore, 'name'), ['dominoes', 'easy']);
  const [dominoes, easy] = readPuzzles(BOUND_BELOW).puzzles.map(({ puzzle }) => rate(puzzle)!);
  assert.ok(byDifficulty(easy, dominoes) < 0);
  assert.ok(dominoes.difficulty < easy.difficulty);
});

test('what may be more is marked in the median of a report, and at both ends of the range', async () => {
  const cwd = folderWith({ 'two.csv': BOUND_BELOW });
  await nonomill(['run', 'two.csv', '--db', 'two.sqlite', '--report', 'out', '--quiet'], { cwd });
  const text = readFileSync(join(cwd, 'out', 'summary.md'), 'utf8');
  assert.match(text, /median \d\.\d\+, from 0\.0\+ to \d\.\d\+; 1 is a lower bound/);
});

function result(puzzleId: number, difficulty: number | null): RatedResult {
  return {
    ...NO_DIFFICULTY,
    puzzleId,
    difficulty,
    name: `p${puzzleId}`,
    title: null,
    path: 'a.csv',
    ordinal: 0,
    width: 5,
    height: 5,
    status: difficulty === null ? 'multiple' : 'unique',
    ...(difficulty === null ? {} : { stars: 1, needs: 'overlap', difficultyBound: false }),
  };
}

test('scores that differ by less than a half share a rank, counted from its easiest', () => {
  const scores = [7.9, 7, 7.4, 7.5, null, 9];
  const ranking = rankingOf(scores.map((score, i) => result(i, score)));
  assert.deepEqual(eachOf(ranking, 'difficulty', 'rank'), [
    [7, 1],
    [7.4, 1],
    [7.5, 3],
    [7.9, 3],
    [9, 5],
    [null, null],
  ]);
});

test('stars come before scores, and lower bounds share the last rank', () => {
  const rows = [
    { ...result(0, 3), stars: 5, difficultyBound: true },
    { ...result(1, 9), stars: 5, difficultyBound: true },
    { ...result(2, 8), stars: 5 },
    { ...result(3, 12), stars: 3 },
    { ...result(4, 12.1), stars: 4 },
  ];
  const ranking = rankingOf(rows);
  assert.deepEqual(eachOf(ranking, 'name', 'rank'), [
    ['p3', 1],
    ['p4', 2],
    ['p2', 3],
    ['p0', 4],
    ['p1', 4],
  ]);
  assert.match(rankingText(ranking, 80), /lower bounds, which share the last rank/);
});

test('puzzles of one rank are called about equal, if there are any', () => {
  const text = (scores: number[]): string =>
    rankingText(rankingOf(scores.map((score, i) => result(i, score))), 80);
  assert.match(text([7, 7.4]), /about equal/);
  assert.doesNotMatch(text([7, 8]), /about equal/);
});

test('an empty ranking is a heading without rows', () => {
  assert.equal(rankingText(rankingOf([]), 80).split('\n').length, 2);
});
