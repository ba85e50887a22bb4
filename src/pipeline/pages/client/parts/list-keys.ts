import { useEffect } from 'preact/hooks';

/** Whether a key is meant for what has the focus: a field to write in, or a grid. */
function isTaken(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true;
  const { target } = event;
  return (
    target instanceof Element &&
    target.closest('input:not([type=checkbox]), select, textarea, [role=application]') !== null
  );
}

/**
 * The links of a list are walked through by j and k, as in mail programs; x selects the one with
 * the focus. Enter opens it, as any link.
 */
export function useListKeys(selector: string): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (isTaken(event)) return;
      const links = [...document.querySelectorAll<HTMLElement>(selector)];
      const at = links.findIndex((link) =>
        link.closest('tr, li')?.contains(document.activeElement),
      );
      if (event.key === 'j') show(links[Math.min(at + 1, links.length - 1)]);
      else if (event.key === 'k') show(links[Math.max(at - 1, 0)]);
      else if (event.key === 'x') {
        links[at]?.closest('tr, li')?.querySelector<HTMLElement>('input[type=checkbox]')?.click();
      }
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [selector]);
}

function show(link: HTMLElement | undefined): void {
  link?.focus({ preventScroll: true });
  link?.closest('tr, li')?.scrollIntoView({ block: 'nearest' });
}

/** On the page of one puzzle, j and k follow its links to the next and the previous one. */
export function useNeighbourKeys(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (isTaken(event)) return;
      const rel = { j: 'next', k: 'prev' }[event.key];
      if (rel !== undefined) document.querySelector<HTMLElement>(`main a[rel=${rel}]`)?.click();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
