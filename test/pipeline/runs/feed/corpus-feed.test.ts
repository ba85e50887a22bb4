import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ordinalRange, withoutDone } from '../../../../src/pipeline/runs/feed/corpus-feed.js';
import type { CorpusBatch } from '../../../../src/pipeline/corpus/reader/corpus-reader.js';
import { viewBatch } from '../../../../src/solver/core/puzzle/packed-batch.js';
import { entriesIn, labelledBatch } from '../../../support/batch-entries.js';
import { puzzleOf } from '../../../support/packed-batches.js';

/** A batch of entries from `first` on: true is a puzzle, as wide as it is far from the first. */
function batchOf(first: number, kinds: readonly boolean[]): CorpusBatch {
  const packed = [];
  const rejects = [];
  for (const [i, isPuzzle] of kinds.entries()) {
    const ordinal = first + i;
    if (isPuzzle) {
      const label = { ordinal, name: `p${ordinal}`, title: null, palette: null, goal: null };
      packed.push([puzzleOf(ordinal, i + 1, 2), label] as const);
    } else {
      rejects.push({
        ordinal,
        line: null,
        name: null,
        kind: 'text' as const,
        reason: 'broken',
        excerpt: '',
      });
    }
  }
  return {
    source: 0,
    packed: labelledBatch(packed),
    rejects,
    passed: 0,
    last: false,
    sha256: null,
    sourceEntries: null,
    bytesRead: 0,
  };
}

test('what is done is left out, and what is left keeps its order, labels and words', () => {
  const entries = fc.array(fc.record({ isPuzzle: fc.boolean(), done: fc.boolean() }), {
    minLength: 1,
    maxLength: 40,
  });
  fc.assert(
    fc.property(fc.nat(1000), entries, (first, kinds) => {
      const batch = batchOf(
        first,
        kinds.map(({ isPuzzle }) => isPuzzle),
      );
      assert.deepEqual(ordinalRange(batch), [first, first + kinds.length - 1]);
      const ordinals = (keep: (kind: (typeof kinds)[number]) => boolean): number[] =>
        kinds.flatMap((kind, i) => (keep(kind) ? [first + i] : []));
      const left = withoutDone(
        batch,
        ordinals(({ done }) => done),
      );
      const puzzles = ordinals(({ isPuzzle, done }) => isPuzzle && !done);
      assert.deepEqual(
        entriesIn(left).map(({ ordinal, name }) => [ordinal, name]),
        puzzles.map((ordinal) => [ordinal, `p${ordinal}`]),
      );
      const { words, offsets } = viewBatch(left.packed);
      assert.deepEqual(
        offsets.map((offset) => words[offset + 1]),
        puzzles.map((ordinal) => ordinal - first + 1),
      );
      assert.deepEqual(
        left.rejects.map(({ ordinal }) => ordinal),
        ordinals(({ isPuzzle, done }) => !isPuzzle && !done),
      );
    }),
  );
});

test('a batch without entries has no range', () => {
  assert.equal(ordinalRange(batchOf(0, [])), null);
});
