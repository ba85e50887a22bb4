import { useEffect, useRef, useState } from 'preact/hooks';

export interface Clock {
  readonly seconds: number;
  readonly paused: boolean;
  readonly pause: (on: boolean) => void;
  readonly restart: () => void;
  /** The milliseconds of play up to now. */
  readonly ms: () => number;
}

/** How often the seconds are looked at, so that they change when they should. */
const LOOK_MS = 250;

/**
 * A clock of play that begins at `startMs`; it stops while paused, once `stopped`, and while the
 * page is hidden.
 */
export function useClock(startMs: number, stopped: boolean): Clock {
  const [seconds, setSeconds] = useState(Math.floor(startMs / 1000));
  const [paused, pause] = useState(false);
  const before = useRef(startMs);
  const since = useRef<number | null>(null);
  const ms = (): number =>
    Math.round(before.current + (since.current === null ? 0 : performance.now() - since.current));
  const runs = !paused && !stopped;
  useEffect(() => {
    if (!runs) return undefined;
    const show = (): void => setSeconds(Math.floor(ms() / 1000));
    const hold = (): void => {
      before.current = ms();
      since.current = null;
    };
    const goOn = (): void => {
      if (document.hidden) hold();
      else since.current ??= performance.now();
    };
    goOn();
    const timer = setInterval(show, LOOK_MS);
    document.addEventListener('visibilitychange', goOn);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', goOn);
      hold();
      show();
    };
  }, [runs]);
  const restart = (): void => {
    before.current = 0;
    if (since.current !== null) since.current = performance.now();
    setSeconds(0);
  };
  return { seconds, paused, pause, restart, ms };
}
