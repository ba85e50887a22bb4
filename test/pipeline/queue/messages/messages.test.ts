import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { batchToText, textToBatch } from '../../../../src/pipeline/queue/messages/batch-text.js';
import type { WorkerCard } from '../../../../src/pipeline/queue/messages/cards.js';
import { parseQueueAddress } from '../../../../src/pipeline/queue/link/queue-address.js';
import {
  puzzleNames,
  readResultMessage,
  toResultMessage,
} from '../../../../src/pipeline/queue/messages/result-message.js';
import {
  askedOf,
  readWorkMessage,
  toWorkMessage,
} from '../../../../src/pipeline/queue/messages/work-message.js';
import { packResults } from '../../../../src/pipeline/runs/pool/packed-results.js';
import { resultOfDeath } from '../../../../src/pipeline/runs/pool/thread-death.js';
import { packBatch, viewBatch } from '../../../../src/solver/core/puzzle/packed-batch.js';
import {
  clueEnd,
  firstClue,
  heightOf,
  pack,
  unpack,
  widthOf,
  type PackedWords,
} from '../../../../src/solver/core/puzzle/packed.js';
import { validate } from '../../../../src/solver/core/puzzle/validate.js';
import { randomNumbers, randomPuzzle } from '../../../support/random-puzzle.js';
import { LIMITS } from '../../../support/packed-batches.js';
import { depth } from '../../../support/depth.js';

const RUN = '0'.repeat(32);

const WORKER: WorkerCard = {
  id: '0'.repeat(16),
  host: 'nowhere',
  cpu: 'none',
  threads: 1,
  version: 'test',
  solver: '0'.repeat(16),
  node: process.version,
};

const batches = fc
  .tuple(
    fc.integer(),
    fc.integer({ min: 1, max: 9 }),
    fc.integer({ min: 1, max: 40 }),
    fc.integer({ min: 1, max: 3 }),
  )
  .map(([seed, count, side, colours]) => {
    const random = randomNumbers(seed);
    return packBatch(
      Array.from({ length: count }, () =>
        pack(randomPuzzle(random, side, 1 + (side % 7), 0.5, colours)),
      ),
    );
  });

test('a batch comes out of its text as it went in', () => {
  fc.assert(
    fc.property(batches, (batch) => {
      assert.deepEqual(new Uint8Array(textToBatch(batchToText(batch))), new Uint8Array(batch));
    }),
  );
});

test('a damaged text is refused, or is a batch of sound puzzles', () => {
  fc.assert(
    fc.property(batches, fc.nat(), fc.nat(255), (batch, place, byte) => {
      const bytes = Buffer.from(batchToText(batch), 'base64');
      bytes[place % bytes.length] = byte;
      let read: ArrayBuffer;
      try {
        read = textToBatch(bytes.toString('base64'));
      } catch (error) {
        assert.ok(error instanceof Error && !(error instanceof TypeError));
        return;
      }
      assert.ok(viewBatch(read).offsets.length > 0);
    }),
    { numRuns: depth(400, 2000) },
  );
});

test('a changed block is refused if validation refuses it, and passes if that lets it pass', () => {
  const others = fc.constantFrom(0, -1, 1, 2, 3, 40, 0xffff, 0x10000, 0x10001, 0x20001, 0x7fffffff);
  let passed = 0;
  fc.assert(
    fc.property(batches, fc.nat(), others, (batch, place, value) => {
      const changed = batch.slice(0);
      const { words, offsets } = viewBatch(changed);
      const blocks = offsets.flatMap((offset) => blockPlaces(words, offset));
      if (blocks.length > 0) words[blocks[place % blocks.length]] = value;
      const areSound = offsets.every((offset) => {
        const { rows, columns, colours } = unpack(words, offset);
        const palette = colours === 1 ? null : new Array<string>(colours + 1).fill('#000000');
        const draft = {
          width: null,
          height: null,
          rows,
          columns,
          palette,
          start: null,
          goal: null,
        };
        return validate(draft).puzzle !== undefined;
      });
      if (areSound) passed++;
      const read = (): unknown => textToBatch(batchToText(changed));
      if (areSound) read();
      else assert.throws(read, /^Error: puzzle \d+ of the batch: /);
    }),
    { numRuns: depth(400, 2000) },
  );
  assert.ok(passed > 0);
});

/** Where the blocks of a puzzle are. */
function blockPlaces(words: PackedWords, offset: number): number[] {
  const places: number[] = [];
  let at = firstClue(offset);
  for (let line = 0; line < widthOf(words, offset) + heightOf(words, offset); line++) {
    const end = clueEnd(words, at);
    while (++at < end) places.push(at);
  }
  return places;
}

