/** Something that changes, with what it was before and what was taken back. */
export interface History<T> {
  readonly past: readonly T[];
  readonly present: T;
  readonly future: readonly T[];
}

export function historyOf<T>(present: T): History<T> {
  return { past: [], present, future: [] };
}

/** The history after a change; one that is `joined` belongs to the change before it, as all cells of a stroke do. */
export function changed<T>({ past, present }: History<T>, next: T, joined = false): History<T> {
  const before = joined && past.length > 0 ? past : [...past, present];
  return { past: before, present: next, future: [] };
}

/** The history before its last change. */
export function undone<T>(history: History<T>): History<T> {
  const { past, present, future } = history;
  if (past.length === 0) return history;
  return {
    past: past.slice(0, -1),
    present: past[past.length - 1],
    future: [present, ...future],
  };
}

/** The history with the change that was taken back last made again. */
export function redone<T>(history: History<T>): History<T> {
  const { past, present, future } = history;
  if (future.length === 0) return history;
  return { past: [...past, present], present: future[0], future: future.slice(1) };
}
