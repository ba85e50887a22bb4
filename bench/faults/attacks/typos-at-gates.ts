import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { puzzleOf } from '../../support/random-puzzles.js';
import { between, pick, type Arena, type Attack } from '../attack.js';
import { nonomill, shown, succeeds } from '../program.js';
import { TEXT_FORMATS } from '../samples.js';

const WIDTH = 20;
const HEIGHT = 3;

/** The only clue of this length: what is written for it is found in any format. */
const LONG = 17;

/** Formats of pictures alone, where no clue can be mistyped, and of squares alone. */
const LEFT_OUT = new Set(['picture', 'pbm', 'tournament']);

/**
 * Mistypes one clue of a book, in any format, in a file or a folder: the gates that ask for one
 * solution fail, and name its place.
 */
export const typosAtGates: Attack = {
  name: 'typos at gates',
  async run(arena) {
    const { folder } = arena;
    const format = pick(
      arena,
      TEXT_FORMATS.filter((name) => !LEFT_OUT.has(name)),
    );
    const book = join(folder, 'book');
    mkdirSync(book);
    const source = join(folder, 'source.ndjson');
    const gate = pick(arena, ['unique', 'line']);
    writeFileSync(source, puzzleText('cat', longPicture(arena)));
    const file = join(book, `typo.${format}`);
    await succeeds(['convert', source, file, '--to', format]).catch((error: unknown) => {
      throw new Error(`${format}: ${String(error)}`);
    });
    const good = readFileSync(file, 'utf8');
    const places = placesOf(good);
    if (places.length !== 1) {
      arena.tried(`a typo: none can be placed in ${format}`);
      return;
    }
    const [[at, written]] = places;
    const other = pick(arena, TYPOS).toString();
    const bad = good.slice(0, at) + other + good.slice(at + written.length);
    const run = async (name: string): Promise<Awaited<ReturnType<typeof nonomill>>> => {
      const corpus = arena.random() < 0.5 ? book : file;
      const db = join(folder, `${name}.sqlite`);
      const how = ['--no-report', '--threads', '1', '--quiet', '--require', gate];
      return nonomill(['run', corpus, '--db', db, '--format', format, ...how]);
    };
    const before = await run('before');
    if (before.code !== 0) throw new Error(`${format}: without a typo: ${shown(before)}\n${good}`);
    writeFileSync(file, bad);
    const after = await run('after');
    arena.tried(`a typo in ${format}, ${gate}`);
    const place = new RegExp(`typo\\.${format}(?::(\\d+))?`);
    const line = place.exec(after.stderr)?.[1];
    const typo = good.slice(0, at).split('\n').length;
    const isNamed = place.test(after.stderr) && Number(line ?? 1) <= typo;
    if (after.code !== 3 || !after.stderr.includes(`FAIL --require ${gate}`) || !isNamed) {
      throw new Error(`${format}, ${gate}, a typo in line ${typo}: ${shown(after)}\n${bad}`);
    }
  },
};

/** All of them make the sums of rows and columns differ, or a block too long for its line. */
const TYPOS = [16, 18, 19, 71];

/** Where the long clue is written, and how. */
function placesOf(text: string): [number, string][] {
  return Array.from(text.matchAll(/(?<!\d)17(?!\d)/g), ({ index, 0: word }) => [index, word]);
}

/** A picture that lines alone solve, with one block of 17. */
function longPicture(arena: Arena): Uint8Array {
  const cells = new Uint8Array(WIDTH * HEIGHT);
  const row = between(arena, 0, HEIGHT - 1);
  const from = between(arena, 0, WIDTH - LONG);
  cells.fill(1, row * WIDTH + from, row * WIDTH + from + LONG);
  return cells;
}

function puzzleText(id: string, cells: Uint8Array): string {
  const { rows, columns } = puzzleOf(cells, WIDTH, 1);
  return `${JSON.stringify({ id, rows, columns })}\n`;
}
