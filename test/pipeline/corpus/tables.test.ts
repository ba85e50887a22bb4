import assert from 'node:assert/strict';
import { writeFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { parquetWriteBuffer } from 'hyparquet-writer';
import {
  readTable,
  npyHead,
  readNpy,
  zipMembers,
  TableError,
} from '../../../src/pipeline/corpus/tables.js';
import { zipPieces } from '../../../src/pipeline/corpus/table-writers.js';
import { depth, folderWith, temporaryFolder } from '../../support/tests.js';
import { nonomill } from '../../support/nonomill.js';
import { NO_NUMPY, numpy } from '../../support/numpy.js';
import { randomNumbers } from '../../support/random-puzzle.js';
import fc from 'fast-check';

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

  test('that NumPy has saved are found, and a run has each', { skip: NO_NUMPY }, async (t) => {
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
  });
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

function npy(type: '|u1' | '<u2' | '<f8', shape: readonly number[], values: Uint8Array): Buffer {
  return Buffer.concat([npyHead(type, shape), values]);
}

describe('A NumPy array', () => {
  test('is read as it was written', () => {
    const doubles = new Uint8Array(Float64Array.of(1.5, -2, 1e300).buffer);
    assert.deepEqual(Array.from(readNpy('a', npy('<f8', [3], doubles)).values), [1.5, -2, 1e300]);
    const bytes = readNpy('b', npy('|u1', [2, 2, 1], Uint8Array.of(1, 2, 3, 255)));
    assert.deepEqual(bytes.shape, [2, 2, 1]);
    assert.deepEqual(Array.from(bytes.values), [1, 2, 3, 255]);
  });

  test('begins its values at a multiple of 64 bytes, whatever its shape', () => {
    for (const shape of [[0], [7], [1e9, 10, 10], Array.from({ length: 30 }, () => 12345)]) {
      assert.equal(npyHead('<u8', shape).length % 64, 0);
    }
  });

  test('that is damaged or holds other things than numbers is refused with the reason', () => {
    const whole = npy('<u2', [4], new Uint8Array(8));
    assert.throws(() => readNpy('x', whole.subarray(0, -1)), /the array x is cut off.*\(4\)/);
    assert.throws(() => readNpy('x', Buffer.from('no array at all')), /x is not a NumPy array/);
    const text = Buffer.from(whole.toString('latin1').replace('<u2', '<U9'), 'latin1');
    assert.throws(() => readNpy('x', text), /x holds values of the type <U9: expected/);
  });

  test('of any type and order of NumPy is read, and the reverse', { skip: NO_NUMPY }, async (t) => {
    const folder = temporaryFolder(t);
    const types = ['bool', 'u1', 'i1', '<u2', '>i2', '<u4', '>i4', '<u8', '>i8', '<f4', '>f8'];
    numpy(
      `a = np.array([[[0, 1], [1, 1], [0, 1]], [[1, 0], [0, 0], [1, 0]]])
np.savez('c.npz', **{t: a.astype(t) for t in ${JSON.stringify(types)}})
np.savez_compressed('f.npz', **{t: np.asfortranarray(a.astype(t)) for t in ${JSON.stringify(types)}})`,
      folder,
    );
    for (const file of ['c.npz', 'f.npz']) {
      const members = await zipMembers(readFileSync(join(folder, file)), '.npy');
      assert.equal(members.size, types.length);
      for (const [name, bytes] of members) {
        const { shape, values } = readNpy(name, bytes);
        assert.deepEqual(shape, [2, 3, 2], name);
        assert.deepEqual(Array.from(values), [0, 1, 1, 1, 0, 1, 1, 0, 0, 0, 1, 0], name);
      }
    }
    const pieces = zipPieces([
      ['one.npy', [npy('<u2', [2, 2], Uint8Array.of(1, 0, 2, 0, 3, 0, 0, 1))]],
      ['two.npy', [npyHead('|u1', [3]), Uint8Array.of(7), Uint8Array.of(8, 9)]],
    ]);
    writeFileSync(join(folder, 'own.npz'), Buffer.concat([...pieces]));
    const read = numpy(
      "f = np.load('own.npz')\nprint(json.dumps([f['one'].tolist(), f['two'].tolist(), str(f['one'].dtype)]))",
      folder,
    );
    assert.deepEqual(JSON.parse(read), [[[1, 2], [3, 256]], [7, 8, 9], 'uint16']); // prettier-ignore
  });
});

describe('A zip file', () => {
  test('has the same bytes on any day, and its members come back', async (t) => {
    const made = (): Buffer => Buffer.concat([...zipPieces([['a.npy', [Buffer.from('abc')]]])]);
    const first = made();
    t.mock.timers.enable({ apis: ['Date'], now: Date.UTC(2041, 5, 6) });
    assert.deepEqual(made(), first);
    const members = await zipMembers(first, '.npy');
    assert.equal(Buffer.from(members.get('a.npy')!).toString(), 'abc');
    assert.equal((await zipMembers(first, '.txt')).size, 0);
  });

  test('that is damaged is refused with the reason', async () => {
    await assert.rejects(zipMembers(Buffer.from('PK\x03\x04 and no more'), '.npy'), /damaged/);
  });
});

/** A file of two arrays, and another member. */
function sample(): Buffer {
  const array = (...values: number[]): Uint8Array[] => [
    npyHead('|u1', [values.length]),
    Uint8Array.from(values),
  ];
  const members = [
    ['rows.npy', array(1, 0, 3, 1)] as const,
    ['columns.npy', array(1, 3, 1, 0)] as const,
    ['readme.txt', [Buffer.from('a text')]] as const,
  ];
  return Buffer.concat([...zipPieces(members)]);
}

async function membersOf(bytes: Uint8Array): Promise<Record<string, string> | null> {
  try {
    const members = await zipMembers(bytes, '.npy');
    return Object.fromEntries(
      [...members].map(([name, text]) => [name, Buffer.from(text).toString('hex')]),
    );
  } catch (error) {
    assert.ok(error instanceof TableError, String(error));
    return null;
  }
}

test('with any bit flipped, or cut anywhere, a member is what it was or the file is refused', async () => {
  const sound = sample();
  const whole = await membersOf(sound);
  assert.deepEqual(Object.keys(whole ?? {}), ['rows.npy', 'columns.npy']);
  // Readers go by one of the two places that say how many members there are, and leave the rest
  // out.
  const end = sound.length - 22;
  for (const at of [end + 8, end + 10]) {
    const fewer = Buffer.from(sound);
    fewer[at] = 1;
    assert.equal(await membersOf(fewer), null);
  }
  const flip = fc.record({ at: fc.nat({ max: sound.length - 1 }), bit: fc.nat({ max: 7 }) });
  await fc.assert(
    fc.asyncProperty(flip, fc.boolean(), async ({ at, bit }, isCut) => {
      const bytes = Buffer.from(isCut ? sound.subarray(0, at) : sound);
      if (!isCut) bytes[at] ^= 1 << bit;
      const found = await membersOf(bytes);
      if (found !== null) assert.deepEqual(found, whole);
    }),
    { numRuns: depth(200, 10_000) },
  );
});

test('a member that is there twice, and a checksum that is wrong, are named', async () => {
  const sound = sample();
  const at = sound.indexOf(Buffer.from([1, 0, 3, 1]), 64);
  const damaged = Buffer.from(sound);
  damaged[at] = 2;
  await assert.rejects(zipMembers(damaged, '.npy'), /the checksum \(CRC-32\) of rows\.npy is not/);
  const twice = Buffer.concat([
    ...zipPieces([
      ['a.npy', []],
      ['a.npy', []],
    ]),
  ]);
  await assert.rejects(zipMembers(twice, '.npy'), /a\.npy is there twice/);
});

test('what NumPy writes is read, and what it refuses is refused', { skip: NO_NUMPY }, async (t) => {
  const folder = temporaryFolder(t);
  numpy(
    'np.savez_compressed("a.npz", rows=np.arange(900, dtype="u1"), columns=np.zeros(40))',
    folder,
  );
  const script = [
    'import random, io',
    'sound = open("a.npz", "rb").read()',
    'random.seed(7)',
    'found = []',
    `for i in range(${depth(100, 900)}):`,
    '  b = bytearray(sound); b[random.randrange(len(b))] ^= 1 << random.randrange(8)',
    '  open(f"{i}.npz", "wb").write(b)',
    '  try:',
    '    with np.load(io.BytesIO(b)) as z: found.append({k: z[k].sum().item() for k in z.files})',
    '  except Exception: found.append(None)',
    'print(json.dumps(found))',
  ].join('\n');
  const found = JSON.parse(numpy(script, folder)) as (object | null)[];
  assert.ok(found.filter((one) => one === null).length > found.length / 2);
  const sound = await membersOf(readFileSync(join(folder, 'a.npz')));
  for (const [i, one] of found.entries()) {
    const members = await membersOf(readFileSync(join(folder, `${i}.npz`)));
    if (members !== null)
      assert.deepEqual(members, sound, `file ${i}, of which NumPy says ${JSON.stringify(one)}`);
  }
});
