const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** How to remove each thing that is unfinished. */
const removals = new Set<() => void>();

/**
 * Calls `remove` if the process ends before the function that this returns was called. For what is
 * first written under another name, or into a folder of its own: it is registered here before there
 * is anything to remove.
 *
 *   unfinished --exit, or a signal that nobody else listens to--> removed
 *   unfinished --the returned function--> no longer watched
 *
 * A command that listens to signals itself stops in its own way; a second Ctrl-C makes it exit.
 * Only SIGKILL leaves anything.
 */
export function removeIfEnded(remove: () => void): () => void {
  if (removals.size === 0) watch();
  removals.add(remove);
  return () => {
    if (removals.delete(remove) && removals.size === 0) unwatch();
  };
}

function watch(): void {
  process.on('exit', removeAll);
  for (const signal of SIGNALS) process.on(signal, endBy);
}

function unwatch(): void {
  process.off('exit', removeAll);
  for (const signal of SIGNALS) process.off(signal, endBy);
}

/** Ends the process as the signal would have ended it, had nobody listened. */
function endBy(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) > 1) return;
  removeAll();
  unwatch();
  process.kill(process.pid, signal);
}

function removeAll(): void {
  for (const remove of removals) {
    try {
      remove();
    } catch {
      // The others are removed all the same.
    }
  }
  removals.clear();
}
