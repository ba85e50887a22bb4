// What run --dry-run says of the time, against what then happens.
// Each corpus is previewed without a database, by a sample; run, with its report; and previewed again, by that run. Then a
// large corpus is previewed alone: how long that takes. On a machine that is as busy all the while.
//
//     --corpora data         more, separated by commas
//     --random 15x15:100000,30x30:300
//                            random corpora, half full (30x30: 45 %)
//     --planned 1000000      puzzles of 15x15 that are only planned; 0 for none
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { durationText } from '../src/solver/core/text/numbers.js';
import { keepFigure } from './support/figures.js';

const { values } = parseArgs({
  options: {
    corpora: { type: 'string', default: 'data' },
    random: { type: 'string', default: '15x15:100000,30x30:300' },
    planned: { type: 'string', default: '1000000' },
  },
});
const PROGRAM = fileURLToPath(new URL('../../bin/nonomill.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'nonomill-forecast-'));
try {
  const random = wordsOf(values.random).map((word) => {
    const [size, count] = word.split(':');
    return made(size, count);
  });
  for (const corpus of [...wordsOf(values.corpora), ...random]) compare(corpus);
  if (values.planned !== '0') {
    const { ms } = previewed([made('15x15', values.planned)], 'none.sqlite');
    keepFigure(`planning ${values.planned} of 15x15`, ms / 1000, 's', 'less');
    process.stdout.write(`${values.planned} of 15x15 planned in ${durationText(ms)}\n`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function compare(corpus: string): void {
  const db = `${corpus.replace(/\W+/g, '-')}.sqlite`;
  const before = previewed([corpus], db);
  const took = nonomill(['run', corpus, '--db', join(folder, db), '--quiet']).ms;
  const after = previewed([corpus], db);
  for (const [by, { estimate }] of Object.entries({ sample: before, 'earlier run': after })) {
    const { from, to } = estimate.ms;
    keepFigure(`${corpus}, by a ${by}: the least / time`, from / took, 'times', 'more');
    keepFigure(`${corpus}, by a ${by}: the most / time`, to / took, 'times', 'less');
    process.stdout.write(
      `${corpus}: by a ${by} ${durationText(from)} to ${durationText(to)}; it took ${durationText(took)}\n`,
    );
  }
}

/** The file of random puzzles of a size. */
function made(size: string, count: string): string {
  const out = join(folder, `${size}-${count}.csv`);
  const density = size === '30x30' ? '0.45' : '0.5';
  nonomill(['generate', '--size', size, '--density', density, '--count', count, '--out', out]);
  return out;
}

function previewed(
  corpora: readonly string[],
  db: string,
): {
  readonly ms: number;
  readonly estimate: { readonly ms: Record<'from' | 'to', number> };
} {
  const { stdout, ms } = nonomill([
    'run',
    ...corpora,
    ...['--db', join(folder, db), '--dry-run', '--json'],
  ]);
  return { ...(JSON.parse(stdout) as { estimate: ReturnType<typeof previewed>['estimate'] }), ms };
}

function nonomill(words: readonly string[]): { readonly stdout: string; readonly ms: number } {
  const began = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, ...words], {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  if (status !== 0) throw new Error(`${words.join(' ')}: ${String(status)}, ${stderr}`);
  return { stdout, ms: performance.now() - began };
}

function wordsOf(list: string): string[] {
  return list.split(',').filter((word) => word !== '');
}
