import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { between, pick, type Arena, type Attack } from '../attack.js';
import { reading } from '../database.js';
import { start, succeeds } from '../program.js';
import { portOf } from './hostile-requests.js';

/** What the server answers of a run, as far as it is looked at here. */
interface RunsAnswer {
  readonly runs: readonly { runId: number; results: number; rejects: number; state: string }[];
}

/** Reads the pages while a run goes on: counts never go back, and end right. */
export const pagesOfARun: Attack = {
  name: 'pages of a run',
  async run(arena) {
    const { folder, samples } = arena;
    const db = join(folder, 'run.sqlite');
    const how = ['--db', db, '--no-report', '--quiet', '--threads', '1', '--name', 'night'];
    await succeeds(['run', samples.named('tiny.csv').path, ...how]);
    const server = start(['serve', '--db', db, '--port', '0'], { input: null });
    try {
      const port = await portOf(server);
      const ask = async <T>(path: string): Promise<T> => {
        const answer = await fetch(`http://127.0.0.1:${port}${path}`);
        if (!answer.ok) throw new Error(`${path} answers ${answer.status}: ${await answer.text()}`);
        return (await answer.json()) as T;
      };
      const sample = samples.named(pick(arena, ['small.csv', 'many.csv', 'medium.csv.gz']));
      const run = start(['run', sample.path, ...how, ...pick(arena, [[], ['--prove']])]);
      const seen = new Map<string, number>();
      for (let isOver = false; !isOver;) {
        isOver = run.isOver();
        for (const [where, count] of await countsOf(ask)) {
          if (count < (seen.get(where) ?? 0)) {
            throw new Error(`${where} went back from ${seen.get(where)} to ${count}`);
          }
          seen.set(where, count);
        }
        await delay(120 * arena.random());
      }
      await run.ended;
      arena.tried('pages of a run that went on');
      const results = sample.entries - sample.rejects;
      for (const [where, count] of await countsOf(ask)) {
        if (count !== results) throw new Error(`${where} ends with ${count} instead of ${results}`);
      }
      for (let i = 0; i < 8; i++) await filtered(arena, db, ask);
    } finally {
      server.child.kill('SIGTERM');
    }
    await server.ended;
  },
};

type AskPage = <T>(path: string) => Promise<T>;

/** How many results the second run has, by the pages that say it. */
async function countsOf(ask: AskPage): Promise<[string, number][]> {
  const { runs } = await ask<RunsAnswer>('/api/runs');
  const run = runs.find(({ runId }) => runId === 2);
  if (run === undefined) return [];
  const one = await ask<{ run: { results: number } }>('/api/runs/2');
  const page = await ask<{ count: number | null }>('/api/runs/2/results/count');
  const total: [string, number][] =
    page.count === null ? [] : [['the list of results', page.count]];
  const lines = await ask<{ lines: readonly { runId: number; puzzles: number }[] }>(
    '/api/history?run=2',
  );
  const line = lines.lines.find(({ runId }) => runId === 2);
  const night: [string, number][] = line === undefined ? [] : [['history', line.puzzles]];
  return [['the list of runs', run.results], ['the page', one.run.results], ...total, ...night];
}

/** Filters with several values, each with what it means in SQL. */
const FILTERS: readonly (readonly [
  name: string,
  values: readonly (readonly [string, string])[],
])[] = [
  [
    'status',
    ['unique', 'multiple', 'contradiction', 'timeout'].map((word) => [word, `status = '${word}'`]),
  ],
  [
    'technique',
    ['line', 'probe', 'search'].map((word) => [
      word,
      `technique = '${word}' AND status <> 'multiple'`,
    ]),
  ],
  ['stars', ['1', '2', '4'].map((word) => [word, `stars = ${word}`])],
  ['depth', ['0', '1'].map((word) => [word, `guess_depth = ${word}`])],
  ['needs', ['count', 'assumption', 'nested'].map((word) => [word, `needs = '${word}'`])],
];

/** @throws Error if a filter's total is not what a plain count finds. */
async function filtered(arena: Arena, db: string, ask: AskPage): Promise<void> {
  const chosen = FILTERS.filter(() => arena.random() < 0.4);
  const parts = chosen.map(([name, values]) => {
    const some = values.filter(() => arena.random() < 0.6);
    const taken = some.length > 0 ? some : [values[between(arena, 0, values.length - 1)]];
    return [
      `${name}=${taken.map(([word]) => word).join(',')}`,
      `(${taken.map(([, sql]) => sql).join(' OR ')})`,
    ] as const;
  });
  const where = ['run_id = 2', ...parts.map(([, sql]) => sql)].join(' AND ');
  const count = reading(db, (open) =>
    open
      .prepare(`SELECT count(*) FROM results JOIN puzzles USING (puzzle_id) WHERE ${where}`)
      .pluck()
      .get(),
  );
  const path = `/api/runs/2/results/count?${parts.map(([query]) => query).join('&')}`;
  const { count: total } = await ask<{ count: number | null }>(path);
  arena.tried(`a filter of ${parts.length} kinds`);
  if (total !== null && total !== count)
    throw new Error(`${path} has ${total} puzzles, and SQL counts ${String(count)}`);
}
