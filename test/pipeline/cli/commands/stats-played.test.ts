import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { nonomill } from '../../../support/nonomill.js';
import { folderWith } from '../../../support/temporary.js';

/**
 * Puzzles as addresses hold them, with their fingerprints: the first two have one solution, the
 * third has two.
 */
const PUZZLES = [
  ['3x3:1_3_1:1_3_1', '9a19ec1d77cfc8e5784fed24e9c94da0'],
  ['5x5:1.1_5_5_3_1:2_4_4_4_2', 'bd75c4753970c2e41fa425314fa79586'],
  ['2x2:1_1:1_1', '6e99e260c07c441a46c302042bfd16bd'],
] as const;

const folder = folderWith({});
const at = (name: string): string => join(folder, name);

function line(puzzle: number, ms: number, changes: object = {}): string {
  const [address, fingerprint] = PUZZLES[puzzle];
  const start = new Date(Date.UTC(2026, 10, 25) + 1000 * ms).toISOString();
  return `${JSON.stringify({ fingerprint, puzzle: address, start, ms, solved: true, ...changes })}\n`;
}

const stats = (...words: string[]): ReturnType<typeof nonomill> =>
  nonomill(['stats', '--played', ...words], { cwd: folder });

writeFileSync(at('anna.ndjson'), line(0, 10_000) + line(1, 20_000) + line(1, 30_000));
writeFileSync(
  at('ben.ndjson'),
  line(0, 40_000) +
    line(1, 80_000, { hints: [5], mistakes: 2 }) +
    line(1, 90_000, { solved: false }),
);

test('logs of people say how long puzzles take by stars and score, and how time grows', async () => {
  const { code, stdout, stderr } = await stats('anna.ndjson', 'ben.ndjson');
  assert.equal(stderr, '');
  assert.equal(code, 0);
  assert.match(stdout, /^5 games of 2 people; left out: 1 not solved\n/);
  assert.match(stdout, /\n★☆☆☆☆ +5 +2 +30\.0 s +\n|\n★☆☆☆☆ +5 +2 +30\.0 s\n/);
  assert.match(stdout, /\nanna +3 +- +\d\.\d\d/);
  assert.match(stdout, /\nwithin persons +5 /);
  assert.match(
    stdout,
    /\nOne more of score takes \d\.\d\d times as long, \d\.\d\d to \d\.\d\d: 2 people, 5 games\.\n/,
  );
  assert.match(stdout, /within persons: each is compared with their own other games/);
});

test('the scores are those of the database, if a run has the puzzle', async () => {
  writeFileSync(at('two.csv'), 'width,height,rows,columns\n3,3,1;3;1,1;3;1\n');
  const run = await nonomill(['run', 'two.csv', '--db', 'a.sqlite', '--quiet', '--no-report'], {
    cwd: folder,
  });
  assert.equal(run.code, 0, run.stderr);
  writeFileSync(
    at('named.ndjson'),
    line(0, 5000, { puzzle: undefined }) + line(1, 6000, { puzzle: undefined }),
  );
  const without = await stats('named.ndjson', '--csv');
  assert.deepEqual(
    without.stdout
      .split('\n')
      .slice(1, 3)
      .map((row) => row.split(',').at(-1)),
    ['', ''],
  );
  const { stdout, code } = await stats('named.ndjson', '--csv', '--db', 'a.sqlite');
  assert.equal(code, 0);
  const [head, first, second] = stdout.split('\n').map((row) => row.split(','));
  assert.deepEqual(head.slice(0, 2), ['person', 'fingerprint']);
  assert.deepEqual(first.slice(0, 2), ['named', PUZZLES[0][1]]);
  assert.ok(Number(first.at(-1)) > 0);
  assert.equal(second.at(-1), '');
});

test('lines that hold no game are named with their place, and the others are read', async () => {
  const good = line(0, 10_000) + line(1, 20_000);
  writeFileSync(
    at('odd.ndjson'),
    `\ufeff${good}\n{"fingerprint":\n${line(0, 1, { fingerprint: '0'.repeat(32) })}${line(0, 0)}${line(0, 5, { puzzle: '3x3:9' })}${line(0, 10_000)}`,
  );
  const { code, stdout, stderr } = await stats('odd.ndjson', '--json');
  assert.equal(code, 1);
  const said = stderr.trimEnd().split('\n');
  assert.match(said[0], /^nonomill: odd\.ndjson:4: this is not JSON; left out$/);
  assert.match(said[1], /odd\.ndjson:5: "puzzle" has the fingerprint 9a19\S+, not 0{32}; left out/);
  assert.match(said[2], /odd\.ndjson:6: a puzzle cannot be solved in no time/);
  assert.match(said[3], /odd\.ndjson:7: "puzzle" is not a puzzle/);
  assert.equal(said[4], 'nonomill: 4 lines were rejected (NM_ENTRIES_REJECTED)');
  const { games, rejects } = JSON.parse(stdout) as { games: number; rejects: number };
  // The last line repeats the first one.
  assert.deepEqual([games, rejects, said.length], [2, 4, 5]);
});

test('a game that two files have is one person’s, and a game that went on is taken as it ended', async () => {
  writeFileSync(at('copy.ndjson'), line(1, 20_000) + line(1, 21_000));
  const { code, stderr } = await stats('anna.ndjson', 'copy.ndjson');
  assert.equal(code, 1);
  assert.match(
    stderr,
    /copy\.ndjson:1: this game is in anna\.ndjson, too: a file must have all games of one person/,
  );
  const start = '2026-11-25T20:00:00Z';
  writeFileSync(
    at('twice.ndjson'),
    line(0, 9000, { start }) + line(0, 4000, { start, solved: false }) + line(1, 5, { start }),
  );
  const { stdout } = await stats('twice.ndjson', '--csv');
  assert.deepEqual(
    stdout
      .trimEnd()
      .split('\n')
      .slice(1)
      .map((row) => row.split(',')[5]),
    ['9000', '5'],
  );
});

test('what says nothing, or is asked in the wrong way, is refused with what to do', async () => {
  writeFileSync(at('open.ndjson'), line(0, 5, { solved: false }) + line(2, 5));
  writeFileSync(at('empty.ndjson'), '');
  for (const [words, message] of [
    [['open.ndjson'], /of 2 games, 1 were not solved, and the puzzles of 1 have no score/],
    [['empty.ndjson'], /of 0 games/],
    [[], /--played needs files/],
    [['anna.ndjson', 'anna.ndjson'], /anna\.ndjson was named twice/],
    [['anna.ndjson', '--by', 'size'], /leave out --by/],
    [['anna.ndjson', '--csv', '--json'], /two forms/],
  ] as const) {
    const { code, stderr } = await stats(...words);
    assert.match(stderr, message);
    assert.equal(code, 2, stderr);
  }
  for (const [word, message] of [
    ['none.ndjson', /none\.ndjson: there is no such file or folder/],
    ['.', /\.: (it is a folder|.*directory)/],
  ] as const) {
    const { code, stderr } = await stats(word);
    assert.match(stderr, message);
    assert.equal(code, 1);
  }
});
