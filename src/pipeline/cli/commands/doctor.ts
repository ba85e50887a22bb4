import { shared } from '../flags.js';
import { command } from '../command.js';
import { tableText, paint, type Environment } from '../terminal.js';
import { existsSync, readFileSync, statSync, statfsSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { bytesText, durationText, numberOf } from '../../../solver/core/text/numbers.js';
import { solve } from '../../../solver/craft/library/solve.js';
import { FONT_FILES } from '../../report/html/page-style.js';
import { whyNoSpace } from '../../files/program.js';
import { memoryFor } from '../../runs/room.js';
import { solveByThreads } from '../../runs/node-library/library.js';
import { randomUUID } from 'node:crypto';
import { dirname, join, resolve } from 'node:path';
import { openStore } from '../../store/open/open.js';
import { removeIfThere, BESIDE_DATABASE, whyNoFolder } from '../../files/files.js';
import { messageOf } from '../../../solver/core/text/plain-text.js';

export const doctor = command({
  name: 'doctor',
  summary: 'Say what of this machine would hold a run back.',
  description:
    'Looks at what runs need of this machine, and says of each whether it is good, weak (runs work, ' +
    'but could do better) or bad (no run is possible), and what to do: Node.js, WebAssembly, ' +
    'threads, processors and memory with the limits of a container, the disk and the file system ' +
    'below the database, locks, the clock, the terminal, fonts. It makes a small database there, ' +
    'and removes it.\n\n' +
    'The exit code is 1 if something is bad, else 0.',
  sections: { Options: shared('db', 'threads', 'json') },
  examples: {
    'nonomill doctor': 'For runs in this folder.',
    'nonomill doctor --db /srv/nights.sqlite': 'For runs whose database is there.',
    'nonomill doctor --json': 'One JSON array, for a program.',
  },
  async execute({ db, threads, json }, { terminal }) {
    const { isTty, depth, columns, room } = terminal.output;
    const facts = { isTty, depth, columns, env: process.env, platform: process.platform };
    const judgements = [...(await judgeMachine(threads, facts)), ...judgePlace(db)];
    const shown = { columns: room, colours: depth > 1 };
    if (json) await terminal.printJson(judgements);
    else await terminal.print(judgementsText(judgements, shown));
    return judgements.some(({ state }) => state === 'bad') ? 'negative' : 'done';
  },
});

interface MachineJudgement {
  readonly check: string;
  /** Good: nothing to do. Weak: runs work, but could do better. Bad: no run is possible. */
  readonly state: 'good' | 'weak' | 'bad';
  /** What there is, in a few words. */
  readonly found: string;
  /** What to do about it; null if nothing. */
  readonly todo: string | null;
}

/** Good, unless there is something to do. */
function judged(check: string, found: string, todo: string | null = null): MachineJudgement {
  return { check, state: todo === null ? 'good' : 'weak', found, todo };
}

function bad(check: string, found: string, todo: string): MachineJudgement {
  return { check, state: 'bad', found, todo };
}

const COLOURS = { good: 'green', weak: 'yellow', bad: 'red' } as const;

/** A line for each finding, what to do below them, and in one sentence what it comes to. */
export function judgementsText(
  judgements: readonly MachineJudgement[],
  { columns, colours }: { readonly columns: number; readonly colours: boolean },
): string {
  const painted = (state: string, row: number): string =>
    paint(state, COLOURS[judgements[row].state], colours);
  const head = ['check', { title: 'is', paint: painted }, 'found'];
  const rows = judgements.map(({ check, state, found }) => [check, state, found]);
  const todos = judgements.flatMap(({ check, todo }) =>
    todo === null ? [] : [`${check}: ${todo}\n`],
  );
  const below = todos.length === 0 ? '' : `\n${todos.join('')}`;
  const worst = (['bad', 'weak'] as const).find((is) =>
    judgements.some(({ state }) => state === is),
  );
  return `${tableText(head, rows, columns)}${below}\n${VERDICTS[worst ?? 'good']}\n`;
}

const VERDICTS = {
  good: 'Nothing here holds a run back.',
  weak: 'Runs are possible here, and could do better.',
  bad: 'No run is possible here.',
} as const;

/** The plus, which lines alone solve. */
const PLUS = { rows: [[1], [3], [1]], columns: [[1], [3], [1]] };

/** Everything but the place of the database. */
async function judgeMachine(threads: number, terminal: TerminalFacts): Promise<MachineJudgement[]> {
  return [
    judged('Node.js', `${process.versions.node}, ${process.platform} ${process.arch}`),
    judgeWebAssembly(),
    await judgeThreads(threads),
    judgeProcessors(threads, cpus().length, availableParallelism()),
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
    if (status === 'unique') return judged('WebAssembly', `solves in ${durationText(ms)}`);
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
    return judged('threads', `the first starts in ${durationText(performance.now() - began)}`);
  } catch (error) {
    const todo =
      'Allow more processes and memory (ulimit -u, ulimit -v; pids.max of the container).';
    return bad('threads', messageOf(error), todo);
  }
}

/** `allowed`: how many of them this process may use, as affinity and cgroup say. */
export function judgeProcessors(
  threads: number,
  processors: number,
  allowed: number,
): MachineJudgement {
  const found =
    allowed < processors
      ? `${allowed} of ${numberOf(processors, 'processor')} may be used`
      : numberOf(processors, 'processor');
  const todo = `${threads} threads take turns on them: --threads ${allowed} is as fast.`;
  return judged('processors', found, threads > allowed ? todo : null);
}

/** `load` is the mean of the last minute, of all programs; null where the system does not say. */
export function judgeLoad(load: number | null, processors: number): MachineJudgement {
  if (load === null) return judged('load', 'this system does not say how busy it is');
  const todo =
    'Puzzles get less of the machine than their time limits say: wait, or use --nice and --max-load.';
  return judged('load', `${load.toFixed(1)} programs at work`, load > processors ? todo : null);
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
  const [least, needed] = [memoryFor(0), memoryFor(threads)];
  if (available < least) return bad('memory', found, `A run needs ${bytesText(least)} at least.`);
  const todo = `A run of ${numberOf(threads, 'thread')} takes ${bytesText(needed)} and more for hard puzzles: use fewer (--threads), or limit each (--memory).`;
  return judged('memory', found, available < 2 * needed ? todo : null);
}

interface TerminalFacts {
  readonly isTty: boolean;
  readonly depth: number;
  readonly columns: number;
  readonly env: Environment;
  readonly platform: string;
}

export function judgeTerminal(facts: TerminalFacts): MachineJudgement {
  const { isTty, depth, columns, env, platform } = facts;
  if (!isTty) return judged('terminal', 'none: messages are plain lines');
  const colours = depth === 1 ? 'no colours' : `${2 ** depth} colours`;
  const found = `${columns} columns, ${colours}`;
  const locale = env['LC_ALL'] || env['LC_CTYPE'] || env['LANG'] || '';
  if (platform !== 'win32' && !/utf-?8/i.test(locale)) {
    const named = `${found}, ${locale || 'no'} locale`;
    return judged('terminal', named, 'For pictures and stars: export LC_ALL=C.UTF-8.');
  }
  const todo = 'Tables are cut: make the window wider, or use --json.';
  return judged('terminal', found, columns < 60 ? todo : null);
}

function judgeFonts(): MachineJudgement {
  const missing = Object.values(FONT_FILES).filter((path) => !existsSync(path));
  if (missing.length > 0) {
    const found = `${missing.join(', ')} is missing`;
    return judged('fonts', found, 'PDF needs it: install nonomill again.');
  }
  const bytes = Object.values(FONT_FILES).reduce((sum, path) => sum + readFileSync(path).length, 0);
  return judged('fonts', `${bytesText(bytes)} for PDF`);
}

/** A million puzzles of common sizes take about so many bytes, with the log and the report. */
const MILLION_BYTES = 1.5e9;
/** Below this a run of some thousand puzzles is stopped by a full disk. */
const LEAST_BYTES = 5e7;
/** Clocks of a machine and its disks differ by less. */
const CLOCK_MS = 2000;

/** What can be said of the place of a database, which need not be there yet. */
export function judgePlace(db: string): MachineJudgement[] {
  const folder = nearestFolder(dirname(resolve(db)));
  const reason = whyNoFolder(folder);
  if (reason !== null) {
    const todo = 'Change to another folder, or name one with --db.';
    return [bad('disk', `${folder}: ${reason}`, todo)];
  }
  const { bavail, bsize } = statfsSync(folder);
  return [judgeFreeBytes(bavail * bsize), judgeFileSystem(folder), ...judgeDatabase(folder)];
}

/** The folder, or the one above it in which it would be made. */
function nearestFolder(folder: string): string {
  let nearest = folder;
  while (!existsSync(nearest) && dirname(nearest) !== nearest) nearest = dirname(nearest);
  return nearest;
}

export function judgeFreeBytes(free: number): MachineJudgement {
  const found = `${bytesText(free)} free`;
  if (free < LEAST_BYTES) return bad('disk', found, 'Make room, or name another place with --db.');
  const todo = `Make room for a large corpus: a million puzzles take ${bytesText(MILLION_BYTES)}.`;
  return judged('disk', found, free < MILLION_BYTES ? todo : null);
}

function judgeFileSystem(folder: string): MachineJudgement {
  // Only Linux says by a number of its own what there is.
  return process.platform === 'linux'
    ? judgeFileSystemType(statfsSync(folder).type)
    : judged('file system', 'not known by name on this system');
}

/** `type` is the number that Linux has for it. */
export function judgeFileSystemType(type: number): MachineJudgement {
  // Node.js gives the number with a sign on some systems.
  const number = (type >>> 0).toString(16);
  for (const { types, where, todo } of FILE_SYSTEMS) {
    const [, name] = new RegExp(`\\b${number} (\\w+)`).exec(types) ?? [];
    if (name !== undefined) return judged('file system', name + where, todo);
  }
  return judged('file system', `type 0x${number}`);
}

/** Makes a database as runs have it, holds its lock, and removes it again. */
function judgeDatabase(folder: string): MachineJudgement[] {
  const file = join(folder, `.nonomill-doctor-${randomUUID()}.sqlite`);
  try {
    const began = performance.now();
    const store = openStore(file, { readonly: false });
    let version: string;
    try {
      version = String(store.db.prepare('SELECT sqlite_version()').pluck().get());
    } finally {
      store.close();
    }
    const ms = performance.now() - began;
    const clock = judgeFileClock(statSync(file).mtimeMs - Date.now());
    return [judged('database', `SQLite ${version}, made and locked in ${durationText(ms)}`), clock];
  } catch (error) {
    const todo =
      'Name a place with --db where files can be made and locked; if better-sqlite3 is what is missing, install nonomill again.';
    return [bad('database', messageOf(error), todo)];
  } finally {
    for (const end of BESIDE_DATABASE) removeIfThere(file + end);
  }
}

/** How far the clock of the disk is ahead of that of this machine, in milliseconds. */
export function judgeFileClock(ahead: number): MachineJudgement {
  const now = new Date().toISOString();
  if (Math.abs(ahead) < CLOCK_MS) return judged('clock', now);
  const by = `the disk's is ${durationText(Math.abs(ahead))} ${ahead > 0 ? 'ahead' : 'late'}`;
  const todo = 'Let both machines set their clocks by the network (NTP).';
  return judged('clock', `${now}; ${by}`, todo);
}

/**
 * File systems after the number that Linux has for each (`man 2 statfs`), with what they mean for a
 * database: those on a network lock slowly, or not at all, and lose what was written if a server
 * fails; those in memory are empty after a restart.
 */
const FILE_SYSTEMS = [
  {
    types:
      'ef53 ext4, 58465342 XFS, 9123683e Btrfs, 2fc12fc1 ZFS, f2f52010 F2FS, ca451a4e bcachefs, ' +
      '794c7630 overlay, 4d44 FAT, 2011bab0 exFAT, 5346544e NTFS, 7366746e NTFS',
    where: '',
    todo: null,
  },
  {
    types: '1021994 tmpfs, 858458f6 ramfs',
    where: ', in memory',
    todo: 'Keep what is to outlive a restart on a disk (--db).',
  },
  {
    types:
      '6969 NFS, 517b SMB, ff534d42 CIFS, fe534d42 SMB, 1021997 9P, 65735546 FUSE, c36400 Ceph, ' +
      'bd00bd0 Lustre, 47504653 GPFS, 19830326 BeeGFS, 5346414f AFS, 73757245 Coda, 1161970 GFS2, ' +
      '7461636f OCFS2',
    where: ', on a network',
    todo:
      'Keep the database on a disk of this machine (--db): locks and the log of SQLite are not sure ' +
      'to work here for several machines, and each commit waits for a server. Corpora may stay.',
  },
] as const;
