import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import fc from 'fast-check';
import {
  checkedRecipe,
  type Chunk,
  nothingLeftOut,
  type Making,
  quotas,
  type RandomPuzzlesWanted,
  type Recipe,
  seedOf,
  sharePlaceOf,
  splitAt,
} from '../../../src/lab/dataset/chunks.js';
import { Probe, randomTasks, Gathering } from '../../../src/lab/dataset/gathering.js';
import { assertEach, temporaryFolder } from '../../support/tests.js';
import { holds } from '../../support/property.js';

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

const SPLITS = [
  { name: 'train', share: 80 },
  { name: 'valid', share: 10 },
  { name: 'test', share: 10 },
];

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
  return gathering
    .split(SPLITS)
    .flatMap((split) => Array.from(split.rows(), (row) => JSON.stringify(row)));
}

test('each size and band has its share of what is wanted, and no more is kept', (t) => {
  const gathering = gatheringIn(temporaryFolder(t), t);
  assertEach(gathering.buckets, (ofSize) => ofSize.map(({ quota }) => quota), [
    [3, 1],
    [3, 1],
  ]);
  gathering.take(chunkOf(0, [[1, 0], [2, 0], [3, 0], [4, 0], [5, 1], [6, 1]])); // prettier-ignore
  assert.equal(gathering.kept, 4);
  assert.deepEqual(gathering.open(0), [false, false]);
  assert.deepEqual(gathering.open(1), [true, true]);
  assert.ok(!gathering.isDone);
  gathering.take(chunkOf(1, [[7, 0], [8, 0], [9, 0], [10, 1]])); // prettier-ignore
  assert.ok(gathering.isDone);
  assert.equal(gathering.kept, gathering.wanted);
});

test('of equal puzzles the first is kept, and the others are counted', (t) => {
  const gathering = gatheringIn(temporaryFolder(t), t);
  gathering.take(chunkOf(0, [[1, 0], [1, 0]])); // prettier-ignore
  gathering.take(chunkOf(1, [[1, 1], [2, 1]])); // prettier-ignore
  assert.deepEqual(linesOf(gathering).sort(), chunkOf(9, [[1, 0], [2, 1]]).lines); // prettier-ignore
  assert.equal(gathering.leftOut.duplicates, 2);
  assert.equal(gathering.leftOut.several, 6);
});

