import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { drawnCell } from '../../solver/core/puzzle/text.js';
import type { Cells } from '../../solver/core/puzzle/types.js';

/** What another program can say of a puzzle; `solved`: it shows a solution, no more. */
export type ClaimedVerdict = 'unique' | 'multiple' | 'contradiction' | 'solved';

/** What another program said of a puzzle, before anybody has checked it. */
export interface SolverAnswer {
  /** Null if the answer has only pictures. */
  readonly verdict: Exclude<ClaimedVerdict, 'solved'> | 'open' | null;
  /** Its solutions, two at most. */
  readonly pictures: readonly Cells[];
  /** How many solutions it says there are, if it gives a number of two or more; else null. */
  readonly count?: bigint | null;
}

export const NO_ANSWER: SolverAnswer = { verdict: null, pictures: [] };

/** What a word says; a number is how many solutions there are. Null if it says nothing. */
export function verdictOfWord(word: string): SolverAnswer['verdict'] | 'solved' {
  const plain = word.trim().toLowerCase();
  if (/^0+$/.test(plain)) return 'contradiction';
  if (/^\d+$/.test(plain)) return /^0*1$/.test(plain) ? 'unique' : 'multiple';
  return WORDS.get(plain) ?? null;
}

const WORDS: ReadonlyMap<string, SolverAnswer['verdict'] | 'solved'> = new Map(
  Object.entries({
    unique: ['unique', 'one', 'single', 'unique solution'],
    multiple: ['multiple', 'several', 'many', 'ambiguous', 'not unique'],
    contradiction: [
      ...['contradiction', 'none', 'no solution', 'unsolvable', 'impossible', 'unsat'],
      ...['unsatisfiable', 'inconsistent'],
    ],
    solved: ['solved', 'sat', 'satisfiable', 'ok'],
    open: ['timeout', 'steps', 'memory', 'crash', 'unknown', 'unsolved', 'open', 'failed'],
  } as const).flatMap(([verdict, words]) =>
    words.map((word) => [word, verdict as SolverAnswer['verdict'] | 'solved'] as const),
  ),
);

/** Runs in the thread, which needs nothing of ours. */
const MATCHING = `
const { parentPort, workerData } = require('node:worker_threads');
const pattern = new RegExp(workerData.source, workerData.flags);
parentPort.on('message', (output) => {
  const match = pattern.exec(output);
  parentPort.postMessage(match && { all: [...match], groups: { ...match.groups } });
});
`;

/** Less is no sign of a pattern without end: the thread may have to wait for a processor. */
const LEAST_MS = 2000;

/** Looks for verdicts in a thread: some patterns take years, and only a thread can be ended. */
export class VerdictReader {
  private thread: Worker | null = null;
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly pattern: RegExp) {}

  /** The verdict; null for none, undefined if it was not found within the time. */
  read(output: string, timeoutMs: number): Promise<SolverAnswer['verdict'] | undefined> {
    const result = this.last.then(() => this.readNow(output, timeoutMs));
    this.last = result.catch(() => undefined);
    return result;
  }

  async close(): Promise<void> {
    const { thread } = this;
    this.thread = null;
    await thread?.terminate();
  }

  private async readNow(output: string, timeoutMs: number) {
    if (this.thread === null) {
      const { source, flags } = this.pattern;
      this.thread = new Worker(MATCHING, { eval: true, workerData: { source, flags } });
      // Its start, which takes seconds on a busy machine, is no part of the time.
      const { thread } = this;
      await new Promise((done) => {
        for (const event of ['online', 'error', 'exit']) thread.once(event, done);
      });
    }
    const { thread } = this;
    // The race was closed meanwhile.
    if (thread === null) return undefined;
    const ended = new AbortController();
    const onExit = (): void => ended.abort();
    thread.once('exit', onExit);
    const late = AbortSignal.timeout(Math.ceil(Math.max(timeoutMs, LEAST_MS)));
    const signal = AbortSignal.any([ended.signal, late]);
    try {
      thread.postMessage(output);
      const [match] = (await once(thread, 'message', { signal })) as [FoundGroups | null];
      return match === null ? null : verdictOfMatch(match);
    } catch (error) {
      void this.close();
      if (signal.aborted) return undefined;
      throw error;
    } finally {
      thread.off('exit', onExit);
    }
  }
}

