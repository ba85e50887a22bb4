import { Worker } from 'node:worker_threads';
import { type SolverAnswer, verdictOfWord } from './answer.js';

/** Runs in the thread, which needs nothing of ours. */
const MATCHING = `
const { parentPort, workerData } = require('node:worker_threads');
const pattern = new RegExp(workerData.source, workerData.flags);
parentPort.on('message', (output) => {
  const match = pattern.exec(output);
  parentPort.postMessage(match && { all: [...match], groups: { ...match.groups } });
});
`;

/** Less is no sign of a pattern without end: the thread may have to be started. */
const LEAST_MS = 2000;

/**
 * Looks for the verdict in what a program prints, in a thread of its own: some patterns take years
 * on some texts, and only a thread can be ended.
 */
export class VerdictReader {
  private thread: Worker | null = null;
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly pattern: VerdictPattern) {}

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

  private readNow(output: string, timeoutMs: number): Promise<SolverAnswer['verdict'] | undefined> {
    const { source, flags } = this.pattern;
    const thread = (this.thread ??= new Worker(MATCHING, {
      eval: true,
      workerData: { source, flags },
    }));
    return new Promise((resolve, reject) => {
      const done = (settle: () => void): void => {
        clearTimeout(timer);
        thread.off('message', onMessage).off('error', onError).off('exit', onExit);
        settle();
      };
      const onMessage = (match: FoundGroups | null): void =>
        done(() => resolve(match === null ? null : verdictOfMatch(match)));
      const onError = (error: unknown): void => {
        this.thread = null;
        done(() => reject(error instanceof Error ? error : new Error(String(error))));
      };
      // The race is closed meanwhile.
      const onExit = (): void => done(() => resolve(undefined));
      const timer = setTimeout(
        () => {
          done(() => resolve(undefined));
          void this.close();
        },
        Math.max(timeoutMs, LEAST_MS),
      );
      thread.on('message', onMessage).on('error', onError).on('exit', onExit);
      thread.postMessage(output);
    });
  }
}

/** Finds a verdict in what a program prints. */
export type VerdictPattern = RegExp;

const GROUPS = ['unique', 'multiple', 'contradiction'] as const;

/**
 * The pattern that a user gives, looked for in every line. Its named groups `unique`, `multiple`
 * and `contradiction` say what is found; without them its first group, or all that it matches, is a
 * word such as `unique`, `none` or the number of solutions.
 *
 * @throws SyntaxError if it is not a regular expression
 */
export function readVerdictPattern(source: string): VerdictPattern {
  return new RegExp(source, 'mu');
}

/** What a pattern has found, as plain data. */
export interface FoundGroups {
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
