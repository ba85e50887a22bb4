import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { FACTS } from '../../../src/pipeline/report/statistics/facts.js';
import { SUMMARIES } from '../../../src/pipeline/report/statistics/question.js';
import { between, pick, type Arena, type Attack } from '../attack.js';
import { nonomill, shown, succeeds } from '../program.js';
import { csvText } from '../samples.js';

const QUESTIONS = 3;

const SHARES = ['puzzles', 'unique', 'line', 'probe', 'search', 'multiple', 'open'];

const WHERE = [
  ...['size=3-5', 'status=unique,multiple', 'technique=line', 'stars=1,2', 'density=40-60'],
  ...[
    'name=s1|s2',
    'sort=-score',
    'min=0.01',
    "name=o'x",
    'file=a.csv',
    'needs=count',
    'score=2-6',
  ],
  ...['size=3,5 sort=name', 'status=timeout,crash name=cat|dog', 'sweeps=2-4', 'depth=0'],
];

/**
 * Asks random questions of a run twice: of the program, and of SQLite's own, with the query that
 * is there to be pasted. The figures are the same, and so is their order.
 */
export const pastedQuestions: Attack = {
  name: 'pasted questions',
  missing: () =>
    spawnSync('sqlite3', ['--version']).status === 0 ? null : 'sqlite3 is not installed',
  async run(arena) {
    const { folder } = arena;
    const db = join(folder, 'run.sqlite');
    for (const [i, name] of ['a.csv', "b'.csv"].entries()) {
      const shape = { count: 60, side: between(arena, 3, 6), brokenEvery: 9 };
      writeFileSync(join(folder, name), csvText(shape, between(arena, 1, 1e6) + i));
    }
    const files = ['a.csv', "b'.csv"].map((name) => join(folder, name));
    const more = pick(arena, [[], ['--count', '5'], ['--max-steps', '9'], ['--guess-depth', '2']]);
    const how = ['--db', db, '--no-report', '--quiet', '--threads', '1'];
    await succeeds(['run', ...files, ...how, '--name', "it's -- ;", ...more]);
    for (let i = 0; i < QUESTIONS; i++) {
      const words = ['stats', ...question(arena), '--db', db];
      const csv = await nonomill([...words, '--csv']);
      const sql = await nonomill([...words, '--sql']);
      arena.tried(`a question: ${csv.code === 0 ? 'answered' : 'refused'}`);
      if (csv.code === 2 && sql.code === 2) continue;
      if (sql.code !== 0) throw new Error(`${words.join(' ')} --sql: ${shown(sql)}`);
      const found = pasted(db, sql.stdout);
      // A question that no puzzle answers is refused, and its query finds nothing either.
      if (csv.code === 2 && !found.slice(1).some((row) => row.some((one) => Number(one) > 0)))
        continue;
      if (csv.code !== 0) throw new Error(`${words.join(' ')}: ${shown(csv)}`);
      compare(words, figuresOf(csv.stdout), found);
    }
  },
};

function question(arena: Arena): string[] {
  const bins = (name: string, isNumber: boolean): string =>
    name + (isNumber ? pick(arena, ['', ':0.3', ':1/2/5/50', ':q4']) : '');
  const facts = Array.from({ length: between(arena, 0, 2) }, () => {
    const fact = pick(arena, FACTS);
    return bins(fact.name, fact.words === undefined);
  });
  const numbers = FACTS.filter(({ words }) => words === undefined).map(({ name }) => name);
  const number = (): string => pick(arena, numbers);
  const summaries = [...SUMMARIES, 'median', 'p5', 'p95', 'p99.5'];
  const measures = Array.from({ length: between(arena, 1, 3) }, () =>
    arena.random() < 0.4 ? pick(arena, SHARES) : `${number()}:${pick(arena, summaries)}`,
  );
  const isTop = arena.random() < 0.2;
  const of = isTop ? ['--top', '3', '--of', number()] : ['--of', [...new Set(measures)].join(',')];
  const by = facts.length === 0 ? [] : ['--by', [...new Set(facts)].join(',')];
  const where = arena.random() < 0.6 ? ['--where', pick(arena, WHERE)] : [];
  return [...by, ...of, ...where];
}

/** The head and the rows of a query as it is pasted into SQLite's own program. */
function pasted(db: string, sql: string): string[][] {
  const { stdout, stderr, status } = spawnSync('sqlite3', ['-batch', '-csv', '-header', db], {
    input: sql,
    encoding: 'utf8',
  });
  if (status !== 0 || stderr !== '') throw new Error(`sqlite3: ${stderr}\n${sql}`);
  return parse(stdout);
}

/** The same from CSV, without intervals and what figures rest on. */
function figuresOf(csv: string): string[][] {
  const [head, ...rows] = parse(csv);
  const isFigure = (head ?? []).map((name) => !/_(?:low|high|n|at_least)$/.test(name));
  return [head ?? [], ...rows].map((row) => row.filter((_, i) => isFigure[i]));
}

function compare(words: readonly string[], csv: string[][], sql: string[][]): void {
  // Without any row sqlite3 prints no head.
  if (csv.length === 1 && sql.length === 0) return;
  const isSame =
    csv.length === sql.length &&
    csv.every(
      (row, i) => row.length === sql[i].length && row.every((one, k) => same(one, sql[i][k])),
    );
  if (isSame) return;
  const shownRows = (rows: string[][]): string =>
    rows
      .slice(0, 12)
      .map((row) => row.join())
      .join('\n');
  throw new Error(`${words.join(' ')}:\n${shownRows(csv)}\nand as SQL\n${shownRows(sql)}`);
}

/** Fractions are the same as far as two programs agree on them. */
function same(a: string, b: string): boolean {
  const [one, other] = [a, b].map((text) => (text === '' || text === 'none' ? null : Number(text)));
  if (one === null || other === null) return one === other;
  if (Number.isNaN(one) || Number.isNaN(other)) return a === b;
  return Math.abs(one - other) <= 1e-9 * Math.max(1e-3, Math.abs(one), Math.abs(other));
}
