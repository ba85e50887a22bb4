import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { nonomill, ROOT } from '../../../support/nonomill.js';
import { folderWith } from '../../../support/temporary.js';

const folder = folderWith({});
const at = (name: string): string => join(folder, name);

interface Summary {
  readonly puzzles: number;
  readonly byStatus: Readonly<Record<string, number>>;
  readonly byTechnique: Readonly<Record<string, number>>;
  readonly bySize: Readonly<Record<string, number>>;
  readonly difficulty: {
    readonly rated: number;
    readonly median: number;
    readonly medianIsBound: boolean;
    readonly byStars: Readonly<Record<string, number>>;
    readonly byNeeds: Readonly<Record<string, number>>;
  };
  readonly sizes: readonly {
    readonly width: number;
    readonly height: number;
    readonly unique: number;
    readonly line: number;
    readonly medianScore: number | null;
  }[];
  readonly solveMs: Readonly<Record<'median' | 'p95' | 'p99' | 'max' | 'par2', number>>;
}

interface Figure {
  readonly value: number | null;
  readonly bounds?: number;
}

interface Row {
  readonly groups: Readonly<Record<string, string | number | null>>;
  readonly puzzles: number;
  readonly figures: Readonly<Record<string, Figure | null>>;
}

let summary: Summary;

before(async () => {
  const words = ['run', join(ROOT, 'data'), '--db', at('a.sqlite'), '--report', at('report')];
  // Some puzzles are left open, so that some figures are bounds.
  const limited = ['--max-steps', '400', '--metrics', at('metrics'), '--quiet'];
  const { code, stderr } = await nonomill([...words, ...limited]);
  assert.equal(code, 0, stderr);
  summary = JSON.parse(readFileSync(at('report/summary.json'), 'utf8')) as Summary;
  assert.ok(summary.byStatus.steps > 0 && summary.byStatus.unique > 0);
});

async function stats(...words: string[]): Promise<{ readonly rows: Row[]; readonly total: Row }> {
  const asked = ['stats', '1', '--db', at('a.sqlite'), '--json'];
  const { stdout, stderr } = await nonomill([...asked, ...words]);
  assert.equal(stderr, '');
  return JSON.parse(stdout) as { rows: Row[]; total: Row };
}

/** What is more than 0 of a part of the summary, by name. */
function found(counts: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
}

for (const [fact, part] of [
  ['status', ({ byStatus }: Summary) => byStatus],
  ['size', ({ bySize }: Summary) => bySize],
  ['stars', ({ difficulty }: Summary) => difficulty.byStars],
  ['needs', ({ difficulty }: Summary) => difficulty.byNeeds],
] as const) {
  test(`stats and the summary count the same by ${fact}`, async () => {
    const { rows, total } = await stats('--by', fact, '--of', 'puzzles');
    const counts = rows
      .filter(({ groups }) => groups[fact] !== 'none')
      .map(({ groups, puzzles }) => [String(groups[fact]), puzzles] as const);
    assert.deepEqual(Object.fromEntries(counts), found(part(summary)));
    assert.equal(total.puzzles, summary.puzzles);
  });
}

/** The summary counts the scores of a size in bins of this width: a median is off by half of it. */
const BIN = 0.5;

test('stats and the summary have the same shares of each size, and medians but for their bins', async () => {
  const { rows } = await stats('--by', 'size', '--of', 'unique,line,score:median');
  const bySize = new Map(rows.map(({ groups, figures }) => [groups.size, figures]));
  for (const { width, height, unique, line, medianScore } of summary.sizes) {
    const figures = bySize.get(`${width}x${height}`)!;
    const count = summary.bySize[`${width}x${height}`];
    assert.equal(figures.unique?.value, unique / count);
    assert.equal(figures.line?.value, line / count);
    const value = figures['difficulty:median']?.value ?? null;
    if (value === null || medianScore === null) assert.equal(value, medianScore);
    else assert.ok(Math.abs(value - medianScore) <= BIN / 2, `${value}, ${medianScore}`);
  }
});

test('stats and the summary have the same summaries of score and time', async () => {
  const measures = 'score:median,solve_ms:median,solve_ms:p95,solve_ms:p99,solve_ms:max';
  const { figures } = (await stats('--of', measures)).total;
  const { median, p95, p99, max } = summary.solveMs;
  assert.equal(figures['difficulty:median']?.value, summary.difficulty.median);
  for (const [name, value] of Object.entries({ median, p95, p99, max })) {
    assert.equal(figures[`solve_ms:${name}`]?.value, value, name);
  }
});

test('metrics count what the summary counts', () => {
  const metrics = readFileSync(at('metrics'), 'utf8');
  for (const [status, count] of Object.entries(summary.byStatus)) {
    assert.ok(
      metrics.includes(`nonomill_results_total{run="1",status="${status}"} ${count}\n`),
      `${status} ${count}`,
    );
  }
});
