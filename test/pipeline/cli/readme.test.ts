// In a process of its own: what it looks at belongs to the whole process.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { platform } from 'node:os';
import { delimiter, join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { PNG } from 'pngjs';
import { FORMATS, canRead } from '../../../src/solver/formats/registry.js';
import { writeCsv } from '../../support/csv-corpora.js';
import { depth, temporaryFolder } from '../../support/tests.js';
import { ROOT, nonomill, type Ended } from '../../support/nonomill.js';

const PAGES = ['README.md', join('docs', 'tour.md')].map((name) =>
  readFileSync(join(ROOT, name), 'utf8'),
);

/**
 * The commands of the first page and, at depth, of the tour, each once, in their order. Servers do
 * not end by themselves.
 */
const COMMANDS = PAGES.slice(0, depth(1, 2))
  .flatMap((page) => [...page.matchAll(/^ {4}(nonomill .*)$/gm)])
  .map(([, line]) => line)
  .filter((line, i, all) => line !== 'nonomill serve' && all.indexOf(line) === i)
  // Other people's programs and claims: the tests of race and referee have their own.
  .filter((line) => !/mysolver|theirs\./.test(line));

test('the first page names as many formats as are read', () => {
  const others = FORMATS.filter(canRead).length - 5;
  assert.match(PAGES[0], /webpbn XML and more than twenty other formats/);
  assert.ok(others > 20 && others < 30, `${others} besides the five that are named`);
});

/** What ends with another code than 0 here, as the page says. */
const CODES: Readonly<Record<string, number>> = {
  'nonomill run book/ --require line --strict --timeout 30s': 3,
  'nonomill run book/ --require line --strict --quiet': 3,
};

/** What takes longer than a test should: fewer puzzles do. */
const SHORTER: Readonly<Record<string, string>> = {
  '--count 1000': '--count 20',
  '15x15..30x30': '15x15..16x16',
  '--all 4x4': '--all 3x3',
  '5..30:5 --densities 0.2..0.8:0.05 --until-error 1%':
    '5 --densities 0.4..0.6:0.2 --until-error 20%',
};

/** The tour compares run 12 with run 13; here there are fewer. */
const RENAMED: Readonly<Record<string, string>> = { 'compare 12 13': 'compare 1 1' };

const HEART = 'width 7\nheight 6\n\nrows\n2,2\n7\n7\n5\n3\n1\n\ncolumns\n2\n4\n5\n5\n5\n4\n2\n';

const HEART_PICTURE = '.##.##.\n#######\n#######\n.#####.\n..###..\n...#...\n';

/** Everything that the tour names. */
function prepare(folder: string): void {
  mkdirSync(join(folder, 'more'));
  mkdirSync(join(folder, 'night'));
  mkdirSync(join(folder, 'book'));
  mkdirSync(join(folder, 'photos'));
  cpSync(join(ROOT, 'data'), join(folder, 'data'), { recursive: true });
  const shape = { count: 6, width: 5, height: 5 };
  writeCsv(folder, 'puzzles', { ...shape, seed: 1 });
  writeCsv(join(folder, 'more'), 'others', { ...shape, seed: 2 });
  const book = readFileSync(writeCsv(folder, 'book', { ...shape, seed: 3 }));
  writeFileSync(join(folder, 'book.csv.gz'), gzipSync(book));
  const rocket = '{"id":"rocket","rows":[[1],[3],[1]],"columns":[[1],[3],[1]]}\n';
  writeFileSync(join(folder, 'night', 'one.json.gz'), gzipSync(`[${rocket}]`));
  writeFileSync(join(folder, 'book', 'ambiguous.json'), '{"rows":[[1],[1]],"columns":[[1],[1]]}');
  writeFileSync(join(folder, 'puzzle.non'), HEART);
  const text = '???????\n???????\n#######\n???????\n???????\n???????\n';
  writeFileSync(join(folder, 'so-far.txt'), text);
  writeFileSync(join(folder, 'answer.txt'), HEART_PICTURE);
  writeFileSync(join(folder, 'book.ndjson'), rocket);
  for (const [at, person] of ['ann', 'bob'].entries()) {
    const games = [10_000, 20_000].map((ms, time) =>
      JSON.stringify({
        fingerprint: '9a19ec1d77cfc8e5784fed24e9c94da0',
        puzzle: '3x3:1_3_1:1_3_1',
        start: `2026-11-25T0${at}:0${time}:00.000Z`,
        ms,
        solved: true,
      }),
    );
    writeFileSync(join(folder, `${person}.ndjson`), games.join('\n'));
  }
  const answer = rocket.replace('}', ',"cells":".#./###/.#."}');
  writeFileSync(join(folder, 'answers.ndjson'), answer);
  writeFileSync(join(folder, 'boat.png'), picture(20, 12));
  writeFileSync(join(folder, 'cat.png'), picture(60, 60));
  writeFileSync(join(folder, 'photos', 'sun.png'), picture(40, 40));
}

function picture(width: number, height: number): Buffer {
  const png = new PNG({ width, height });
  for (let i = 0; i < width * height; i++) {
    const [x, y] = [i % width, Math.floor(i / width)];
    const inside =
      (x - width / 2) ** 2 + (y - height / 2) ** 2 < (Math.min(width, height) / 3) ** 2;
    png.data.set(inside ? [200, 30, 30, 255] : [255, 255, 255, 255], i * 4);
  }
  return PNG.sync.write(png);
}

const skip = platform() === 'win32' ? 'they are written for a Unix shell' : false;
test('the commands of the README and the tour do what they say', { skip }, async (t) => {
  const folder = temporaryFolder(t);
  prepare(folder);
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  const command = join(bin, 'nonomill');
  writeFileSync(command, `#!/bin/sh\nexec '${process.execPath}' '${ROOT}/bin/nonomill.js' "$@"\n`);
  chmodSync(command, 0o755);
  const env = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH ?? ''}` };
  assert.ok(COMMANDS.length > depth(3, 15));
  const inShell = (line: string): Omit<Ended, 'log'> => {
    const { status, stdout, stderr } = spawnSync('bash', ['--norc', '-o', 'pipefail', '-c', line], {
      cwd: folder,
      env,
      encoding: 'utf8',
    });
    return { code: status, stdout, stderr };
  };
  for (const line of COMMANDS) {
    const shorter = Object.entries({ ...SHORTER, ...RENAMED }).reduce(
      (text, [from, to]) => text.replace(from, to),
      line,
    );
    // Without what only a shell does a line needs none.
    const words = shorter.match(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g) ?? [];
    const inPlace = depth(!/[|<>$]/.test(shorter), false);
    const { code, stdout, stderr } = inPlace
      ? await nonomill(
          words.slice(1).map((word) => word.replaceAll(/['"]/g, '')),
          { cwd: folder },
        )
      : inShell(shorter);
    assert.equal(code, CODES[line] ?? 0, `${line}\n${stdout}${stderr}`);
  }
});
