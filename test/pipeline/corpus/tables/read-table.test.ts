import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { readTable } from '../../../../src/pipeline/corpus/tables/read-table.js';
import { npyHead } from '../../../../src/pipeline/corpus/tables/npy.js';
import { zipPieces } from '../../../../src/pipeline/corpus/tables/zip-writer.js';
import { depth } from '../../../support/depth.js';
import { nonomill } from '../../../support/nonomill.js';
import { NO_NUMPY, numpy } from '../../../support/numpy.js';
import { randomNumbers } from '../../../support/random-puzzle.js';
import { folderWith, temporaryFolder } from '../../../support/temporary.js';

/** A member of an .npz file, of bytes. */
function array(
  name: string,
  shape: readonly number[],
  values: readonly number[],
): readonly [string, Uint8Array[]] {
  return [`${name}.npy`, [npyHead('|u1', shape), Uint8Array.from(values)]];
}

/** What a file is read as, in CSV, and what was said of it. */
async function read(
  name: string,
  bytes: Uint8Array,
): Promise<{ readonly rows: string[]; readonly said: string }> {
  const path = join(folderWith({ [name]: bytes }), name);
  const { stdout, stderr } = await nonomill(['convert', path, '-', '--to', 'csv']);
  const [, ...rows] = stdout.trimEnd().split('\n');
  // CSV has no room for pictures.
  const said = stderr.replace(/^.*holds no goal picture.*\n/m, '');
  return { rows: rows.map((row) => row.split(',').slice(1, 5).join(',')), said };
}

function npz(...arrays: (readonly [string, Uint8Array[]])[]): Buffer {
  return Buffer.concat([...zipPieces(arrays)]);
}

// A plus of 3x3, and a row of 3x3 with a gap.
const CLUES = [0, 1, 0, 3, 0, 1, 0, 1, 0, 3, 0, 1, 1, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1];
const PICTURES = [0, 1, 0, 1, 1, 1, 0, 1, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0];
const PLUS = '3,3,"1;3;1","1;3;1"';
const GAP = '3,3,"1 1;;","1;;1"';

describe('Puzzles in NumPy arrays', () => {
  test('are found as clues, padded in front or behind, flat or not, and as pictures', async () => {
    const halves = (from: number): number[] => [
      ...CLUES.slice(from, from + 6),
      ...CLUES.slice(from + 12, from + 18),
    ];
    const files = {
      flat: npz(array('x', [2, 12], CLUES)),
      lines: npz(array('clues', [2, 6, 2], CLUES)),
      sides: npz(array('clues', [2, 2, 3, 2], CLUES)),
      unnamed: npz(array('arr_0', [2, 12], CLUES)),
      both: npz(array('x_train', [2, 12], CLUES), array('y_train', [2, 9], PICTURES)),
      apart: npz(
        array('row_clues', [2, 3, 2], halves(0)),
        array('col_clues', [2, 3, 2], halves(6)),
      ),
      pictures: npz(array('pictures', [2, 3, 3], PICTURES)),
      flatPictures: npz(array('arr_0', [2, 9], PICTURES)),
      besides: npz(array('stars', [2], [1, 2]), array('solutions', [2, 9], PICTURES)),
    };
    for (const [name, bytes] of Object.entries(files)) {
      assert.deepEqual(await read('p.npz', bytes), { rows: [PLUS, GAP], said: '' }, name);
    }
  });

  test('of several sizes stand in the upper left corner of the largest', async () => {
    const file = npz(
      array('pictures', [2, 3, 3], [1, 1, 0, 0, 1, 0, 0, 0, 0, 1, 1, 1, 0, 0, 0, 1, 0, 0]),
      array('widths', [2], [2, 3]),
      array('heights', [2], [2, 3]),
    );
    const { rows } = await read('p.npz', file);
    assert.deepEqual(rows, ['2,2,"2;1","1;2"', '3,3,"3;;1","1 1;1;1"']);
  });

  test('are not found in other shapes, and the reason names the arrays', async () => {
    const files: readonly (readonly [Buffer, RegExp])[] = [
      [npz(array('labels_only', [3], [1, 2, 3])), /neither clues.*found labels_only \(3\)/],
      [npz(array('rows', [1, 3, 2], [1, 1, 1, 1, 1, 1])), /neither clues of rows and columns/],
      [npz(array('x', [1, 7], [2, 2, 2, 2, 2, 2, 2])), /not square.*found x \(1, 7\)/],
      [npz(array('x', [2, 12], CLUES), array('y', [1, 9], PICTURES.slice(9))), /the same number/],
      [npz(), /found no array/],
      [Buffer.from('PK\x03\x04'), /npz: the zip file is damaged/],
    ];
    for (const [bytes, reason] of files) {
      const { rows, said } = await read('p.npz', bytes);
      assert.deepEqual(rows, []);
      assert.match(said, reason);
    }
  });

  test('are read from files alone, not from a pipe or gzipped', async () => {
    const bytes = npz(array('x', [2, 12], CLUES));
    const folder = folderWith({ 'p.npz.gz': gzipSync(bytes) });
    const gzipped = await nonomill(['convert', join(folder, 'p.npz.gz'), '-', '--to', 'csv']);
    assert.match(gzipped.stderr, /npz is read from a file, neither a pipe nor gzipped/);
  });

  test(
    'that NumPy has saved are found, and a run has each of them',
    { skip: NO_NUMPY },
    async (t) => {
      const folder = temporaryFolder(t);
      numpy(
        `y = np.random.default_rng(1).integers(0, 2, (50, 5, 5))
np.savez_compressed('p.npz', target=np.asfortranarray(y.reshape(50, 25).astype('float32')))`,
        folder,
      );
      const words = ['run', 'p.npz', '--json', '--quiet', '--no-report', '--db', 'p.sqlite'];
      const { stdout } = await nonomill(words, { cwd: folder });
      const { puzzles, rejects } = JSON.parse(stdout) as { puzzles: number; rejects: number };
      assert.deepEqual({ puzzles, rejects }, { puzzles: 50, rejects: 0 });
    },
  );
});

