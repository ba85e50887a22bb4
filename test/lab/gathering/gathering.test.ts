import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import fc from 'fast-check';
import { nothingLeftOut, type Chunk } from '../../../src/lab/gathering/chunks.js';
import { Gathering, NotFound } from '../../../src/lab/gathering/gathering.js';
import { Probe } from '../../../src/lab/gathering/probe.js';
import { randomTasks, sizeOfChunk } from '../../../src/lab/gathering/random-chunks.js';
import type { Making, RandomPuzzlesWanted } from '../../../src/lab/gathering/recipe.js';
import { temporaryFolder } from '../../support/temporary.js';

const FROM: RandomPuzzlesWanted = {
  kind: 'random',
  sizes: [
    { width: 5, height: 5 },
    { width: 8, height: 4 },
  ],
  density: { from: 0.5, to: 0.5 },
  count: 8,
  bands: [
    { stars: 1, difficulty: null, share: 3 },
    { stars: 2, difficulty: null, share: 1 },
  ],
};

function makingOf(from: Making['from'] = FROM): Making {
  return { from, keep: { for: 'unique', needs: null }, seed: 5 };
}

function gatheringIn(folder: string, t: TestContext, making = makingOf()): Gathering {
  const gathering = new Gathering(folder, making);
  t.after(() => gathering.close());
  return gathering;
}

/** A part in which puzzles of these shapes were found, each in its band. */
function chunkOf(
  number: number,
  found: readonly (readonly [shape: number, band: number])[],
): Chunk {
  return {
    number,
    tried: 100,
    lineSolves: 1000,
    ms: 2,
    lines: found.map(([shape]) => `{"shape":"${shape.toString(16).padStart(16, '0')}"}`),
    bands: found.map(([, band]) => band),
    leftOut: { ...nothingLeftOut(), several: 3 },
  };
}

function linesOf(gathering: Gathering): string[] {
  const lines: string[] = [];
  gathering.eachLine((line) => lines.push(line.toString()));
  return lines;
}

test('each size and band has its share of what is wanted, and no more is kept', (t) => {
  const gathering = gatheringIn(temporaryFolder(t), t);
  assert.deepEqual(
    gathering.buckets.map((ofSize) => ofSize.map(({ quota }) => quota)),
    [
      [3, 1],
      [3, 1],
    ],
  );
  gathering.take(chunkOf(0, [[1, 0], [2, 0], [3, 0], [4, 0], [5, 1], [6, 1]]), 0); // prettier-ignore
  assert.equal(gathering.kept, 4);
  assert.deepEqual(gathering.open(0), [false, false]);
  assert.deepEqual(gathering.open(1), [true, true]);
  assert.ok(!gathering.isDone);
  gathering.take(chunkOf(1, [[7, 0], [8, 0], [9, 0], [10, 1]]), 1); // prettier-ignore
  assert.ok(gathering.isDone);
  assert.equal(gathering.kept, gathering.wanted);
});

test('of equal puzzles the first is kept, and the others are counted', (t) => {
  const gathering = gatheringIn(temporaryFolder(t), t);
  gathering.take(chunkOf(0, [[1, 0], [1, 0]]), 0); // prettier-ignore
  gathering.take(chunkOf(1, [[1, 1], [2, 1]]), 1); // prettier-ignore
  assert.deepEqual(linesOf(gathering), chunkOf(9, [[1, 0], [2, 1]]).lines); // prettier-ignore
  assert.equal(gathering.leftOut.duplicates, 2);
  assert.equal(gathering.leftOut.several, 6);
});

test('it finds the same however often it is interrupted, and wherever', (t) => {
  const found = fc.array(fc.tuple(fc.nat(40), fc.nat(1)), { maxLength: 4 });
  fc.assert(
    fc.property(
      fc.array(found, { minLength: 1, maxLength: 12 }),
      fc.array(fc.constantFrom('on', 'noted', 'killed'), { minLength: 12, maxLength: 12 }),
      (chunks, ends) => {
        const whole = gatheringIn(temporaryFolder(t), t);
        for (const [number, of] of chunks.entries()) {
          whole.take(chunkOf(number, of), sizeOfChunk(number, FROM));
        }
        const folder = temporaryFolder(t);
        let gathering = gatheringIn(folder, t);
        for (let step = 0; gathering.next < chunks.length; step++) {
          const { next } = gathering;
          gathering.take(chunkOf(next, chunks[next]), sizeOfChunk(next, FROM));
          const end = step < ends.length ? ends[step] : 'on';
          if (end === 'noted') gathering.note();
          if (end !== 'on') {
            gathering.close();
            gathering = gatheringIn(folder, t);
          }
        }
        assert.deepEqual(linesOf(gathering), linesOf(whole));
        assert.deepEqual(gathering.buckets, whole.buckets);
        assert.deepEqual(gathering.leftOut, whole.leftOut);
      },
    ),
    { numRuns: 30 },
  );
});

