import { Worker } from 'node:worker_threads';
import type { Answer } from './answer.js';
import { verdictOfMatch, type FoundGroups, type VerdictPattern } from './verdict-pattern.js';

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
 * Looks for the verdict in what a program prints, in a thread of its own: some patterns take years on some
 * texts, and only a thread can be ended.
 */
export class VerdictReader {
  private thread: Worker | null = null;
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly pattern: VerdictPattern) {}

  /** The verdict; null for none, undefined if it was not found within the time. */
  read(output: string, timeoutMs: number): Promise<Answer['verdict'] | undefined> {
    const result = this.last.then(() => this.readNow(output, timeoutMs));
    this.last = result.catch(() => undefined);
    return result;
  }

  async close(): Promise<void> {
    const { thread } = this;
    this.thread = null;
    await thread?.terminate();
  }

  private readNow(output: string, timeoutMs: number): Promise<Answer['verdict'] | undefined> {
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
