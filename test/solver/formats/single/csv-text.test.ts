import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { DEFAULT_PARSER_LIMITS } from '../../../../src/solver/formats/contract/format.js';
import { CsvText, type RecordReader } from '../../../../src/solver/formats/single/csv.js';
import { depth } from '../../../support/tests.js';
import { holds } from '../../../support/property.js';

interface Cut {
  readonly found: readonly string[];
  readonly charactersScanned: number;
}

/** A reader that notes all that it is given, as words. */
function noting(found: string[]): (header: readonly string[]) => RecordReader {
  return (header) => {
    found.push(`header ${JSON.stringify(header)}`);
    return {
      // Blanks around fields count for nothing, and are dropped or not.
      record: (fields, line) =>
        found.push(`${line} ${JSON.stringify(fields.map((field) => field.trim()))}`),
      broken: (part, line, reason) => found.push(`${line} ! ${part} (${reason})`),
    };
  };
}

/** All that is found in a text that comes in pieces, as words. */
function cut(text: string, piece: number, maxEntryLength?: number): Cut {
  const found: string[] = [];
  const limits = { ...DEFAULT_PARSER_LIMITS, ...(maxEntryLength && { maxEntryLength }) };
  const csv = new CsvText(noting(found), limits);
  for (let at = 0; at < text.length; at += piece) csv.write(text.slice(at, at + piece));
  csv.end();
  return { found, charactersScanned: csv.charactersScanned };
}

const SIGNS = ['"', '""', ',', '\n', '\r', '\r\n', ' ', 'a', '1;2', '#', '",', ',"'];
const sign = fc.constantFrom(...SIGNS);

test('the records of a text are the same wherever its pieces are cut', () => {
  fc.assert(
    fc.property(
      fc.array(sign, { maxLength: 40 }),
      fc.integer({ min: 1, max: 9 }),
      (signs, piece) => {
        const text = `id,rows,columns\n${signs.join('')}`;
        assert.deepEqual(cut(text, piece).found, cut(text, text.length).found);
      },
    ),
    { numRuns: depth(250, 3000), examples: [[[' ', '""', '\r\n', ' '], 1]] },
  );
});

/** What csv-parse finds in a text; null if it refuses any of it. */
function readElsewhere(text: string): string[][] | null {
  try {
    return parse(text, {
      delimiter: ',',
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      trim: true,
    });
  } catch {
    return null;
  }
}

test('what csv-parse reads is read as csv-parse reads it', () => {
  let compared = 0;
  const field = fc.constantFrom(
    '',
    ' ',
    'a',
    ' b ',
    '1;2',
    '#',
    '""',
    ' "c" ',
    '"d""d"',
    '"\r\n"',
    '"',
    'e"',
  );
  const between = fc.constantFrom(',', ',', ',', '\n', '\r', '\r\n', '\n\n');
  holds(depth(300, 5000), [fc.array(fc.tuple(field, between), { maxLength: 12 })], (parts) => {
    const text = `a1${parts.flat().join('')}`;
    const elsewhere = readElsewhere(text);
    if (elsewhere === null) return;
    compared++;
    const { found } = cut(`id,rows,columns\n${text}`, text.length + 20);
    const fields = found.slice(1).map((one) => JSON.parse(one.slice(one.indexOf(' '))) as string[]);
    const trimmed = elsewhere.map((record) => record.map((one) => one.trim()));
    assert.deepEqual(fields, trimmed);
  });
  assert.ok(compared > 50, `only ${compared} texts are readable`);
});

test('a record of blanks beside a quote takes time in proportion to its length', () => {
  const blanks = `a, "2" ${' '.repeat(200_000)}x`;
  assert.equal(cut(`id,rows\n${blanks}\n`, 1 << 20).found.length, 2);
});

test('fields come out as they were written, quoted or not, in any characters', () => {
  const content = fc.oneof(
    fc.string({ unit: fc.constantFrom('a', '1', ';', ',', '"', 'é', '犬', '😀'), maxLength: 6 }),
    fc.string({ unit: fc.constantFrom('x', '\n', '\r\n', '"'), maxLength: 6 }),
    fc.constant('y'.repeat(20_000)),
  );
  const field = fc.tuple(content, fc.boolean());
  const records = fc.array(fc.tuple(field, field, field), { maxLength: 30 });
  holds(
    depth(150, 2000),
    [records, fc.constantFrom('\n', '\r\n'), fc.boolean()],
    (rows, end, ends) => {
      const written = rows.map((row) =>
        row
          .map(([text, quoted]) =>
            quoted || /[,"\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text,
          )
          .join(','),
      );
      const text = ['id,rows,columns', ...written].join(end) + (ends ? end : '');
      const fields = cut(text, text.length * 3)
        .found.slice(1)
        .map((found) => JSON.parse(found.slice(found.indexOf('['))) as string[]);
      const expected = rows.map((row) => row.map(([content]) => content.trim()));
      assert.deepEqual(fields, expected);
    },
  );
});

test('the header, too, is the same wherever its pieces are cut', () => {
  for (const text of [
    '\n\r\n#x\r\r id,rows\r\na,1\n',
    'sep=;\r\nid;rows\ra;1',
    'id,rows',
    '\r\n\r',
    ...['"id', 'id,"rows" , "co""l"', 'a"b,c', '"a"b'].map((header) => `${header}\n1,2\n`),
  ]) {
    for (const piece of [1, 2, 3]) {
      assert.deepEqual(cut(text, piece).found, cut(text, text.length).found);
    }
  }
});

const ROWS = 'p1,2;1,2;1\n'.repeat(1000);
const COSTLY: readonly [what: string, text: string, broken: number][] = [
  ['quotes that are never closed, far apart', `p0,"2;1,2\n${ROWS.repeat(5)}`.repeat(8), 8],
  ['a quote in each line that is never closed', 'p0,"2;1,2\n'.repeat(20_000), 20_000],
  ['two such quotes in each line', 'p0,"2;1,2,"1\n'.repeat(20_000), 20_000],
  ['doubled quotes behind one that is never closed', `p0,"2\n${'p,""""\n'.repeat(5000)}`, 1],
  ['blanks behind a quote', `p0,"2;1"${' '.repeat(200_000)}x,1\n`, 1],
  ['a long line behind a broken quote', `p0,2"${'1;'.repeat(100_000)}\n${ROWS}`, 1],
  ['a long line', `p0,${'1;'.repeat(100_000)}\n${ROWS}`, 1],
];

for (const [what, text, broken] of COSTLY) {
  test(`the work for ${what} grows with the text alone`, () => {
    const { found, charactersScanned } = cut(`id,rows,columns\n${text}`, 1000, 50_000);
    const rejects = found.filter((one) => one.includes(' ! ')).length;
    assert.equal(rejects, broken);
    assert.ok(
      charactersScanned <= 3 * text.length,
      `${charactersScanned} characters for ${text.length}`,
    );
  });
}
