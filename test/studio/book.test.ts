import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import PDFDocument from 'pdfkit';
import { qrCode } from '../../src/solver/craft/qr-code.js';
import { puzzlinkAddress } from '../../src/solver/formats/single/one-line.js';
import {
  ABOVE_CODE,
  bookPdf,
  clueRoom,
  HEAD,
  layOut,
  pageArea,
  PAPERS,
  QR_MODULE,
  type SheetPuzzle,
} from '../../src/studio/book.js';
import { ONLY_DEEP, depth } from '../support/tests.js';
import { puzzleOfPicture, randomNumbers, randomPicture } from '../support/random-puzzle.js';

const PLAIN = { paper: 'a4', perPage: null, names: true, cover: false, title: 'A book' } as const;

/** Puzzles of many sizes, up to 60x60, some in colours. */
function sheetsOf(count: number, seed: number): SheetPuzzle[] {
  const random = randomNumbers(seed);
  return Array.from({ length: count }, (_, i) => {
    const [width, height] = [1 + Math.floor(random() * 60), 1 + Math.floor(random() * 60)];
    const colours = i % 4 === 3 ? 3 : 1;
    const solution = randomPicture(random, width * height, 0.5, colours);
    const palette = colours === 1 ? null : ['#ffffff', '#d02020', '#2040d0', '#f0e020'];
    const puzzle = { ...puzzleOfPicture(solution, width, height, colours), palette };
    const rated = { stars: 1 + (i % 5), difficultyBound: false, difficulty: i };
    return {
      called: `Puzzle Ω ${i}`,
      isNamed: true,
      puzzle,
      code: null,
      solution,
      unique: true,
      ...rated,
    };
  });
}

async function bytesOf(stream: NodeJS.ReadableStream): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of stream) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

/** What is written into a book, line by line. */
async function linesOf(
  t: TestContext,
  sheets: readonly SheetPuzzle[],
  options: Partial<typeof PLAIN> = {},
): Promise<string[]> {
  const pages = PDFDocument.prototype as PDFKit.PDFDocument;
  const spy = t.mock.method(pages, 'text');
  const { stream } = bookPdf(sheets, { ...PLAIN, ...options, solutions: true });
  await bytesOf(stream);
  spy.mock.restore();
  return spy.mock.calls.map(({ arguments: [text] }) => text);
}