test('it finds the same however often it is interrupted, and wherever', (t) => {
  const found = fc.array(fc.tuple(fc.nat(40), fc.nat(1)), { maxLength: 4 });
  holds(
    30,
    [
      fc.array(found, { minLength: 1, maxLength: 12 }),
      fc.array(fc.constantFrom('on', 'noted', 'killed'), { minLength: 12, maxLength: 12 }),
    ],
    (chunks, ends) => {
      const whole = gatheringIn(temporaryFolder(t), t);
      for (const [number, of] of chunks.entries()) {
        whole.take(chunkOf(number, of));
      }
      const folder = temporaryFolder(t);
      let gathering = gatheringIn(folder, t);
      for (let step = 0; gathering.next < chunks.length; step++) {
        const { next } = gathering;
        gathering.take(chunkOf(next, chunks[next]));
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
  );
});

test('other work in the same folder is refused', (t) => {
  const folder = temporaryFolder(t);
  gatheringIn(folder, t).close();
  assert.throws(() => gatheringIn(folder, t, { ...makingOf(), seed: 6 }), /with another recipe/);
});

test('a kind of which the first candidates have none is given up, and the others are gone on with', (t) => {
  const folder = temporaryFolder(t);
  const gathering = gatheringIn(folder, t);
  gathering.take({ ...chunkOf(0, [[1, 0]]), tried: 65_535 });
  assert.deepEqual(gathering.open(0), [true, true]);
  gathering.take({ ...chunkOf(2, [[1, 0]]), tried: 1 });
  assert.deepEqual(gathering.open(0), [true, false]);
  const none = '2 stars at 5x5: none among 65,536 (so fewer than 1 in 21,845), 1 wanted';
  assert.deepEqual(gathering.shortfalls, [none]);
  // Candidates of large sizes take long: their work counts.
  gathering.take({ ...chunkOf(3, [[9, 0]]), lineSolves: 10_000_000 });
  assert.deepEqual(gathering.open(1), [true, false]);
  gathering.take({ ...chunkOf(4, [[2, 1]]), tried: 934_463 });
  gathering.note();
  const again = gatheringIn(folder, t);
  gathering.close();
  assert.deepEqual(again.open(0), [true, false], 'what is given up stays so');
  again.take({ ...chunkOf(6, []), tried: 65_535 });
  again.take({ ...chunkOf(8, [[5, 1]]), tried: 1 }); // prettier-ignore
  assert.deepEqual(again.open(0), [false, false]);
  assert.deepEqual(again.shortfalls, [
    '1 star at 5x5: 1 of 3, and no new one among the last 1,000,000',
    none,
    '2 stars at 8x4: none among 100 (so fewer than 1 in 33), 1 wanted',
  ]);
  again.take(chunkOf(9, [[7, 0], [8, 0]])); // prettier-ignore
  assert.ok(again.isDone);
  assert.equal(again.kept, 4);
});

test('with --anyway a kind of which there is none is looked for as long as others', (t) => {
  const gathering = gatheringIn(temporaryFolder(t), t, makingOf({ ...FROM, anyway: true }));
  gathering.take({ ...chunkOf(0, []), tried: 999_999 });
  assert.deepEqual(gathering.open(0), [true, true]);
  gathering.take({ ...chunkOf(2, []), tried: 1 });
  assert.deepEqual(gathering.open(0), [false, false]);
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
  gathering.take(chunkOf(0, [[1, 0], [2, 0]])); // prettier-ignore
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
  gathering.take(chunkOf(0, [[1, 0], [2, 0], [3, 0], [4, 1]])); // prettier-ignore
  taken.push(...Array.from({ length: 2 }, () => tasks.next().value!));
  const random = taken.flatMap((task) => (task.kind === 'random' ? task : []));
  assertEach(random, ({ number, size }) => [number, size.width], [
    [0, 5],
    [1, 8],
    [3, 8],
    [5, 8],
  ]);
  assert.equal(new Set(random.map(({ seed }) => seed)).size, 4);
  gathering.take(chunkOf(1, [[7, 0], [8, 0], [9, 0], [10, 1]])); // prettier-ignore
  assert.ok(tasks.next().done);
});

test('the first candidates tell how rare each kind is, and what the rest takes', (t) => {
  const gathering = gatheringIn(temporaryFolder(t), t);
  const probe = new Probe(FROM, gathering, 2);
  gathering.take({ ...chunkOf(0, [[1, 0], [2, 0]]), tried: 4000 }); // prettier-ignore
  probe.note(0, 4000, 400);
  assert.ok(!probe.isReady());
  gathering.take({ ...chunkOf(1, [[3, 0], [4, 0], [5, 0], [6, 1]]), tried: 40_000 }); // prettier-ignore
  probe.note(1, 40_000, 4000);
  gathering.take({ ...chunkOf(2, []), tried: 26_000 });
  probe.note(0, 26_000, 2600);
  assert.ok(probe.isReady());
  assert.ok(!probe.isReady(), 'it is ready once');
  assert.deepEqual(probe.rarities, [
    '2 stars at 5x5: none among 30,000 (so fewer than 1 in 10,000) at density 0.5, 1 wanted',
    '1 star at 5x5: about 1 in 15,000 at density 0.5, 3 wanted',
  ]);
  // One more of 15,000, or one of at most 10,000: the longer, at a tenth of a millisecond each.
  assert.equal(probe.leftMs, (15_000 * 0.1) / 2);
  assert.match(probe.timeText, /^about /);
  assert.ok(!probe.isLong);
  const many = gatheringIn(temporaryFolder(t), t, makingOf({ ...FROM, count: 8e9 }));
  many.take({ ...chunkOf(0, [[1, 0], [2, 1]]), tried: 30_000 }); // prettier-ignore
  const long = new Probe(FROM, many, 2);
  long.note(0, 30_000, 3000);
  assert.ok(long.isLong, 'what is found is looked for to the end');
});

function shapes(count: number, seed: number): string[] {
  const hex = (n: number): string => Math.abs(n).toString(16).padStart(16, '0').slice(-16);
  return Array.from({ length: count }, (_, i) => hex(seedOf(seed, i)));
}

describe('The place of a puzzle', () => {
  test('fills splits in their shares, whatever the seed', () => {
    for (const seed of [0, 1, 2, 2 ** 40]) {
      const counts = [0, 0, 0];
      for (const shape of shapes(20_000, 7))
        counts[splitAt(sharePlaceOf(shape, seed).share, SPLITS)]++;
      assert.ok(Math.abs(counts[0] - 16_000) < 300, `${seed}: ${counts.join()}`);
      assert.ok(Math.abs(counts[1] - counts[2]) < 300, `${seed}: ${counts.join()}`);
    }
  });

  test('is another with another seed, and its order says nothing of its split', () => {
    const all = shapes(20_000, 3);
    const moved = all.filter(
      (shape) =>
        splitAt(sharePlaceOf(shape, 1).share, SPLITS) !==
        splitAt(sharePlaceOf(shape, 2).share, SPLITS),
    );
    // 1 - 0.8² - 2 · 0.1²
    assert.ok(Math.abs(moved.length / all.length - 0.34) < 0.02, String(moved.length));
    const inOrder = all
      .map((shape) => sharePlaceOf(shape, 1))
      .sort((one, other) => one.order - other.order)
      .slice(0, 5000);
    const trained = inOrder.filter(({ share }) => splitAt(share, SPLITS) === 0).length;
    assert.ok(Math.abs(trained / 5000 - 0.8) < 0.03, String(trained));
  });

  test('never changes: data sets of old recipes rely on it', () => {
    const { share, order } = sharePlaceOf('0123456789abcdef', 1);
    assert.deepEqual({ share, order, seed: seedOf(1, 2) }, PLACE);
  });
});

const PLACE = { share: 0.9658581297844648, order: 1031536905693500, seed: 8482914583235970 };

test('Quotas are whole, and together the whole count', () => {
  assert.deepEqual(quotas(100, [50, 30, 20]), [50, 30, 20]);
  assert.deepEqual(quotas(10, [1, 1, 1]), [4, 3, 3]);
  assert.deepEqual(quotas(1, [1, 99]), [0, 1]);
  assert.deepEqual(quotas(0, [1, 2]), [0, 0]);
});

const RECIPE: Recipe = {
  nonomill: '0.1.0',
  from: {
    kind: 'random',
    sizes: [{ width: 5, height: 5 }],
    density: { from: 0.4, to: 0.6 },
    count: 10,
    bands: [{ stars: null, difficulty: { from: 2, to: null }, share: 1 }],
  },
  keep: { for: 'line', needs: null },
  seed: 1,
  split: [{ name: 'train', share: 100 }],
  as: ['jsonl'],
  licence: 'cc0-1.0',
};

test('A recipe is taken as it was written', () => {
  const file = { name: 'a.csv', sha256: '0'.repeat(64) };
  const reading = { format: null, limit: 5, ignoreStart: false };
  const sources: readonly Recipe['from'][] = [
    RECIPE.from,
    { ...(RECIPE.from as RandomPuzzlesWanted), anyway: true },
    { kind: 'run', run: '12' },
    { kind: 'corpus', files: [file], ...reading },
  ];
  for (const from of sources) {
    const recipe = { ...RECIPE, from };
    assert.deepEqual(checkedRecipe(JSON.parse(JSON.stringify(recipe))), recipe);
  }
});

test('A recipe that names files elsewhere, or cannot be followed, is refused', () => {
  const random = RECIPE.from as Extract<Recipe['from'], { kind: 'random' }>;
  const changes: readonly object[] = [
    { split: [{ name: '../../train', share: 1 }] },
    { split: [{ name: 'a', share: 0 }] },
    { split: [] },
    { as: ['exe'] },
    { licence: 'mit\n---' },
    { seed: -1 },
    { keep: { for: 'all', needs: null } },
    { from: { kind: 'other' } },
    { from: { ...random, sizes: [{ width: 0, height: 5 }] } },
    { from: { ...random, count: 0.5 } },
    { from: { ...random, bands: [] } },
    { from: { ...random, anyway: false } },
    { from: { ...random, density: null } },
  ];
  for (const change of changes) {
    assert.equal(checkedRecipe({ ...RECIPE, ...change }), null, JSON.stringify(change));
  }
  for (const value of [null, [], 'recipe', 1, {}]) assert.equal(checkedRecipe(value), null);
});
