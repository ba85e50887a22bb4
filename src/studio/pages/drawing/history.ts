/** A state that something had, and those further away from now. */
interface Link<T> {
  readonly state: T;
  readonly next: Link<T> | null;
}

/**
 * Something that changes, with what it was before and what was taken back: a change costs the same
 * however many there were.
 */
export interface History<T> {
  /** The newest first; null if nothing has changed. */
  readonly past: Link<T> | null;
  readonly present: T;
  /** What was taken back last, first. */
  readonly future: Link<T> | null;
}

export function newHistory<T>(present: T): History<T> {
  return { past: null, present, future: null };
}

/**
 * The history after a change; one that is `joined` belongs to the change before it, as all cells of
 * a stroke do.
 */
export function changed<T>({ past, present }: History<T>, next: T, joined = false): History<T> {
  const before = joined && past !== null ? past : { state: present, next: past };
  return { past: before, present: next, future: null };
}

export function undoneHistory<T>(history: History<T>): History<T> {
  const { past, present, future } = history;
  if (past === null) return history;
  return { past: past.next, present: past.state, future: { state: present, next: future } };
}

/** The history with the change that was taken back last made again. */
export function redoneHistory<T>(history: History<T>): History<T> {
  const { past, present, future } = history;
  if (future === null) return history;
  return { past: { state: present, next: past }, present: future.state, future: future.next };
}
