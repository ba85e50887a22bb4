// A process under the private Node.js belongs to the one that started it: what is sent to that one
// alone is passed on, and once that one is gone, it ends. Both are told by a pipe.
import { constants } from 'node:os';
import { Socket } from 'node:net';

/** The place of the pipe among the files of the process, and what says that it is there. */
const PIPE = 3;
const SIGN = 'NONOMILL_OUTER';

/** The signals that end a program. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** How long a signal may take on the other way: a terminal sends it to both processes. */
const OTHER_WAY_MS = 200;

/** How long what was begun may take to end, once the outer process is gone. */
const END_MS = 10_000;

/** What the outer process starts the inner one with. */
export const WITH_PIPE = {
  stdio: ['inherit', 'inherit', 'inherit', 'pipe'],
  env: { [SIGN]: String(process.pid) },
};

/** Passes signals on, and ends as the inner process does. */
export async function endWith(child) {
  const pipe = child.stdio[PIPE];
  // The inner process may be gone already.
  pipe.on('error', () => undefined);
  for (const signal of SIGNALS) process.on(signal, () => pipe.write(`${signal}\n`));
  const [code, signal] = await new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (...outcome) => resolve(outcome));
  });
  process.exit(code ?? 128 + constants.signals[signal]);
}

/** In the inner process: takes what the outer one passes on. Does nothing in any other process. */
export function followOuter() {
  if (process.env[SIGN] !== String(process.ppid)) return;
  delete process.env[SIGN];
  const pipe = new Socket({ fd: PIPE, readable: true, writable: false });
  pipe.setEncoding('utf8');
  const received = Object.fromEntries(SIGNALS.map((signal) => [signal, receiver(signal)]));
  pipe.on('data', (text) => {
    for (const signal of text.trim().split('\n')) received[signal]?.();
  });
  pipe.on('error', () => undefined);
  pipe.on('close', () => {
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), END_MS).unref();
    process.kill(process.pid, 'SIGTERM');
  });
  pipe.unref();
}

/** What is done when a signal was passed on: it is sent here, unless it came here as well. */
function receiver(signal) {
  let came = 0;
  let sent = 0;
  const note = () => {
    if (sent > 0) {
      sent--;
    } else {
      came++;
      setTimeout(() => (came = Math.max(0, came - 1)), 5 * OTHER_WAY_MS).unref();
    }
    // Nobody else listens: then it ends the process, as ever.
    if (process.listenerCount(signal) > 1) return;
    process.removeListener(signal, note);
    process.kill(process.pid, signal);
  };
  process.on(signal, note);
  return () =>
    setTimeout(() => {
      if (came > 0) {
        came--;
        return;
      }
      sent++;
      process.kill(process.pid, signal);
    }, OTHER_WAY_MS).unref();
}