test('other work in the same folder begins anew', (t) => {
  const folder = temporaryFolder(t);
  const first = new Gathering(folder, makingOf());
  first.take(chunkOf(0, [[1, 0]]), 0);
  first.note();
  first.close();
  const other = gatheringIn(folder, t, { ...makingOf(), seed: 6 });
  assert.equal(other.next, 0);
  assert.deepEqual(linesOf(other), []);
});

test('it gives up once a million candidates brought nothing of a kind, and names the kind', (t) => {
  const gathering = gatheringIn(temporaryFolder(t), t);
  gathering.take(chunkOf(0, [[1, 0], [2, 0], [3, 0]]), 0); // prettier-ignore
  const hopeless = { ...chunkOf(2, []), tried: 999_900 };
  assert.throws(
    () => gathering.take(hopeless, 0),
    (error) =>
      error instanceof NotFound &&
      /^2 stars at 5x5: there are 0 of 1, .* last 1,000,000 candidates; 0 in all/.test(
        error.message,
      ),
  );
});

test('of a corpus all is taken, until it is at its end', (t) => {
  const making = makingOf({
    kind: 'corpus',
    files: [],
    format: null,
    limit: null,
    ignoreStart: false,
  });
  const folder = temporaryFolder(t);
  const gathering = gatheringIn(folder, t, making);
  gathering.take(chunkOf(0, [[1, 0], [2, 0]]), 0); // prettier-ignore
  assert.equal(gathering.wanted, Infinity);
  assert.ok(!gathering.isDone);
  gathering.finish();
  gathering.close();
  const again = gatheringIn(folder, t, making);
  assert.ok(again.isDone);
  assert.equal(again.kept, 2);
});

test('parts are of the sizes in turn, without those that are full, and draw by seeds of their own', (t) => {
  const gathering = gatheringIn(temporaryFolder(t), t);
  const tasks = randomTasks(FROM, 5, gathering);
  const taken = Array.from({ length: 2 }, () => tasks.next().value!);
  gathering.take(chunkOf(0, [[1, 0], [2, 0], [3, 0], [4, 1]]), 0); // prettier-ignore
  taken.push(...Array.from({ length: 2 }, () => tasks.next().value!));
  const random = taken.flatMap((task) => (task.kind === 'random' ? task : []));
  assert.deepEqual(
    random.map(({ number, size }) => [number, size.width]),
    [
      [0, 5],
      [1, 8],
      [3, 8],
      [5, 8],
    ],
  );
  assert.equal(new Set(random.map(({ seed }) => seed)).size, 4);
  gathering.take(chunkOf(1, [[7, 0], [8, 0], [9, 0], [10, 1]]), 1); // prettier-ignore
  assert.ok(tasks.next().done);
});

test('the first candidates tell how rare each kind is, and what the rest takes', (t) => {
  const gathering = gatheringIn(temporaryFolder(t), t);
  const probe = new Probe(FROM, gathering, 2);
  gathering.take({ ...chunkOf(0, [[1, 0], [2, 0]]), tried: 4000 }, 0); // prettier-ignore
  probe.note(0, 4000, 400);
  assert.ok(!probe.isReady());
  gathering.take({ ...chunkOf(1, [[3, 0], [4, 0], [5, 0], [6, 1]]), tried: 40_000 }, 1); // prettier-ignore
  probe.note(1, 40_000, 4000);
  gathering.take({ ...chunkOf(2, []), tried: 26_000 }, 0);
  probe.note(0, 26_000, 2600);
  assert.ok(probe.isReady());
  assert.ok(!probe.isReady(), 'it is ready once');
  assert.deepEqual(probe.rarities, [
    '2 stars at 5x5: none among 30,000 (so fewer than 1 in 10,000) at density 0.5, 1 wanted',
    '1 star at 5x5: about 1 in 15,000 at density 0.5, 3 wanted',
  ]);
  // One more of 15,000, or one of at most 10,000: the longer, at a tenth of a millisecond each.
  assert.equal(probe.leftMs, (15_000 * 0.1) / 2);
  assert.match(probe.timeText, /^more than /);
  assert.ok(!probe.isLong);
});
