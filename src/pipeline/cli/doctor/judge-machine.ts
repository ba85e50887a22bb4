import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { bytesText, durationText, numberOf } from '../../../solver/core/text/numbers.js';
import { solve } from '../../../solver/craft/library/solve.js';
import { FONT_FILES } from '../../report/html/fonts.js';
import { whyNoSpace } from '../../files/built-file.js';
import { PROGRAM_MB, THREAD_MB } from '../../runs/forecast/room.js';
import { solveByThreads } from '../../runs/node-library/solve-many.js';
import type { Environment } from '../terminal/terminal.js';
import { bad, good, weak, type MachineJudgement } from './judgement.js';

/** The plus, which lines alone solve. */
const PLUS = { rows: [[1], [3], [1]], columns: [[1], [3], [1]] };

/** Everything but the place of the database. */
export async function judgeMachine(
  threads: number,
  terminal: TerminalFacts,
): Promise<MachineJudgement[]> {
  return [
    good('Node.js', `${process.versions.node}, ${process.platform} ${process.arch}`),
    judgeWebAssembly(),
    await judgeThreads(threads),
    judgeProcessors({ threads, processors: cpus().length, allowed: availableParallelism() }),
    judgeLoad(process.platform === 'win32' ? null : loadavg()[0], availableParallelism()),
    judgeMemory({
      total: totalmem(),
      limit: process.constrainedMemory() || null,
      available: process.availableMemory(),
      threads,
    }),
    judgeTerminal(terminal),
    judgeFonts(),
  ];
}

function judgeWebAssembly(): MachineJudgement {
  try {
    const began = performance.now();
    const { status } = solve(PLUS);
    const ms = performance.now() - began;
    if (status === 'unique') return good('WebAssembly', `solves in ${durationText(ms)}`);
    return bad('WebAssembly', `a puzzle with one solution is ${status}`, 'Install nonomill again.');
  } catch (error) {
    return bad('WebAssembly', messageOf(error), 'Start Node.js without --jitless.');
  }
}

async function judgeThreads(threads: number): Promise<MachineJudgement> {
  const why = whyNoSpace(threads + 1);
  if (why !== null) return bad('threads', why, 'Allow more (ulimit -v unlimited).');
  try {
    const began = performance.now();
    await solveByThreads(PLUS, { threads: 1 });
    return good('threads', `the first starts in ${durationText(performance.now() - began)}`);
  } catch (error) {
    const todo =
      'Allow more processes and memory (ulimit -u, ulimit -v; pids.max of the container).';
    return bad('threads', messageOf(error), todo);
  }
}

interface ProcessorFacts {
  /** What a run would start. */
  readonly threads: number;
  readonly processors: number;
  /** How many of them this process may use, as affinity and cgroup say. */
  readonly allowed: number;
}

export function judgeProcessors({
  threads,
  processors,
  allowed,
}: ProcessorFacts): MachineJudgement {
  const found =
    allowed < processors
      ? `${allowed} of ${numberOf(processors, 'processor')} may be used`
      : numberOf(processors, 'processor');
  return threads > allowed
    ? weak(
        'processors',
        found,
        `${threads} threads take turns on them: --threads ${allowed} is as fast.`,
      )
    : good('processors', found);
}

/** `load` is the mean of the last minute, of all programs; null where the system does not say. */
export function judgeLoad(load: number | null, processors: number): MachineJudgement {
  if (load === null) return good('load', 'this system does not say how busy it is');
  const found = `${load.toFixed(1)} programs at work`;
  return load > processors
    ? weak(
        'load',
        found,
        'Puzzles get less of the machine than their time limits say: wait, or use --nice and --max-load.',
      )
    : good('load', found);
}

interface MemoryFacts {
  readonly total: number;
  /** What the cgroup or a container allows; null without a limit. */
  readonly limit: number | null;
  readonly available: number;
  readonly threads: number;
}

export function judgeMemory({ total, limit, available, threads }: MemoryFacts): MachineJudgement {
  const isLimited = limit !== null && limit < total;
  const found = `${bytesText(available)} of ${bytesText(isLimited ? limit : total)} available${
    isLimited ? ` (limited; the machine has ${bytesText(total)})` : ''
  }`;
  const least = PROGRAM_MB * 1e6;
  const needed = least + threads * THREAD_MB * 1e6;
  if (available < least) {
    return bad('memory', found, `A run needs ${bytesText(least)} at least.`);
  }
  return available < 2 * needed
    ? weak(
        'memory',
        found,
        `A run of ${numberOf(threads, 'thread')} takes ${bytesText(needed)} and more for hard puzzles: use fewer (--threads), or limit each (--memory).`,
      )
    : good('memory', found);
}

export interface TerminalFacts {
  readonly isTty: boolean;
  readonly depth: number;
  readonly columns: number;
  readonly env: Environment;
  readonly platform: string;
}

export function judgeTerminal({
  isTty,
  depth,
  columns,
  env,
  platform,
}: TerminalFacts): MachineJudgement {
  if (!isTty) return good('terminal', 'none: messages are plain lines');
  const colours = depth === 1 ? 'no colours' : `${2 ** depth} colours`;
  const found = `${columns} columns, ${colours}`;
  const locale = env['LC_ALL'] || env['LC_CTYPE'] || env['LANG'] || '';
  if (platform !== 'win32' && !/utf-?8/i.test(locale)) {
    return weak(
      'terminal',
      `${found}, ${locale || 'no'} locale`,
      'For pictures and stars: export LC_ALL=C.UTF-8.',
    );
  }
  return columns < 60
    ? weak('terminal', found, 'Tables are cut: make the window wider, or use --json.')
    : good('terminal', found);
}

function judgeFonts(): MachineJudgement {
  const missing = Object.values(FONT_FILES).filter((path) => !existsSync(path));
  if (missing.length > 0) {
    return weak(
      'fonts',
      `${missing.join(', ')} is missing`,
      'PDF needs it: install nonomill again.',
    );
  }
  const bytes = Object.values(FONT_FILES).reduce((sum, path) => sum + readFileSync(path).length, 0);
  return good('fonts', `${bytesText(bytes)} for PDF`);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
