import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  addressToPicture,
  pictureToAddress,
} from '../../../../../src/pipeline/pages/client/window/picture-address.js';

test('a picture in an address is read back, in black and white and in colours', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 31 }).chain((colours) =>
        fc.record({
          colours: fc.constant(colours),
          cells: fc.uint8Array({ minLength: 1, maxLength: 200, max: colours }),
        }),
      ),
      ({ colours, cells }) => {
        const text = pictureToAddress(cells, colours);
        assert.match(text, /^[\w-]+$/);
        assert.deepEqual(addressToPicture(text, cells.length, colours), cells);
      },
    ),
  );
});

test('what is not such a picture is refused', () => {
  assert.equal(addressToPicture('AA', 5, 1), null);
  assert.equal(addressToPicture('A', 7, 1), null);
  assert.equal(addressToPicture('!', 4, 1), null);
  assert.equal(addressToPicture('AD', 2, 2), null);
});
