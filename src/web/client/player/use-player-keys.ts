import { useEffect } from 'preact/hooks';
import type { Playback } from './use-playback.js';

/** The keys of the player, wherever the focus is, except in fields that need them themselves. */
export function usePlayerKeys({ toggle, go }: Playback, length: number): void {
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      if (needsKey(event.target, event.key)) return;
      const actions: Record<string, () => void> = {
        ' ': toggle,
        ArrowLeft: () => go((at) => at - 1),
        ArrowRight: () => go((at) => at + 1),
        Home: () => go(0),
        End: () => go(length),
      };
      if (!Object.hasOwn(actions, event.key)) return;
      event.preventDefault();
      actions[event.key]();
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  });
}

/** Whether the focused element uses the key itself. */
function needsKey(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest('input, select, textarea, [role=application], [role=tab]')) return true;
  return key === ' ' && target.closest('button, summary, a') !== null;
}
