import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { nonomill } from '../../../support/nonomill.js';
import { folderWith } from '../../../support/temporary.js';

const CROSS = '"rows":[[1],[3],[1]],"columns":[[1],[3],[1]]';
const CORPUS = [
  `{"id":"cross",${CROSS}}`,
  '{"id":"wrong","rows":[[2],[1]],"columns":[[2],[1]],"goal":["##",".#"]}',
  '',
  `{"id":"again",${CROSS}}`,
  '{"id":"broken"}',
  '{"rows":[[2],[1]],"columns":[[2],[1]]}',
].join('\n');

interface PlacedSummary {
  readonly duplicates: { readonly first: readonly { readonly first: readonly Placed[] }[] };
  readonly misfits: readonly Placed[];
  readonly gates: readonly { readonly name: string; readonly first: readonly Placed[] }[];
}

interface Placed {
  readonly name: string;
  readonly line: number | null;
}

test('duplicates, rejects and misfits say file and line in the terminal, the report and its summaries', async () => {
  const folder = folderWith({ 'kinds.ndjson': CORPUS });
  const place = { cwd: folder };
  const gates = ['--strict', '--require', 'goal,distinct'];
  const words = ['run', 'kinds.ndjson', '--db', 'x.sqlite', '--report', 'report', ...gates];
  const { code, stdout } = await nonomill(words, place);
  assert.equal(code, 3);
  assert.match(stdout, /cross \(kinds\.ndjson:1\) = again \(kinds\.ndjson:4\)$/m);
  assert.match(stdout, /^misfits .*\n +kinds\.ndjson:2 wrong: /m);
  assert.match(stdout, /^rejects .*\n +1 {2}kinds\.ndjson:5 {2}/m);
  const read = (name: string): string => readFileSync(join(folder, 'report', name), 'utf8');
  for (const name of ['index.html', 'summary.md']) {
    const text = read(name);
    for (const line of [1, 2, 4, 5])
      assert.match(text, new RegExp(`kinds\\.ndjson:${line}\\b`), name);
    assert.match(text, /What does not meet the gates/);
  }
  const summary = JSON.parse(read('summary.json')) as PlacedSummary;
  const placed = (some: readonly Placed[]): unknown => some.map(({ name, line }) => [name, line]);
  // The last one is the puzzle with the wrong picture once more, without a name.
  assert.deepEqual(
    summary.duplicates.first.map(({ first }) => placed(first)),
    [
      [
        ['cross', 1],
        ['again', 4],
      ],
      [
        ['wrong', 2],
        ['kinds.ndjson#4', 6],
      ],
    ],
  );
  assert.deepEqual(placed(summary.misfits), [['wrong', 2]]);
  assert.deepEqual(
    summary.gates.map(({ name, first }) => [name, placed(first)]),
    [
      ['strict', [['broken', 5]]],
      ['goal', [['wrong', 2]]],
      [
        'distinct',
        [
          ['cross', 1],
          ['wrong', 2],
        ],
      ],
    ],
  );

  // A file that is gone, or another by now, or no file any more: an entry is all that is known.
  const again = async (): Promise<string> =>
    (await nonomill(['report', '--db', 'x.sqlite', '--report', 'report'], place)).stderr +
    read('summary.json');
  writeFileSync(join(folder, 'kinds.ndjson'), CORPUS.split('\n').reverse().join('\n'));
  assert.doesNotMatch(await again(), /"name": "again",[^}]*"line": 4/);
  rmSync(join(folder, 'kinds.ndjson'));
  assert.match(await again(), /"name": "again",[^}]*"line": null/);
  if (process.platform === 'win32') return;
  execFileSync('mkfifo', [join(folder, 'kinds.ndjson')]);
  assert.match(await again(), /"name": "again",[^}]*"line": null/);
});

test('in a long CSV, lines are those of the file, whatever lies between', async () => {
  const wrong = (id: string): string => `${id},2;1,2;1,##/.#`;
  const lines = ['id,rows,columns,goal'];
  for (let i = 0; i < 9000; i++) {
    if (i % 1000 === 0)
      lines.push('# a comment', '', `"two`, `lines",1,1,#`, '"broken,1,1', wrong(`w${i}`));
    lines.push(`p${i},1,1,#`);
  }
  const folder = folderWith({ 'long.csv': lines.join('\n') });
  const { stdout } = await nonomill(
    ['run', 'long.csv', '--db', 'x.sqlite', '--json', '--no-report'],
    {
      cwd: folder,
    },
  );
  const { misfits } = JSON.parse(stdout) as PlacedSummary;
  assert.ok(misfits.length > 2);
  for (const { name, line } of misfits) assert.equal(line, lines.indexOf(wrong(name)) + 1);
});
