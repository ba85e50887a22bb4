const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Where signals come from; `process` is one. */
export interface SignalSource {
  on(signal: NodeJS.Signals, listener: (signal: NodeJS.Signals) => void): unknown;
  off(signal: NodeJS.Signals, listener: (signal: NodeJS.Signals) => void): unknown;
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
