import { writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { Failure } from '../../pipeline/cli/terminal.js';
import { removeAllOf, removeFile, removeIfEnded } from '../../pipeline/files/files.js';
import type { BatchLimits, Pool, SolvedBatch } from '../../pipeline/runs/pool/pool.js';
import type { RunOutcome, RunControls, RunRequest } from '../../pipeline/runs/request.js';
import { doRun, LOCAL } from '../../pipeline/runs/do-run.js';
import type { PackedBatch } from '../../solver/core/puzzle/packed-batch.js';
import { type PackedWords, unpack } from '../../solver/core/puzzle/packed.js';
import type { Puzzle } from '../../solver/core/puzzle/types.js';
import { formatByName } from '../../solver/formats/registry.js';
import { NO_ANSWER, picturesIn, type SolverAnswer, VerdictReader } from './answers.js';
import {
  type Ended,
  type ExternalCommand,
  ExternalProcess,
  HAS_PROC,
  makeRaceFolder,
  readExternalCommand,
  wordsWithFile,
} from './external-process.js';
import {
  judge,
  type Judged,
  type JudgedAnswer,
  judgedBatch,
  judgedPuzzle,
  Reference,
  type Unsaid,
} from './judge.js';

/** A run in which another program solves. */
export function race(
  request: RunRequest,
  external: Omit<ExternalOptions, 'processes' | 'memoryMiB' | 'onNote'>,
  controls: RunControls,
): Promise<RunOutcome> {
  return doRun(request, controls, {
    ...LOCAL,
    makePool: ({ threads, memoryMiB }, { onNote }) =>
      new ExternalPool({ ...external, processes: threads, memoryMiB, onNote }),
  });
}

interface ExternalOptions {
  readonly command: string;
  readonly format: string | null;
  /** Finds the verdict in the output; null: only pictures are read. */
  readonly verdict: RegExp | null;
  /** How often each puzzle is solved: the run of median time counts. */
  readonly runs: number;
  /** At the same time. */
  readonly processes: number;
  /** MiB that each may take, or null for no limit. */
  readonly memoryMiB: number | null;
  /** How long nonomill itself may work on a puzzle to judge a claim about it. */
  readonly judgeMs: number;
  readonly onNote: (message: string) => void;
}

/**
 * Another solver, as a process of its own for each puzzle. What it prints is judged at once, in a
 * thread, while its place stays taken: so that judging does not slow the others down.
 */
class ExternalPool implements Pool {
  readonly capacity: number;
  readonly patience = 1;
  private readonly command: ExternalCommand;
  private readonly folder = makeRaceFolder();
  private readonly removed = removeIfEnded(() => removeAllOf(this.folder));
  private readonly reference: Reference;
  private readonly verdicts: VerdictReader | null;
  private readonly running = new Set<ExternalProcess>();
  private files = 0;
  private closed = false;

  constructor(private readonly options: ExternalOptions) {
    const { command, format, processes, judgeMs, memoryMiB, onNote } = options;
    this.command = readExternalCommand(command, format);
    this.capacity = processes;
    this.reference = new Reference(processes, judgeMs);
    const { verdict } = options;
    this.verdicts = verdict === null ? null : new VerdictReader(verdict);
    if (!HAS_PROC) {
      const memory = memoryMiB === null ? '' : ', nor is --memory watched';
      onNote(`This system has no /proc: CPU time is limited for each process alone${memory}.`);
    }
  }

  solve(batch: PackedBatch, limits: BatchLimits): Promise<SolvedBatch> {
    const ask = (words: PackedWords, offset: number): Promise<Judged> =>
      this.ask(words, offset, limits.timeoutMs);
    return judgedBatch(batch, limits, ask);
  }

  async close(): Promise<void> {
    this.closed = true;
    for (const external of this.running) external.stop('closed');
    const ended = Array.from(this.running, (external) => external.ended);
    await Promise.all([...ended, this.reference.close(), this.verdicts?.close()]);
    removeAllOf(this.folder);
    this.removed();
  }

  private async ask(words: PackedWords, offset: number, timeoutMs: number): Promise<Judged> {
    const puzzle = unpack(words, offset);
    const text = this.textOf(puzzle);
    if (text === null) return this.unfit(puzzle);
    const runs: (Judged & { readonly time: number })[] = [];
    while (runs.length < this.options.runs) {
      const ran = await this.start(text, timeoutMs);
      const { answer, ended } = await this.answered(ran, puzzle, timeoutMs);
      if (this.closed) throw new Error('the pool is closed');
      if (ended.notStarted !== null) throw this.notStarted(ended.notStarted);
      const verdict = await judge(puzzle, answer, (count) =>
        this.reference.known(words, offset, count),
      );
      if (this.closed) throw new Error('the pool is closed');
      const { wallMs, cpuMs, memoryBytes } = ended;
      const took = { ms: wallMs, cpuMs, memoryBytes };
      const run = judgedPuzzle(puzzle, verdict, unsaidOf(ended), took);
      if (verdict.judged === 'wrong' || ended.stopped !== null) return run;
      runs.push({ ...run, time: cpuMs ?? wallMs });
    }
    return runs.sort((a, b) => a.time - b.time)[runs.length >> 1];
  }

  /** The text of the puzzle in the command's format, or null if that cannot hold it. */
  private textOf(puzzle: Puzzle): string | null {
    const format = formatByName(this.command.format)!;
    const named = { name: null, title: null, puzzle, goal: null };
    if (puzzle.colours > 1 && !format.holds.colour) return null;
    if (puzzle.start !== null && !format.holds.start) return null;
    if (format.unfit?.(named) != null) return null;
    return [...format.write!([named])].join('');
  }

  private unfit(puzzle: Puzzle): Judged {
    const error = `the format ${this.command.format} cannot hold this puzzle: it was left out`;
    const took = { ms: 0, cpuMs: null, memoryBytes: null };
    return judgedPuzzle(puzzle, NOTHING, { status: 'crash', error }, took);
  }

  private process(...given: ConstructorParameters<typeof ExternalProcess>): ExternalProcess {
    try {
      return new ExternalProcess(...given);
    } catch (error) {
      // What is not a program of this system fails at once.
      throw this.notStarted((error as Error).message);
    }
  }

  private notStarted(why: string): Failure {
    const [program] = this.command.words;
    return new Failure('NM_OPTION_VALUE', `--cmd: "${program}" cannot be started: ${why}`);
  }

  private async start(text: string, timeoutMs: number): Promise<Ended> {
    if (this.closed) throw new Error('the pool is closed');
    const { memoryMiB } = this.options;
    const { onInput, format } = this.command;
    const file = join(this.folder, `${++this.files}${formatByName(format)!.extensions[0] ?? ''}`);
    if (!onInput) writeFileSync(file, text);
    const limits = { timeoutMs, memoryBytes: (memoryMiB ?? Infinity) * 2 ** 20 };
    const words = onInput ? this.command.words : wordsWithFile(this.command, file);
    const external = this.process(words, limits, onInput ? text : null);
    this.running.add(external);
    try {
      return await external.ended;
    } finally {
      this.running.delete(external);
      if (!onInput) removeFile(file);
    }
  }

  /** Output before a limit came does not count, nor does what cannot be read within one. */
  private async answered(
    ended: Ended,
    puzzle: Puzzle,
    timeoutMs: number,
  ): Promise<{ readonly answer: SolverAnswer; readonly ended: Ended }> {
    if (ended.stopped !== null) return { answer: NO_ANSWER, ended };
    const verdict =
      this.verdicts === null ? null : await this.verdicts.read(ended.output, timeoutMs);
    if (verdict === undefined)
      return { answer: NO_ANSWER, ended: { ...ended, stopped: 'pattern' } };
    return { answer: { verdict, pictures: picturesIn(ended.output, puzzle) }, ended };
  }
}

const NOTHING: JudgedAnswer = {
  status: null,
  said: null,
  judged: 'open',
  reason: null,
  pictures: [],
};

function unsaidOf({ stopped, code, signal, output, errors }: Ended): Unsaid {
  if (stopped === 'timeout' || stopped === 'memory') return { status: stopped, error: null };
  if (stopped === 'pattern') {
    return { status: 'timeout', error: '--verdict took too long on what it printed' };
  }
  if (stopped === 'output') return { status: 'crash', error: 'it printed more than 16 MiB' };
  const said = excerpt(errors) || excerpt(output);
  if (signal !== null || code !== 0) {
    const how =
      signal === null ? `it ended with exit code ${codeText(code)}` : `${signal} ended it`;
    return { status: 'crash', error: said === '' ? how : `${how}: ${said}` };
  }
  return {
    status: 'crash',
    error: said === '' ? 'it printed nothing' : `no picture and no verdict in its output: ${said}`,
  };
}

/** Shells, which start the program, say by a code above 128 which signal ended it. */
function codeText(code: number | null): string {
  const signals = Object.entries(constants.signals);
  const name = signals.find(([, number]) => number + 128 === code)?.[0];
  return name === undefined ? String(code) : `${code} (${name})`;
}

const EXCERPT = 200;

function excerpt(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ').slice(0, EXCERPT);
}
