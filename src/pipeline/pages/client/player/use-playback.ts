import { useEffect, useRef, useState } from 'preact/hooks';

/** A position in a replay, and the functions that move it. */
export interface Playback {
  readonly position: number;
  readonly playing: boolean;
  /** Steps per second. */
  readonly speed: number;
  readonly setSpeed: (speed: number) => void;
  /** Plays or pauses; at the end it plays from the start again. */
  readonly toggle: () => void;
  /** Pauses and goes to a position, or to one computed from the current one. */
  readonly go: (to: number | ((position: number) => number)) => void;
}

/**
 * The playback of a replay of `length` steps, from its `first` position; position 0 is before the
 * first step.
 */
export function usePlayback(length: number, first = 0): Playback {
  const [position, setPosition] = useState(first);
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState(5);
  const owed = useRef(0);
  useEffect(() => {
    if (!playing) return undefined;
    let last = performance.now();
    let frame = 0;
    owed.current = 1;
    const advance = (now: number): void => {
      // After a tab was hidden, playback does not catch up.
      owed.current += (Math.min(250, now - last) * speed) / 1000;
      last = now;
      const whole = Math.floor(owed.current);
      if (whole > 0) {
        owed.current -= whole;
        setPosition((at) => {
          const next = Math.min(length, at + whole);
          if (next === length) setPlaying(false);
          return next;
        });
      }
      frame = requestAnimationFrame(advance);
    };
    frame = requestAnimationFrame(advance);
    return () => cancelAnimationFrame(frame);
  }, [playing, speed, length]);

  return {
    position,
    playing,
    speed,
    setSpeed,
    toggle: () => {
      if (!playing && position >= length) setPosition(0);
      setPlaying(!playing);
    },
    go: (to) => {
      setPlaying(false);
      setPosition((at) => {
        const next = typeof to === 'number' ? to : to(at);
        return Math.max(0, Math.min(length, next));
      });
    },
  };
}
