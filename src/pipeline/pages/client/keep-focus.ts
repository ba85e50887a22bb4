const FOCUSABLE =
  'a[href], button, input, select, textarea, summary, [tabindex]:not([tabindex="-1"])';

/** Where the focus was: what had it, and its place among all that could, from near to far. */
interface Place {
  readonly element: Element;
  readonly around: readonly { readonly part: Element; readonly index: number }[];
}

/**
 * Keeps the focus near where it was when what had it is taken away or switched off, as a filter is
 * that was clicked away, or "Undo" at the first stroke: otherwise it falls to the whole document,
 * and who works with keys or a screen reader begins at its top again.
 * @param first what had the focus first, and the parts of the page that were around it
 */
export function keepFocus([first, ...parts]: readonly Element[]): void {
  const now = document.activeElement;
  let place: Place | null =
    now === null || now === document.body
      ? { element: first, around: aroundIn(parts, first) }
      : placeOf(now);
  document.addEventListener('focusin', ({ target }) => {
    place = target instanceof Element ? placeOf(target) : null;
  });
  // Who clicks beside everything wants the focus nowhere.
  document.addEventListener('pointerdown', ({ target }) => {
    if (target instanceof Element && target.closest(FOCUSABLE) === null) place = null;
  });
  const look = (): void => {
    if (place === null || document.activeElement !== document.body || isThere(place.element))
      return;
    const next = neighbourOf(place) ?? document.querySelector<HTMLElement>('main');
    place = null;
    next?.focus({ preventScroll: true });
  };
  const changes = new MutationObserver(look);
  const what = { childList: true, attributes: true, attributeFilter: ['disabled', 'hidden'] };
  changes.observe(document.body, { ...what, subtree: true });
  // What is switched off loses the focus only once the page is drawn.
  const drawn = (): void => void requestAnimationFrame(() => requestAnimationFrame(look));
  for (const event of ['keyup', 'click'] as const) document.addEventListener(event, drawn);
  look();
}

/** The parts of the page around an element, up to its content, which is too large to be near. */
function placeOf(element: Element): Place {
  const parts: Element[] = [];
  for (let part = element.parentElement; part !== null; part = part.parentElement) parts.push(part);
  return { element, around: aroundIn(parts, element) };
}

function aroundIn(parts: readonly Element[], element: Element): Place['around'] {
  const end = parts.findIndex((part) => part.matches('main, body'));
  return parts
    .slice(0, end < 0 ? parts.length : end)
    .map((part) => ({ part, index: focusableIn(part).indexOf(element as HTMLElement) }));
}

/** What is now where the focus was, in the smallest part of the page that is left. */
function neighbourOf({ around }: Place): HTMLElement | null {
  for (const { part, index } of around) {
    if (!part.isConnected) continue;
    const found = focusableIn(part);
    if (found.length > 0) return found[Math.min(Math.max(0, index), found.length - 1)];
  }
  return null;
}

function focusableIn(part: Element): HTMLElement[] {
  return [...part.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(isThere);
}

function isThere(element: Element): boolean {
  return element.isConnected && !element.matches(':disabled') && element.checkVisibility();
}
