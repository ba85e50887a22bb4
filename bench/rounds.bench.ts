// Rounds against single limits, in the same time.
// Random puzzles of which some take long, with a budget for all of them: once with limits that grow (--timeout 1s..), and
// once with each of a few limits. What counts is how many puzzles have a verdict when the time is up.
//
//     --puzzles 300      how many, of 30x30 to 40x40
//     --density 0.45..0.5
//     --budget 30s       the time for each way
//     --first 250ms      the limit of the first round
//     --singles 250ms,1s,4s
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { isUndecided, STATUSES } from '../src/solver/core/result/outcome.js';
import { openStore } from '../src/pipeline/store/open/open.js';
import { tallyRun } from '../src/pipeline/store/stored-runs/run-figures.js';
import { keepFigure } from './support/figures.js';

const { values } = parseArgs({
  options: {
    puzzles: { type: 'string', default: '300' },
    density: { type: 'string', default: '0.45..0.5' },
    budget: { type: 'string', default: '30s' },
    first: { type: 'string', default: '250ms' },
    singles: { type: 'string', default: '250ms,1s,4s' },
  },
});
const PROGRAM = fileURLToPath(new URL('../../bin/nonomill.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'nonomill-rounds-'));
try {
  const corpus = join(folder, 'random.csv');
  const { puzzles, density, budget, first, singles } = values;
  const what = ['--size', '30x30,35x35,40x40', '--density', density, '--count', puzzles];
  nonomill(['generate', ...what, '--out', corpus]);
  for (const limit of [`${first}..`, ...singles.split(',')]) {
    const db = join(folder, `${limit}.sqlite`);
    const words = ['--timeout', limit, '--stop-after', budget, '--no-report', '--quiet'];
    nonomill(['run', corpus, '--db', db, '--no-difficulty', ...words]);
    const decided = decidedIn(db);
    keepFigure(`verdicts with ${limit}`, decided, 'puzzles', 'more');
    process.stdout.write(`${limit.padEnd(6)} ${decided} of ${puzzles} decided in ${budget}\n`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function nonomill(words: readonly string[]): void {
  const { status, stderr } = spawnSync(process.execPath, [PROGRAM, ...words], { encoding: 'utf8' });
  // A run that its time has stopped in the first round ends with 130.
  if (status !== 0 && status !== 130) throw new Error(`${words.join(' ')}: ${status}, ${stderr}`);
}

function decidedIn(db: string): number {
  const store = openStore(db, { readonly: true });
  const tally = tallyRun(store, 1);
  store.close();
  return STATUSES.reduce((sum, one) => sum + (isUndecided(one) ? 0 : (tally[one] ?? 0)), 0);
}
