import { writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { Failure } from '../../pipeline/cli/terminal.js';
import { removeAllOf, removeFile, removeIfEnded } from '../../pipeline/files/files.js';
import type { RunOutcome, RunControls, RunRequest } from '../../pipeline/runs/request.js';
import { doRun, LOCAL } from '../../pipeline/runs/do-run.js';
import type { Puzzle } from '../../solver/core/puzzle/types.js';
import { formatByName } from '../../solver/formats/registry.js';
import { NO_ANSWER, picturesIn, VerdictReader } from './answers.js';
import {
  type Ended,
  ExternalProcess,
  HAS_PROC,
  makeRaceFolder,
  readExternalCommand,
  wordsWithFile,
} from './external-process.js';
import { type Answered, type AskedPuzzle, JudgedPool } from './judge.js';

/** A run in which another program solves. */
export function race(
  request: RunRequest,
  external: ExternalOptions,
  controls: RunControls,
): Promise<RunOutcome> {
  return doRun(request, controls, {
    ...LOCAL,
    makePool: (limits, { onNote }) => new ExternalPool(external, limits, onNote),
  });
}

interface ExternalOptions {
  readonly command: string;
  readonly format: string | null;
  /** Finds the verdict in the output; null: only pictures are read. */
  readonly verdict: RegExp | null;
  /** How often each puzzle is solved: the run of median time counts. */
  readonly runs: number;
  /** How long nonomill itself may work on a puzzle to judge a claim about it. */
  readonly judgeMs: number;
}

/**
 * Another solver, as a process of its own for each puzzle. What it prints is judged at once, in a
 * thread, while its place stays taken: so that judging does not slow the others down.
 */
class ExternalPool extends JudgedPool {
  private readonly command: ReturnType<typeof readExternalCommand>;
  private readonly folder = makeRaceFolder();
  private readonly removed = removeIfEnded(() => removeAllOf(this.folder));
  private readonly verdicts: VerdictReader | null;
  private readonly running = new Set<ExternalProcess>();
  private files = 0;

  constructor(
    private readonly options: ExternalOptions,
    { threads, memoryMiB }: Pick<RunRequest, 'threads' | 'memoryMiB'>,
    onNote: (message: string) => void,
  ) {
    const { command, format, verdict, judgeMs } = options;
    super(threads, threads, judgeMs);
    this.command = readExternalCommand(command, format);
    this.verdicts = verdict === null ? null : new VerdictReader(verdict);
    if (!HAS_PROC) {
      const memory = memoryMiB === null ? '' : ', nor is --memory watched';
      onNote(`This system has no /proc: CPU time is limited for each process alone${memory}.`);
    }
  }

  override async close(): Promise<void> {
    const closed = super.close();
    for (const external of this.running) external.stop('closed');
    const ended = Array.from(this.running, (external) => external.ended);
    await Promise.all([...ended, closed, this.verdicts?.close()]);
    removeAllOf(this.folder);
    this.removed();
  }

  protected async *answers({ puzzle, limits }: AskedPuzzle): AsyncGenerator<Answered> {
    const text = this.textOf(puzzle);
    if (text === null) {
      const error = `the format ${this.command.format} cannot hold this puzzle: it was left out`;
      const took = { ms: 0, cpuMs: null, memoryBytes: null };
      yield { answer: NO_ANSWER, unsaid: { status: 'crash', error }, took };
      return;
    }
    for (let run = 0; run < this.options.runs; run++) {
      this.requireOpen();
      const ended = await this.ran(text, limits);
      // Output before a limit came does not count, nor does what cannot be read within one.
      const verdict =
        ended.stopped === null && this.verdicts !== null
          ? await this.verdicts.read(ended.output, limits.timeoutMs)
          : null;
      this.requireOpen();
      if (ended.notStarted !== null) throw this.notStarted(ended.notStarted);
      const stopped = verdict === undefined ? 'pattern' : ended.stopped;
      const isLast = stopped !== null;
      const answer =
        verdict === undefined || isLast
          ? NO_ANSWER
          : { verdict, pictures: picturesIn(ended.output, puzzle) };
      const { wallMs: ms, cpuMs, memoryBytes } = ended;
      const unsaid = unsaidOf({ ...ended, stopped });
      yield { answer, unsaid, took: { ms, cpuMs, memoryBytes }, isLast };
    }
  }

  /** The text of the puzzle in the command's format, or null if that cannot hold it. */
  private textOf(puzzle: Puzzle): string | null {
    const format = formatByName(this.command.format)!;
    const named = { name: null, title: null, puzzle, goal: null };
    if (puzzle.colours > 1 && !format.holds.has('colour')) return null;
    if (puzzle.start !== null && !format.holds.has('start')) return null;
    if (format.unfit?.(named) != null) return null;
    return [...format.write!([named])].join('');
  }

  private notStarted(why: string): Failure {
    const [program] = this.command.words;
    return new Failure('NM_OPTION_VALUE', `--cmd: "${program}" cannot be started: ${why}`);
  }

  /** How a process that is given the text of a puzzle ended. */
  private async ran(text: string, limits: AskedPuzzle['limits']): Promise<Ended> {
    const { onInput, format, words } = this.command;
    const file = join(this.folder, `${++this.files}${formatByName(format)!.extensions[0] ?? ''}`);
    if (!onInput) writeFileSync(file, text);
    let external: ExternalProcess;
    try {
      external = onInput
        ? new ExternalProcess(words, limits, text)
        : new ExternalProcess(wordsWithFile(this.command, file), limits, null);
    } catch (error) {
      // What is not a program of this system fails at once.
      throw this.notStarted((error as Error).message);
    }
    this.running.add(external);
    try {
      return await external.ended;
    } finally {
      this.running.delete(external);
      if (!onInput) removeFile(file);
    }
  }
}

function unsaidOf({ stopped, code, signal, output, errors }: Ended): Answered['unsaid'] {
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

function excerpt(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ').slice(0, 200);
}