const GROUPS = ['unique', 'multiple', 'contradiction'] as const;

/**
 * The pattern that a user gives, looked for in every line. Its named groups `unique`, `multiple`
 * and `contradiction` say what is found; without them its first group, or all that it matches, is a
 * word such as `unique`, `none` or the number of solutions.
 *
 * @throws SyntaxError if it is not a regular expression
 */
export function readVerdictPattern(source: string): RegExp {
  return new RegExp(source, 'mu');
}

/** What a pattern has found, as plain data. */
interface FoundGroups {
  /** All that it matches, and its groups in their order. */
  readonly all: readonly (string | undefined)[];
  readonly groups: Readonly<Record<string, string | undefined>>;
}

/** What was found says; null if its word means nothing. */
export function verdictOfMatch({ all, groups }: FoundGroups): SolverAnswer['verdict'] {
  const named = GROUPS.find((group) => groups[group] !== undefined);
  if (named !== undefined) return named;
  const verdict = verdictOfWord(all[1] ?? all[0] ?? '');
  return verdict === 'solved' ? null : verdict;
}

/** The pictures in what a program printed, the first two of them. */
export function picturesIn(
  output: string,
  { width, height, colours }: { width: number; height: number; colours: number },
): Cells[] {
  const lines = output.split(/\r?\n/);
  const found: Cells[] = [];
  for (const line of lines) {
    if (found.length < 2 && height > 1 && line.includes('/')) {
      const rows = line.trim().split('/');
      // Text before the first row, on the same line, is the program's own words.
      rows[0] = rows[0].slice(-width);
      if (rows.length === height) add(found, pictureOf(rows, width, colours));
    }
  }
  for (let at = 0; at + height <= lines.length && found.length < 2;) {
    const picture = pictureOf(lines.slice(at, at + height), width, colours);
    if (picture === null) at++;
    else {
      add(found, picture);
      at += height;
    }
  }
  return found;
}

/** A picture that comes twice counts once. */
function add(found: Cells[], picture: Cells | null): void {
  if (picture === null) return;
  if (found.every((other) => other.some((cell, i) => cell !== picture[i]))) found.push(picture);
}

/** How programs lay out a row: as it is, in a frame, with gaps, or two characters a cell. */
const LAYOUTS: readonly ((row: string, width: number) => string | null)[] = [
  (row, width) => padded(row, width),
  (row, width) => padded(row.trim(), width),
  (row, width) => {
    const inner = /^\s*\|(.*)\|\s*$/.exec(row)?.[1];
    return inner === undefined ? null : padded(inner, width);
  },
  (row, width) => everySecond(row, width, (gap, cell) => gap === cell),
  (row, width) => everySecond(row, width, (gap) => gap === ' '),
];

function pictureOf(rows: readonly string[], width: number, colours: number): Cells | null {
  for (const layout of LAYOUTS) {
    const cells = new Uint8Array(rows.length * width);
    if (rows.every((row, y) => fill(cells, y * width, layout(row, width), colours))) return cells;
  }
  return null;
}

/** A row, from whose end blanks may have been cut. */
function padded(row: string, width: number): string | null {
  const characters = Array.from(row).length;
  if (characters === width) return row;
  if (characters > width) return row.trimEnd().length === width ? row.trimEnd() : null;
  // An empty line is not an empty row: most outputs have some.
  return characters > 0 && /[^\w]/.test(row) && row.includes(' ') ? row.padEnd(width) : null;
}

function everySecond(row: string, width: number, fits: (gap: string, cell: string) => boolean) {
  const whole = Array.from(row).length === 2 * width ? row : row.trim();
  const characters = Array.from(whole.padEnd(whole.startsWith(' ') ? 2 * width : 0));
  if (characters.length !== 2 * width && characters.length !== 2 * width - 1) return null;
  const cells = characters.filter((_, i) => i % 2 === 0);
  const gaps = characters.filter((_, i) => i % 2 === 1);
  return gaps.every((gap, i) => fits(gap, cells[i])) ? cells.join('') : null;
}

function fill(cells: Cells, first: number, row: string | null, colours: number): boolean {
  if (row === null) return false;
  let at = first;
  for (const character of row) {
    const cell = drawnCell(character, colours);
    if (cell === null) return false;
    cells[at++] = cell;
  }
  return true;
}
