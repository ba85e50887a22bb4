import { useState } from 'preact/hooks';
import { MISTAKE_MODES, type MistakeMode } from './mistakes.js';

/** How somebody likes to play; kept in this browser, for all puzzles. */
export interface KeptSettings {
  readonly mistakes: MistakeMode;
  /** Whether the open cells of a finished line are crossed out. */
  readonly crosses: boolean;
}

const KEY = 'nonomill-play-settings';

/** The settings, and the means to change them. */
export function useSettings(): [KeptSettings, (changes: Partial<KeptSettings>) => void] {
  const [settings, setSettings] = useState(() => readSettings(stored()));
  const change = (changes: Partial<KeptSettings>): void => {
    const next = { ...settings, ...changes };
    setSettings(next);
    try {
      localStorage.setItem(KEY, JSON.stringify(next));
    } catch {
      // A browser that keeps nothing has them until the page is left.
    }
  };
  return [settings, change];
}

function stored(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** Settings as they were kept; what cannot be read is as for somebody who never chose. */
export function readSettings(text: string | null): KeptSettings {
  let stored: Partial<Record<keyof KeptSettings, unknown>>;
  try {
    stored = (JSON.parse(text ?? '{}') ?? {}) as typeof stored;
  } catch {
    stored = {};
  }
  return {
    mistakes: MISTAKE_MODES.find((mode) => mode === stored.mistakes) ?? 'line',
    crosses: stored.crosses === true,
  };
}