test('limits travel, even those that are not set', () => {
  const batch = packBatch([pack(randomPuzzle(randomNumbers(1), 3, 3, 0.5))]);
  const message: unknown = JSON.parse(
    JSON.stringify(toWorkMessage({ run: RUN, batch, limits: LIMITS })),
  );
  assert.deepEqual(readWorkMessage(message).limits, LIMITS);
});

test('the wish for proofs travels, but a folder of one machine does not', () => {
  const batch = packBatch([pack(randomPuzzle(randomNumbers(1), 3, 3, 0.5))]);
  const limits = { ...LIMITS, prove: true, proveTo: '/somewhere' };
  const read = readWorkMessage(
    JSON.parse(JSON.stringify(toWorkMessage({ run: RUN, batch, limits }))),
  ).limits;
  assert.equal(read.prove, true);
  assert.equal(read.proveTo, undefined);
});

test('a worker and a run that goes on name the same question alike', () => {
  const batch = packBatch([pack(randomPuzzle(randomNumbers(1), 3, 3, 0.5))]);
  const { count, ...others } = {
    ...LIMITS,
    timeoutMs: Infinity,
    sliceMs: 5,
    proveTo: '/somewhere',
  };
  const message: unknown = JSON.parse(
    JSON.stringify(toWorkMessage({ run: RUN, batch, limits: { ...others, count } })),
  );
  const asked = askedOf(readWorkMessage(message));
  assert.equal(asked, askedOf({ limits: { count, ...others, sliceMs: 7 } }));
  assert.notEqual(asked, askedOf({ limits: { count: 3, ...others } }));
});

test('a message of another build is refused, whatever else it says', () => {
  const batch = packBatch([pack(randomPuzzle(randomNumbers(1), 3, 3, 0.5))]);
  const work = toWorkMessage({ run: RUN, batch, limits: LIMITS });
  const found = resultOfDeath({ status: 'crash', reason: 'it died', solveMs: 1 });
  const puzzles = puzzleNames(batch, '', 0, 1);
  const head = { batch: `${RUN}-0-0`, worker: WORKER, heldMs: 1 };
  const result = toResultMessage({ ...head, parts: [packResults([found])], puzzles });
  readWorkMessage(JSON.parse(JSON.stringify(work)));
  readResultMessage(JSON.parse(JSON.stringify(result)));
  for (const version of ['0'.repeat(16), '', 3, null]) {
    assert.throws(() => readWorkMessage({ ...work, version }), /its version is not one/);
    assert.throws(() => readResultMessage({ ...result, version }), /its version is not one/);
  }
});

test('whatever else comes as a message is refused with a word on what is wrong', () => {
  for (const read of [readWorkMessage, readResultMessage]) {
    fc.assert(
      fc.property(fc.jsonValue(), (message) => {
        assert.throws(() => read(message), /^Error: (it|its) /);
      }),
    );
  }
});

test('an address is read with its user, password, database and TLS', () => {
  const { options, shown } = parseQueueAddress('rediss://solver:p%40ss@queue.example:7000/2');
  const { host, port, db, username, password } = options;
  assert.deepEqual(
    [host, port, db, username, password],
    ['queue.example', 7000, 2, 'solver', 'p@ss'],
  );
  assert.ok(options.tls);
  assert.equal(shown, 'rediss://queue.example:7000/2');
  assert.equal(parseQueueAddress('redis://localhost').shown, 'redis://localhost:6379');
});

test('an address that cannot be meant is refused with what to write', () => {
  const most = `${2 ** 31 - 1}`;
  assert.equal(parseQueueAddress(`redis://h/${most}`).options.db, 2 ** 31 - 1);
  for (const [address, what] of [
    ['redis://u:100%@h', /the password in the address of the queue has a "%".*as %25/],
    ['redis://100%:x@h', /the user in the address of the queue has a "%".*as %25/],
    ['redis://h/99999999999999999999', /database is "9{20}": expected a number, 0 to 2147483647/],
    ['redis://h/2147483648', /expected a number/],
  ] as const) {
    assert.throws(() => parseQueueAddress(address), what);
  }
});

test('TLS gets the name of the server, if it has one', () => {
  assert.deepEqual(parseQueueAddress('rediss://queue.example').options.tls, {
    servername: 'queue.example',
  });
  for (const address of ['rediss://127.0.0.1', 'rediss://[::1]:7000']) {
    assert.deepEqual(parseQueueAddress(address).options.tls, {});
  }
});

test('no message about an address holds its password', () => {
  for (const bad of [
    'http://u:secret@h',
    'redis://u:secret@',
    'redis://u:secret@h/x',
    'u:secret@h',
    'redis://u:secret@h:99999',
    'redis://u:secret%@h',
    'redis://u:secret@h/99999999999',
  ]) {
    assert.throws(
      () => parseQueueAddress(bad),
      (error) => !String(error).includes('secret'),
    );
  }
});
