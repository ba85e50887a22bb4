import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Signals that end a program because of a fault of its own, with their numbers: no attack sends
 * one.
 */
const CRASHES = new Map([
  ['SIGILL', 4],
  ['SIGTRAP', 5],
  ['SIGABRT', 6],
  ['SIGBUS', 7],
  ['SIGFPE', 8],
  ['SIGSEGV', 11],
]);

/** How much of a native stack is shown. */
const SHOWN = 6000;

/**
 * Lets a command leave what tells of a crash: a core dump in its folder, if the system writes them
 * there, and the report that Node.js writes after a fatal error.
 */
export class CrashWatch {
  private readonly began = Date.now();
  private readonly reports = mkdtempSync(join(tmpdir(), 'nonomill-crash-'));

  constructor(private readonly cwd: string) {}

  /** The command that runs `command` with core dumps allowed, in the same process. */
  command(command: readonly string[]): readonly string[] {
    if (process.platform === 'win32') return command;
    return ['sh', '-c', 'ulimit -c "$(ulimit -H -c)"; exec "$@"', 'sh', ...command];
  }

  /** The variables that it needs. */
  env({ NODE_OPTIONS = '' }: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
    const options = `--report-on-fatalerror --report-directory=${this.reports}`;
    return { NODE_OPTIONS: `${NODE_OPTIONS} ${options}`.trim() };
  }

  /**
   * What is known of the crash that a command ended by; null if it ended otherwise. Removes what it
   * has left.
   */
  crash(code: number | null, signal: NodeJS.Signals | null): string | null {
    try {
      // A shell or strace between them turns the signal into an exit code.
      const name = [...CRASHES].find(([word, n]) => word === signal || code === 128 + n)?.[0];
      return name === undefined ? null : `it crashed: ${name}\n${this.reported()}${this.stack()}`;
    } finally {
      rmSync(this.reports, { recursive: true, force: true });
    }
  }

  /** What Node.js says of a fatal error. */
  private reported(): string {
    const texts = readdirSync(this.reports).map((name) => {
      const { header, nativeStack = [] } = JSON.parse(
        readFileSync(join(this.reports, name), 'utf8'),
      ) as { header: { event: string; trigger: string }; nativeStack?: { symbol: string }[] };
      const symbols = nativeStack.map(({ symbol }) => `  ${symbol}\n`);
      return `${header.event} (${header.trigger})\n${symbols.join('')}`;
    });
    return texts.join('').slice(0, SHOWN);
  }

  /** The native stack of each thread, from the core dump. */
  private stack(): string {
    const cores = readdirSync(this.cwd)
      .filter((name) => /^core(\.\d+)?$/.test(name))
      .map((name) => join(this.cwd, name))
      .filter((path) => statSync(path).mtimeMs >= this.began);
    if (cores.length === 0)
      return `no core dump in ${this.cwd}; a report says more, if there is one`;
    const words = ['-batch', '-ex', 'bt 40', '-ex', 'thread apply all bt 12', process.execPath];
    const { stdout, error } = spawnSync('gdb', [...words, cores[0]], { encoding: 'utf8' });
    if (error !== undefined)
      return `its core dump is ${cores[0]}: gdb, which would show its stack, is not there`;
    for (const core of cores) rmSync(core);
    const at = stdout.indexOf('Program terminated');
    return stdout.slice(Math.max(0, at)).slice(0, SHOWN);
  }
}
