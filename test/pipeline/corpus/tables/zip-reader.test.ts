import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { npyHead } from '../../../../src/pipeline/corpus/tables/npy.js';
import { TableError } from '../../../../src/pipeline/corpus/tables/table-error.js';
import { zipMembers } from '../../../../src/pipeline/corpus/tables/zip-reader.js';
import { zipPieces } from '../../../../src/pipeline/corpus/tables/zip-writer.js';
import { depth } from '../../../support/depth.js';
import { NO_NUMPY, numpy } from '../../../support/numpy.js';
import { temporaryFolder } from '../../../support/temporary.js';

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
    { numRuns: depth(500, 10_000) },
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
