import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { pack } from '../../../../src/solver/core/puzzle/packed.js';
import { kindOf, kindOfPacked } from '../../../../src/pipeline/runs/forecast/puzzle-kinds.js';
import { doRun } from '../../../../src/pipeline/runs/stages/do-run.js';
import { openStore } from '../../../../src/pipeline/store/open/open.js';
import { earlierTimes } from '../../../../src/pipeline/store/queries/earlier-times.js';
import { wantedPuzzles } from '../../../../src/pipeline/store/queries/stored-puzzles.js';
import { STATUSES } from '../../../../src/solver/core/result/outcome.js';
import { writeCsv } from '../../../support/csv-corpora.js';
import { temporaryFolder } from '../../../support/temporary.js';
import { controls, requestFor } from '../../../support/runs/requests.js';

test('puzzles of an earlier run are of the kinds that they are of when they are read', async (t) => {
  const folder = temporaryFolder(t);
  const db = join(folder, 'a.sqlite');
  const corpora = [
    writeCsv(folder, 'small', { count: 200, width: 5, height: 5, brokenEvery: 0 }),
    writeCsv(folder, 'large', { count: 30, width: 17, height: 12, brokenEvery: 0 }),
  ];
  await doRun(requestFor(corpora, db), controls());
  const store = openStore(db, { readonly: true });
  t.after(() => store.close());
  const times = [...earlierTimes(store, 1, 230, 1000)];
  const pages = [...wantedPuzzles(store, 1, { statuses: STATUSES }, 500)];
  const read = pages.flat().map(({ puzzle }) => kindOfPacked(pack(puzzle), 0));
  const sorted = (kinds: number[]): number[] => kinds.sort((a, b) => a - b);
  assert.equal(times.length, 230);
  const stored = sorted(times.map(kindOf));
  const differ = sorted(read).filter((kind, i) => kind !== stored[i]).length;
  // The blocks of stored clues are counted by their commas: puzzles with empty lines may be of the
  // next kind.
  assert.ok(differ <= 12, `${differ} of 230 differ`);
  assert.ok(times.every(({ ms, isOver, steps }) => ms >= 0 && isOver && steps !== null));
  assert.ok([...earlierTimes(store, 1, 230, 50)].length < 120);
});
