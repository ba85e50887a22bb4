import { existsSync, readdirSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { pick, type Attack } from '../attack.js';
import { contentsOf, reading } from '../database.js';
import { RunUnderAttack } from '../run-under-attack.js';
import type { Started } from '../program.js';

/**
 * A moment of a run that it announces with NODE_DEBUG=nonomill, by its name in the table at the
 * end.
 */
interface Stage {
  readonly name: string;
  readonly announced: RegExp;
  /** After the announcement comes what is to be cut short, which takes some of this time. */
  readonly withinMs: number;
  /** Whether the kill came before the stage had done its work; absent if nothing shows that. */
  readonly isUndone?: (run: RunUnderAttack) => boolean;
}

/** The indexes in the order in which a run makes them. */
const INDEXES = [
  ...['results_by_verdict', 'results_by_time', 'puzzles_by_size'],
  ...['puzzles_by_name', 'puzzles_by_title'],
];

const STAGES: readonly Stage[] = [
  {
    name: 'making the database',
    announced: /store: opens /,
    withinMs: 12,
    isUndone: ({ db }) => reading(db, () => true) === undefined,
  },
  {
    name: 'hashing',
    announced: /run: hashes /,
    withinMs: 5,
    isUndone: ({ db }) => contentsOf(db) === undefined,
  },
  {
    name: 'the first commit',
    announced: /run: got back /,
    withinMs: 15,
    isUndone: ({ db }) => (contentsOf(db)?.results.length ?? 0) === 0,
  },
  { name: 'a later commit', announced: /store: committed /, withinMs: 40 },
  {
    name: 'the last commit',
    announced: /run: all is done/,
    withinMs: 2,
    isUndone: ({ db }) => contentsOf(db)?.state !== 'complete',
  },
  { name: 'the checkpoint', announced: /store: copies the log/, withinMs: 8 },
  ...INDEXES.map((index) => ({
    name: `the index ${index}`,
    announced: new RegExp(`store: makes the index ${index}`),
    withinMs: 6,
    isUndone: ({ db }: RunUnderAttack) => !indexesOf(db).includes(index),
  })),
  ...['index.html', 'summary.md', 'summary.json'].map((file) => ({
    name: `the report's ${file}`,
    announced: new RegExp(`report: writes ${file}`),
    withinMs: 2,
    isUndone: ({ report }: RunUnderAttack) =>
      !existsSync(report) || !readdirSync(report).includes(file),
  })),
  { name: 'closing', announced: /store: closed /, withinMs: 1 },
];

/** Kills one run in every one of its stages in turn, and has it go on after each. */
export const killsInStages: Attack = {
  name: 'kills in every stage',
  async run(arena) {
    const sample = arena.samples.named(pick(arena, ['small.csv', 'many.csv', 'folder']));
    const run = new RunUnderAttack(arena.folder, sample, arena.samples);
    for (const { name, announced, withinMs, isUndone } of STAGES) {
      const started = run.start({ env: { NODE_DEBUG: 'nonomill' } });
      if (await says(started, announced)) await delay(withinMs * arena.random());
      const wasOver = started.isOver();
      started.child.kill('SIGKILL');
      await started.ended;
      run.check();
      if (wasOver) arena.tried(`too late for ${name}`);
      else if (isUndone?.(run) === false) arena.tried(`killed just after ${name}`);
      else arena.tried(`killed in ${name}`);
    }
    await run.finish();
  },
};

/** Waits until a program writes a line to standard error; false if it ends without. */
async function says({ child, ended }: Started, line: RegExp): Promise<boolean> {
  let said = '';
  const found = new Promise<boolean>((resolve) => {
    child.stderr!.on('data', (piece: string) => {
      said += piece;
      if (line.test(said)) resolve(true);
      // A line may come in two pieces; what is before the last line break is not needed again.
      said = said.slice(said.lastIndexOf('\n') + 1);
    });
  });
  return Promise.race([found, ended.then(() => false)]);
}

function indexesOf(db: string): readonly string[] {
  return (
    reading(db, (open) =>
      open.prepare<[], string>(`SELECT name FROM sqlite_schema WHERE type = 'index'`).pluck().all(),
    ) ?? []
  );
}