void describe('a book of puzzles', () => {
  void test('has the page of its puzzle beside each solution', { skip: ONLY_DEEP }, async (t) => {
    const sheets = sheetsOf(12, 3);
    const lines = await linesOf(t, sheets);
    const pages = layOut(sheets, 'a4', null);
    const told = sheets.map((sheet, i) => {
      const at = lines.lastIndexOf(`${i + 1}  ${sheet.called}`);
      return lines[at + 1];
    });
    const own = sheets.map(
      (_, i) =>
        `, page ${1 + pages.findIndex(({ places }) => places.some(({ index }) => index === i))}`,
    );
    assert.deepEqual(told, own);
    assert.ok(new Set(own).size > 3);
  });

  void test('has scores beside the stars only if all are equal', { skip: ONLY_DEEP }, async (t) => {
    const [one, two] = sheetsOf(2, 9).map((sheet) => ({ ...sheet, stars: 2, difficulty: 6.25 }));
    const headsOf = (lines: readonly string[]): string[] =>
      lines.flatMap((line) => / {2}(★.*)$/.exec(line)?.[1] ?? []);
    const unrated = { ...two, stars: null, difficulty: null };
    const alike = await linesOf(t, [one, two, unrated]);
    assert.deepEqual(headsOf(alike), ['★★☆☆☆ 6.3', '★★☆☆☆ 6.3']);
    const differ = await linesOf(t, [one, { ...two, stars: 3 }]);
    assert.deepEqual(headsOf(differ), ['★★☆☆☆', '★★★☆☆']);
  });

  for (const count of depth([7], [1, 7, 200])) {
    void test(`of ${count} puzzles has a page for each page that is laid out, and its fonts`, async () => {
      const sheets = sheetsOf(count, count);
      const { stream, pages } = bookPdf(sheets, { ...PLAIN, solutions: true });
      const bytes = await bytesOf(stream);
      const text = bytes.toString('latin1');
      assert.ok(text.startsWith('%PDF-'));
      assert.equal([...text.matchAll(/\/Type \/Page\b/g)].length, pages);
      const puzzles = layOut(sheets, 'a4', null).length;
      assert.equal(pages, puzzles + Math.ceil(count / 20));
      assert.match(text, /\/FontFile2/);
      assert.doesNotMatch(text, /\/BaseFont \/(Helvetica|Times)/);
    });
  }

  void test('draws every puzzle once, in order, inside its page and apart from others', () => {
    for (const perPage of [null, 1, 4, 7]) {
      for (const paper of ['a4', 'letter'] as const) {
        const puzzles = sheetsOf(60, 5);
        const pages = layOut(puzzles, paper, perPage);
        const indexes = pages.flatMap(({ places }) => places.map(({ index }) => index));
        assert.deepEqual(indexes, [...puzzles.keys()]);
        for (const { places, landscape } of pages) {
          const page = pageArea(paper, landscape);
          places.forEach(({ area, cell }, i) => {
            assert.ok(cell > 2);
            assert.ok(area.x >= page.x && area.x + area.width <= page.x + page.width + 1e-6);
            assert.ok(area.y >= page.y && area.y + area.height <= page.y + page.height + 1e-6);
            for (const { area: other } of places.slice(i + 1)) {
              const apart = area.x + area.width <= other.x || area.y + area.height <= other.y;
              assert.ok(apart || other.x + other.width <= area.x);
            }
          });
          if (perPage !== null) assert.ok(places.length <= perPage);
        }
      }
    }
  });

  void test('uses a landscape page for a wide puzzle, and puts several small ones on a page', () => {
    const wide = puzzleOfPicture(new Uint8Array(60 * 20).fill(1), 60, 20);
    const [page] = layOut([{ puzzle: wide, code: null }], 'a4', null);
    assert.ok(page.landscape);
    const small = Array.from({ length: 6 }, () => ({
      puzzle: puzzleOfPicture(new Uint8Array(100), 10, 10),
      code: null,
    }));
    assert.equal(layOut(small, 'a4', null).length, 1);
    assert.ok(PAPERS.a4[0] < PAPERS.a4[1]);
  });

  void test('has cells of one size for puzzles of one size on a page, however long their clues are', () => {
    const random = randomNumbers(4);
    const puzzles = Array.from({ length: 8 }, (_, i) => {
      const cells = i % 2 === 0 ? new Uint8Array(100).fill(1) : randomPicture(random, 100, 0.5);
      return { puzzle: puzzleOfPicture(cells, 10, 10), code: null };
    });
    for (const perPage of [null, 4, 6]) {
      for (const { places } of layOut(puzzles, 'a4', perPage)) {
        assert.ok(places.length > 1);
        assert.equal(new Set(places.map(({ cell }) => cell)).size, 1);
      }
    }
  });

  void test('has its title, and a cover first if asked for', { skip: ONLY_DEEP }, async () => {
    const sheets = sheetsOf(3, 9);
    const pages: number[] = [];
    for (const cover of [false, true]) {
      const options = { ...PLAIN, solutions: true, cover, title: 'My book' };
      const book = bookPdf(sheets, options);
      const text = (await bytesOf(book.stream)).toString('latin1');
      assert.match(text, /\(My book\)/);
      assert.equal([...text.matchAll(/\/Type \/Page\b/g)].length, book.pages);
      pages.push(book.pages);
    }
    assert.equal(pages[1], pages[0] + 1);
  });

  void test('has room for the QR codes of puzzles with one', { skip: ONLY_DEEP }, async () => {
    const sheets = sheetsOf(40, 11).map((sheet) => {
      const address = puzzlinkAddress(sheet.puzzle);
      return { ...sheet, code: address === null ? null : qrCode(address) };
    });
    assert.ok(sheets.filter(({ code }) => code !== null).length > sheets.length / 4);
    for (const { places } of layOut(sheets, 'a4', null)) {
      for (const { index, area, cell } of places) {
        const { puzzle, code } = sheets[index];
        const drawn = HEAD + (clueRoom(puzzle).top + puzzle.height) * cell;
        const below = code === null ? 0 : ABOVE_CODE + code.side * QR_MODULE;
        assert.ok(drawn + below <= area.height + 1e-6);
        assert.ok(code === null || code.side * QR_MODULE <= area.width);
      }
    }
    const bytes = await bytesOf(bookPdf(sheets, { ...PLAIN, solutions: false }).stream);
    const codeless = sheets.map((sheet) => ({ ...sheet, code: null }));
    const without = await bytesOf(bookPdf(codeless, { ...PLAIN, solutions: false }).stream);
    assert.ok(bytes.length > without.length);
  });

  void test('leaves the solutions out if that is asked for', async () => {
    const sheets = sheetsOf(3, 9);
    const { stream, pages } = bookPdf(sheets, {
      ...PLAIN,
      paper: 'letter',
      perPage: 1,
      solutions: false,
    });
    await bytesOf(stream);
    assert.equal(pages, 3);
  });
});
