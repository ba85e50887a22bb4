import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { GivenPuzzle } from '../../../src/studio/given-puzzles.js';
import { fixedPuzzles } from '../../../src/studio/commands/fix.js';
import { ends, nonomill, succeeds } from '../../support/nonomill.js';
import { png } from '../../support/png.js';

void describe('nonomill fix', () => {
  let folder = '';
  before(() => (folder = mkdtempSync(join(tmpdir(), 'nonomill-fix-'))));
  after(() => rmSync(folder, { recursive: true, force: true }));

  void test('shows the picture with its changes, and says that they are the fewest', async () => {
    const { stdout } = await succeeds(['fix', '-'], { input: '#.\n.#\n' });
    assert.match(stdout, /1 cell changes, the fewest possible\n {2}row 1, cell 1: filled -> blank/);
    assert.match(stdout, /Now: one solution, found line by line; difficulty .*\.\n\n\.\.\n\.#\n$/);
  });

  void test('writes its JSON as documented', async () => {
    const { stdout } = await nonomill(['fix', '-', '--json'], { input: '#.\n.#\n' });
    const told = JSON.parse(stdout) as Record<string, unknown>;
    assert.deepEqual(told.changes, [{ row: 1, column: 1, from: '#', to: '.' }]);
    assert.equal(told.fewestProven, true);
    const puzzle = { width: 2, height: 2, rows: [[], [1]], columns: [[], [1]], goal: '../.#' };
    assert.deepEqual(told.puzzle, puzzle);
  });

  void test('ends at once if what it fixes cannot be written, and leaves what is there', async () => {
    const several = join(folder, 'several.pic');
    const there = join(folder, 'there.json');
    writeFileSync(several, '#.\n.#\n\n.#\n#.\n');
    writeFileSync(there, 'precious');
    const refused = await nonomill(['fix', several, '--out', there]);
    assert.deepEqual([refused.code, refused.stdout], [1, '']);
    assert.match(refused.stderr, /there\.json exists already \(NM_FILE_EXISTS\)\nSay --force/);
    assert.equal(readFileSync(there, 'utf8'), 'precious');
    // Found out only when it is written: its format cannot hold two puzzles.
    await ends(1, ['fix', several, '--out', join(folder, 'alone.nin')], { says: /one puzzle/ });
  });

  void test('fixes the puzzle of a picture, without a change where a mask is dark', async () => {
    const picture = join(folder, 'cat.png');
    const mask = join(folder, 'mask.png');
    writeFileSync(picture, png(['#.', '.#']));
    writeFileSync(mask, png(['##', '.#']));
    const { stdout } = await succeeds(['fix', picture, '--keep', mask, '--json']);
    const { changes } = JSON.parse(stdout) as { changes: unknown };
    assert.deepEqual(changes, [{ row: 2, column: 1, from: '.', to: '#' }]);
    writeFileSync(mask, png(['##', '##']));
    const none = await ends(1, ['fix', picture, '--keep', mask]);
    assert.match(none.stdout, /not fixed: there is no fix of at most 5 changes .*: that is proven/);
  });

  void test('reads no puzzle if the picture of what to keep is missing', async () => {
    async function* puzzles(): AsyncGenerator<GivenPuzzle> {
      yield await Promise.reject(new Error('a puzzle is read'));
    }
    const keep = join(folder, 'no-mask.png');
    const fixed = fixedPuzzles(puzzles(), { options: {}, keep, threads: 2 });
    await assert.rejects(fixed.next(), /no-mask\.png/);
  });

  void test('fixes a folder file by file, and says in a README what changed', async () => {
    const book = join(folder, 'book');
    mkdirSync(join(book, 'more'), { recursive: true });
    writeFileSync(join(book, 'a.txt'), '#.\n.#\n');
    const text = '[{"id":"b","rows":[[1],[1]],"columns":[[1],[1]]}]';
    writeFileSync(join(book, 'more', 'b.json'), text);
    const fixed = join(folder, 'fixed');
    const { stdout } = await succeeds(['fix', book, '--out', `${fixed}/`]);
    assert.match(stdout, /\n2 of 2 changed\n$/);
    const report = readFileSync(join(fixed, 'README.md'), 'utf8');
    assert.match(report, /\| b \| more\/b\.json \| 2x2 \|/);
    assert.match(report, /\| a \| a\.txt \| 2x2 \|/);
    assert.equal(readFileSync(join(fixed, 'a.txt'), 'utf8'), '..\n.#\n', 'a picture stays one');
    await succeeds([
      ...['run', fixed, '--db', join(folder, 'db'), '--no-report', '--require', 'unique'],
      '--strict',
    ]);
    await ends(1, ['fix', book, '--out', `${fixed}/`], { says: /README\.md exists already/ });
  });

  void test('lists of several puzzles those that change or cannot be fixed, and all on request', async () => {
    const several = join(folder, 'few.json');
    const [good, bad] = ['"rows":[[1]],"columns":[[1]]', '"rows":[[1],[1]],"columns":[[1],[1]]'];
    const never = '"rows":[[1,1],[],[1,1]],"columns":[[1],[2],[1]]';
    const entries = [good, bad, good, never].map((clues, i) => `{"id":"p${i}",${clues}}`);
    writeFileSync(several, `[${entries.join(',')}]`);
    const changed = 'p1, 2x2: 1 cell is given, the fewest possible\n';
    const notFixed = 'p3, 3x3: not fixed: ';
    const list = await ends(1, ['fix', several, '--out', join(folder, 'few/')]);
    assert.ok(list.stdout.startsWith(`${changed}${notFixed}`), list.stdout);
    const counts = '1 of 4 changed, 1 not fixed';
    assert.ok(list.stdout.endsWith(`\n${counts} (--unchanged lists the others)\n`), list.stdout);
    const readme = (): string => readFileSync(join(folder, 'few', 'README.md'), 'utf8');
    assert.match(readme(), new RegExp(`\n\n${counts}\\.\n\n`));
    assert.deepEqual(readme().match(/^\| p\d/gm), ['| p1', '| p3']);

    const all = await nonomill([
      ...['fix', several, '--unchanged', '--force', '--out', join(folder, 'few/')],
    ]);
    assert.deepEqual(all.stdout.match(/^p\d/gm), ['p0', 'p1', 'p2', 'p3']);
    assert.match(all.stdout, /^p0, 1x1: nothing to change$/m);
    assert.ok(all.stdout.endsWith(`\n${counts}\n`), all.stdout);
    assert.deepEqual(readme().match(/^\| p\d/gm), ['| p0', '| p1', '| p2', '| p3']);

    writeFileSync(several, `[${entries[0]},${entries[2]}]`);
    const none = await nonomill(['fix', several, '--force', '--out', join(folder, 'few/')]);
    const expected = [0, '0 of 2 changed (--unchanged lists the others)\n'];
    assert.deepEqual([none.code, none.stdout], expected);
    assert.equal(readme(), '# What was changed\n\n0 of 2 changed.\n');
    const json = await nonomill(['fix', several, '--json']);
    assert.deepEqual(json.stdout.match(/^\{"name":"p\d/gm), ['{"name":"p0', '{"name":"p2']);
  });

  void test('writes cells that are given in a format that holds them', async () => {
    const picture = join(folder, 'two.txt');
    writeFileSync(picture, '#.\n.#\n');
    const out = join(folder, 'given/');
    await succeeds(['fix', picture, '--by', 'givens', '--out', out]);
    const solved = await nonomill(['solve', out, '--json']);
    assert.match(solved.stdout, /"status":"unique"/);
    const csv = join(folder, 'given.csv');
    await ends(1, ['fix', picture, '--by', 'givens', '--out', csv], {
      says: /csv holds no start position.*\nChoose .*ndjson.*\. The cells that fix gives are a start position\.$/m,
    });
  });

  void test('tells of other ways only what is different', async () => {
    const { stdout } = await nonomill(['fix', '-', '--alternatives', '2'], {
      input: '#.#..\n.#...\n...#.\n#....\n....#\n',
    });
    const [, first] = stdout.match(/^Other way 1: (.*)$/m)!;
    assert.match(first, /^row \d, cell \d: [^;]*; instead of row \d, cell \d$/);
  });

  void test('says how the puzzle opens if that is what is preferred, of pictures alone', async () => {
    const input = '#.#..\n.#...\n...#.\n#....\n....#\n';
    const wide = ['fix', '-', '--prefer', 'opening'];
    const { stdout } = await nonomill(wide, { input });
    assert.match(stdout, /^Now: .*; it opens with \d+ lines?/m);
    await ends(2, [...wide, '--by', 'givens'], {
      input,
      says: /--prefer opening compares changes of a picture, and --by givens makes none/,
    });
  });

  void test('says what is possible if a word is neither a file nor a stored puzzle', async () => {
    const { stderr } = await ends(1, ['fix', 'nothing', '--db', join(folder, 'none.sqlite')]);
    assert.match(stderr, /there is no file "nothing", and no database/);
  });
});
