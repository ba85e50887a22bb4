import { useEffect, useState } from 'preact/hooks';

/** Seconds of play; the timer stops while paused, and while the page is hidden. */
export function useTimer(
  start: number,
  stopped: boolean,
): { readonly seconds: number; readonly paused: boolean; readonly pause: (on: boolean) => void } {
  const [seconds, setSeconds] = useState(start);
  const [paused, pause] = useState(false);
  useEffect(() => {
    if (paused || stopped) return undefined;
    const timer = setInterval(() => {
      if (!document.hidden) setSeconds((now) => now + 1);
    }, 1000);
    return () => clearInterval(timer);
  }, [paused, stopped]);
  return { seconds, paused, pause };
}

/** `3:07`, `1:02:45`. */
export function clockText(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const two = (n: number): string => String(n).padStart(2, '0');
  const rest = two(seconds % 60);
  return hours > 0 ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`;
}
