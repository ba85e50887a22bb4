import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Keeps a figure for the file of figures that `npm run bench` writes. Figures of the same name are
 * rounds of one measurement; their median counts. Does nothing if a benchmark is started without
 * that command.
 */
export function keepFigure(
  name: string,
  value: number,
  unit: string,
  better: 'less' | 'more',
): void {
  const file = process.env.BENCH_FIGURES;
  if (file !== undefined)
    appendFileSync(file, `${JSON.stringify({ name, value, unit, better })}\n`);
}

/** The geometric mean of numbers above 0, at least one. */
export function geometricMean(values: readonly number[]): number {
  return Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);
}

/**
 * Lets all clocks of this thread that read `performance.now()` tell CPU time from now on, so that
 * the solver's limit is one of CPU time: on a busy machine, wall time also counts what others do.
 */
export function useCpuClock(): void {
  performance.now = cpuMs;
}

/** CPU milliseconds of this process so far. */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/**
 * Measured values by name. With a file, each one is appended to it as soon as it is known, and
 * those of an earlier run are there already: a long measurement can be done in pieces.
 */
export class Kept<Value extends object> {
  private readonly values = new Map<string, Value>();

  constructor(private readonly file: string | null) {
    if (file === null || !existsSync(file)) return;
    for (const line of readFileSync(file, 'utf8').split('\n')) {
      if (line === '') continue;
      const { name, value } = JSON.parse(line) as { name: string; value: Value };
      this.values.set(name, value);
    }
  }

  /** The value of this name; null if it is not known. */
  find(name: string): Value | null {
    return this.values.get(name) ?? null;
  }

  /** The value of this name, measured now unless it is known. */
  get(name: string, measure: () => Value): Value {
    const known = this.values.get(name);
    if (known !== undefined) return known;
    const value = measure();
    this.values.set(name, value);
    if (this.file !== null) appendFileSync(this.file, `${JSON.stringify({ name, value })}\n`);
    return value;
  }
}

/** Does something with an empty folder, and removes it. */
export async function inFolder<T>(work: (folder: string) => Promise<T> | T): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'nonomill-bench-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** CPU milliseconds that another process has used, its threads included. Linux only. */
export function cpuMsOf(pid: number): number {
  const fields = statOf(pid);
  return (Number(fields[11]) + Number(fields[12])) * MS_A_TICK;
}

/** MiB of memory that a process holds. Linux only. */
export function residentMiBOf(pid: number): number {
  return (Number(statOf(pid)[21]) * PAGE_BYTES) / 2 ** 20;
}

/** CPU milliseconds of a process's main thread and of its busiest other thread. Linux only. */
export function threadCpuMsOf(pid: number): { readonly main: number; readonly other: number } {
  const of = (id: string): number => {
    try {
      const fields = statOf(`${pid}/task/${id}`);
      return (Number(fields[11]) + Number(fields[12])) * MS_A_TICK;
    } catch {
      return 0; // It has ended since it was listed.
    }
  };
  const others = readdirSync(`/proc/${pid}/task`).filter((id) => id !== `${pid}`);
  return { main: of(`${pid}`), other: Math.max(0, ...others.map(of)) };
}

const MS_A_TICK = 10;
const PAGE_BYTES = 4096;

/** The fields of /proc/<pid>/stat after the name, which may hold anything. */
function statOf(pid: number | string): string[] {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
}

/** Prints a line. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** The word of `--name=word` on the command line, or the usual one. */
export function option(name: string, usual: string): string {
  const given = process.argv.find((arg) => arg.startsWith(`--${name}=`));
  return given === undefined ? usual : given.slice(name.length + 3);
}

/** The words of an option, between commas. */
export function listed(name: string, usual: string): string[] {
  return option(name, usual)
    .split(',')
    .filter((word) => word !== '');
}
