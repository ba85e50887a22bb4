import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';
import { checkSolution } from '../../../src/solver/core/puzzle/check.js';
import { entriesIn } from '../../support/batch-entries.js';
import { CorpusReader } from '../../../src/pipeline/corpus/reader/corpus-reader.js';
import { findSources } from '../../../src/pipeline/corpus/sources.js';

// From dist/test/pipeline/corpus to the folder beside the project.
const CORPORA = join(dirname(fileURLToPath(import.meta.url)), '../../../../../shared/corpora');

/** Puzzles and rejects by folder and format. */
const EXPECTED: Readonly<Record<string, readonly [puzzles: number, rejects: number]>> = {
  '. json': [7, 0],
  'json json': [4, 0],
  'nonogram-db/gnonograms non': [7, 0],
  'nonogram-db/qnonograms/collection1 non': [20, 0],
  'nonogram-db/qnonograms/examples non': [6, 0],
  'nonogram-db/webpbn non': [6, 0],
  'pbnsolve g': [6, 0],
  'pbnsolve mk': [7, 0],
  'survey ndjson': [10, 0],
  'survey nin': [4, 0],
  'survey non': [10, 0],
  'tournament tournament': [4000, 0],
  'webpbn-xml webpbn': [31, 2],
};

test(
  'every puzzle of the collections is read, and only triangular grids are rejected',
  { skip: existsSync(CORPORA) ? false : `${CORPORA} is not there` },
  async () => {
    const { sources } = await findSources([CORPORA], { format: null });
    const options = { limit: null, ignoreStart: false, maxSide: 1000 };
    const reader = new CorpusReader(sources, options, () => {
      throw new Error('no standard input');
    });
    const counts: Record<string, [number, number]> = {};
    for (;;) {
      const batch = await reader.next(1000);
      if (batch === null) break;
      const { path, format } = sources[batch.source];
      const folder = relative(CORPORA, dirname(path)).replaceAll('\\', '/') || '.';
      const count = (counts[`${folder} ${format}`] ??= [0, 0]);
      const entries = entriesIn(batch);
      count[0] += entries.length;
      count[1] += batch.rejects.length;
      for (const { reason } of batch.rejects) assert.match(reason, /a triangular grid/);
      for (const { puzzle, goal } of entries) {
        assert.ok(
          goal === null || checkSolution(puzzle, goal) === null,
          `${path}: a goal is no solution`,
        );
      }
    }
    assert.deepEqual(counts, EXPECTED);
  },
);
