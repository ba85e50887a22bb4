import { createHash } from 'node:crypto';
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { between, pick, type Arena, type Attack } from '../attack.js';
import { checkDatabase, checkSame, contentsOf, reading } from '../database.js';
import { checkWords, shown, start, succeeds } from '../program.js';
import { csvText } from '../samples.js';

/**
 * Changes a corpus while it is hashed or read: a run never calls that complete under another hash.
 */
export const changedFiles: Attack = {
  name: 'changed files',
  async run(arena) {
    const corpus = join(arena.folder, 'corpus.csv');
    const db = join(arena.folder, 'run.sqlite');
    const sample = arena.samples.named(pick(arena, ['small.csv', 'many.csv']));
    copyFileSync(sample.path, corpus);
    const words = ['run', corpus, '--db', db, '--no-report', '--quiet', '--threads', '1'];
    const before = hashOf(corpus);
    const { ended, isOver } = start(words);
    while (!isOver() && !(await begun(arena, db))) await delay(1);
    const [what, change] = pick(arena, Object.entries(CHANGES));
    const original = readFileSync(corpus);
    change(corpus, arena);
    const outcome = await ended;
    checkWords(outcome, words);
    checkDatabase(db);
    const found = contentsOf(db);
    arena.tried(`${what} while it is read: ${found?.state ?? 'refused'}`);
    if (found?.state !== 'complete') {
      if (outcome.code === 0) throw new Error(`${what}: exit code 0, but not complete`);
      return;
    }
    const hash = reading(db, (open) => open.prepare('SELECT sha256 FROM sources').pluck().get());
    if (hash === before) {
      checkSame(db, await arena.samples.expected(sample));
      return;
    }
    const now = existsSync(corpus) ? readFileSync(corpus) : original;
    const content = contentWith(hash, now, original.length);
    if (content === null) throw new Error(`${what}: a hash of no content that it ever had`);
    const copy = join(arena.folder, 'copy.csv');
    writeFileSync(copy, content);
    const again = join(arena.folder, 'again.sqlite');
    await succeeds(['run', copy, '--db', again, '--no-report', '--quiet']);
    checkSame(db, contentsOf(again)!);
    if (outcome.code !== 0) throw new Error(`${what}: complete, but ${shown(outcome)}`);
  },
};

/** How much of a file is written at once, as others see it. */
const PAGE = 4096;

type Change = (corpus: string, arena: Arena) => void;

const CHANGES: Readonly<Record<string, Change>> = {
  grown: (corpus, arena) => appendFileSync(corpus, more(arena)),
  cut: (corpus, arena) => truncateSync(corpus, between(arena, 0, readFileSync(corpus).length)),
  'written over': (corpus, arena) =>
    writeFileSync(corpus, `id,width,height,rows,columns\n${more(arena)}`),
  replaced: (corpus, arena) => {
    writeFileSync(`${corpus}.new`, `id,width,height,rows,columns\n${more(arena)}`);
    renameSync(`${corpus}.new`, corpus);
  },
  removed: (corpus) => rmSync(corpus),
};

/** Entries without a header. */
function more(arena: Arena): string {
  const text = csvText({ count: between(arena, 1, 20_000), side: 4, brokenEvery: 0 }, 999);
  return text.slice(text.indexOf('\n') + 1);
}

/** Whether the run has come as far as the attack wants it, by its draws. */
async function begun(arena: Arena, db: string): Promise<boolean> {
  const state = contentsOf(db);
  if (state === undefined) return false;
  await delay(40 * arena.random());
  return true;
}

function hashOf(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}

/**
 * The content with the hash `wanted` that a file had while it became `now`, or null: writing takes
 * time, and whoever reads meanwhile may find any number of whole pages of it. `least`: where the
 * writing may have begun, besides the beginning.
 */
function contentWith(wanted: unknown, now: Buffer, least: number): Buffer | null {
  const hash = createHash('sha256');
  const cuts = new Set([0, least, now.length]);
  for (let cut = PAGE; cut < now.length; cut += PAGE) cuts.add(cut);
  let from = 0;
  for (const cut of [...cuts].filter((at) => at <= now.length).sort((a, b) => a - b)) {
    hash.update(now.subarray(from, cut));
    from = cut;
    if (hash.copy().digest('hex') === wanted) return now.subarray(0, cut);
  }
  return null;
}