describe('Puzzles in Parquet', () => {
  const LISTS = { type: 'JSON' as const };
  test('are found in columns named like the fields of JSON, as lists or as texts', async () => {
    const side = [[1], [3], [1]];
    const files = {
      json: [
        { name: 'rows', data: [side, side], ...LISTS },
        { name: 'cols', data: [side, side], ...LISTS },
        { name: 'other', data: [1, 2] },
      ],
      text: [
        { name: 'row_clues', data: ['1;3;1', '1;3;1'] },
        { name: 'column_clues', data: ['1;3;1', '1;3;1'] },
      ],
      picture: [{ name: 'solution', data: ['.#./###/.#.', '.#./###/.#.'] }],
    };
    for (const [name, columnData] of Object.entries(files)) {
      const bytes = Buffer.from(parquetWriteBuffer({ columnData }));
      assert.deepEqual(await read('p.parquet', bytes), { rows: [PLUS, PLUS], said: '' }, name);
    }
  });

  test('keep their names, and one that is none becomes a reject', async (t) => {
    const folder = temporaryFolder(t);
    const columnData = [
      { name: 'id', data: ['plus', 'odd'] },
      { name: 'width', data: [3n, 3n], type: 'INT64' as const },
      { name: 'rows', data: ['1;3;1', '1;3;2'] },
      { name: 'columns', data: ['1;3;1', '1;3;1'] },
    ];
    writeFileSync(join(folder, 'p.parquet'), Buffer.from(parquetWriteBuffer({ columnData })));
    const { stdout, stderr, code } = await nonomill(
      ['convert', join(folder, 'p.parquet'), '-', '--to', 'csv'],
    ); // prettier-ignore
    assert.match(stdout, /^plus,3,3/m);
    assert.match(stderr, /odd.*rows fill 6 cells|odd/);
    assert.equal(code, 1);
  });

  test('without any such column are refused with the columns that there are', async () => {
    const bytes = parquetWriteBuffer({ columnData: [{ name: 'price', data: [1, 2] }] });
    const { rows, said } = await read('p.parquet', Buffer.from(bytes));
    assert.deepEqual(rows, []);
    assert.match(said, /there is no column of clues .* but price/);
    const damaged = await read('p.parquet', Buffer.from('PAR1 and then nothing'));
    assert.match(damaged.said, /parquet: it is damaged/);
  });
});

test('Damaged arrays and columns are rejected or read, never worse', async (t) => {
  const folder = temporaryFolder(t);
  const columnData = [{ name: 'solution', data: ['.#./###/.#.', '.#./###/.#.'] }];
  const whole = {
    npz: npz(array('x', [2, 12], CLUES), array('y', [2, 9], PICTURES)),
    parquet: Buffer.from(parquetWriteBuffer({ columnData })),
  };
  const fraction = randomNumbers(1);
  const random = (below: number): number => Math.floor(fraction() * below);
  for (let round = 0; round < depth(60, 1000); round++) {
    for (const [format, sound] of Object.entries(whole)) {
      const bytes = Buffer.from(sound);
      for (let i = 0; i < 3; i++) bytes[random(bytes.length)] = random(256);
      const path = join(folder, `p.${format}`);
      writeFileSync(path, bytes.subarray(0, random(4) === 0 ? random(bytes.length) : undefined));
      let entries = 0;
      const count = (): void => {
        entries++;
      };
      for await (const share of readTable(path, format, { entry: count, reject: count })) {
        assert.ok(share > 0 && share <= 1);
      }
      assert.ok(entries <= 3, `${format}, round ${round}: ${entries} entries`);
    }
  }
});
