import { readFileSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Where signals come from; `process` is one. */
export interface SignalSource {
  on(signal: NodeJS.Signals, listener: (signal: NodeJS.Signals) => void): unknown;
  off(signal: NodeJS.Signals, listener: (signal: NodeJS.Signals) => void): unknown;
}

/**
 * The signals of this process, for the rest of its life. If SIGHUP was ignored when it was started,
 * as by nohup, it stays so.
 */
export function signalsOf(own: NodeJS.Process): SignalSource {
  if (!wasHangupIgnored(own)) return own;
  // Node.js has taken the signal up again: nobody listening, it would end the process.
  own.on('SIGHUP', () => undefined);
  const unless =
    (act: 'on' | 'off'): SignalSource['on'] =>
    (signal, listener) =>
      signal === 'SIGHUP' ? own : own[act](signal, listener);
  return { on: unless('on'), off: unless('off') };
}

/**
 * Whether SIGHUP was ignored at the start. Node.js resets that before any of our lines is run, so
 * it shows in what is around: the shell names the program that it starts, which was nohup; a parent
 * that ignores the signal (`trap '' HUP`, or a script under nohup) hands that on; and nohup gives a
 * program that has a terminal an input that cannot be read.
 */
function wasHangupIgnored({ env, ppid, platform }: NodeJS.Process): boolean {
  if (basename(env._ ?? '') === 'nohup') return true;
  if (platform !== 'linux') return false;
  try {
    const ignored = /^SigIgn:\s*(\w+)/m.exec(readFileSync(`/proc/${ppid}/status`, 'utf8'));
    if (ignored !== null && (BigInt(`0x${ignored[1]}`) & 1n) === 1n) return true;
    const [, access] =
      /^flags:\s*\d*(\d)$/m.exec(readFileSync('/proc/self/fdinfo/0', 'utf8')) ?? [];
    return (Number(access) & 3) === 1 && readlinkSync('/proc/self/fd/0') === '/dev/null';
  } catch {
    return false;
  }
}

/** What a signal does to work under way. */
export interface SignalResponse {
  /** The first signal: finish what must be finished, then stop. */
  readonly stop: (signal: NodeJS.Signals) => void;
  /** The second one: what is done before the process ends at once. */
  readonly beforeEnd?: () => void;
}

/**
 * Listens for Ctrl-C, SIGTERM and SIGHUP until the function that it returns is called.
 *
 *   listening --signal--> stopping (stop) --signal--> ended (beforeEnd, endNow)
 *
 * A terminal that is closed sends SIGHUP, and some shells send SIGTERM after it: a second signal of
 * another kind within a second counts as the same one.
 */
export function onSignals(
  { signals, endNow }: { readonly signals: SignalSource; readonly endNow: () => void },
  { stop, beforeEnd }: SignalResponse,
): () => void {
  let first: { readonly signal: NodeJS.Signals; readonly at: number } | null = null;
  const listener = (signal: NodeJS.Signals): void => {
    if (first === null) {
      first = { signal, at: performance.now() };
      stop(signal);
    } else if (signal === first.signal || performance.now() - first.at > 1000) {
      beforeEnd?.();
      endNow();
    }
  };
  for (const signal of SIGNALS) signals.on(signal, listener);
  return () => {
    for (const signal of SIGNALS) signals.off(signal, listener);
  };
}
