import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { npyHead, readNpy } from '../../../../src/pipeline/corpus/tables/npy.js';
import { zipMembers } from '../../../../src/pipeline/corpus/tables/zip-reader.js';
import { zipPieces } from '../../../../src/pipeline/corpus/tables/zip-writer.js';
import { NO_NUMPY, numpy } from '../../../support/numpy.js';
import { temporaryFolder } from '../../../support/temporary.js';

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

  test(
    'of any type and order of NumPy is read, and NumPy reads what is written',
    { skip: NO_NUMPY },
    async (t) => {
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
    },
  );
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
