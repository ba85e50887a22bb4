/**
 * How messages are written: as they are; for a log, each line after its time; or for a program,
 * each message as a line of JSON.
 */
export type LogForm = 'plain' | 'timed' | 'json';

/** `2026-11-27T03:01:06+01:00`: the local time, with its offset. */
export function localTime(now = new Date()): string {
  const offset = -now.getTimezoneOffset();
  const clock = new Date(now.getTime() + offset * 60_000).toISOString().slice(0, 19);
  const two = (value: number): string => String(Math.trunc(value)).padStart(2, '0');
  const minutes = Math.abs(offset);
  return `${clock}${offset < 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`;
}

/** The text with the time before each of its lines. */
export function timedLines(text: string, time = localTime()): string {
  return text.replace(/^/gm, `${time} `);
}

/**
 * Something that a log tells: its kind, and figures for programs. docs/pipeline/monitoring.md lists
 * the fields of each kind.
 */
export interface LogEvent {
  readonly event: 'start' | 'progress' | 'notice' | 'end';
  readonly [field: string]: unknown;
}

/** A line of an NDJSON log: when it was, what it is, in words, and its figures. */
export function jsonLine({ event, ...figures }: LogEvent, message: string): string {
  return JSON.stringify({ time: localTime(), event, message, ...figures });
}
