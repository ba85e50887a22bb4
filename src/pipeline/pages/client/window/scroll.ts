/*
 * The scroll position of a page is kept with its entry in the history. The browser would restore it
 * at once, when a page that fetches its data is still short: here, it is tried again while the page
 * grows.
 */

/** How long a page may take to become as long as it was. */
const PATIENCE_MS = 5000;

/**
 * The position is noted this long after the last scroll event: browsers limit how often it may be.
 */
const REST_MS = 150;

let noting: ReturnType<typeof setTimeout> | undefined;

/** Begins to keep the scroll position of every page. */
export function keepScroll(): void {
  history.scrollRestoration = 'manual';
  window.addEventListener('scroll', () => {
    clearTimeout(noting);
    noting = setTimeout(rememberScroll, REST_MS);
  });
  window.addEventListener('pagehide', rememberScroll);
  restoreScroll();
}

/** Notes the scroll position of the page before it is left. */
export function rememberScroll(): void {
  clearTimeout(noting);
  history.replaceState({ scroll: window.scrollY }, '');
}

/** Scrolls to the position that the page had when it was left, as soon as it is long enough. */
export function restoreScroll(): void {
  clearTimeout(noting);
  const wanted = scrollOf(history.state);
  if (wanted === 0) {
    window.scrollTo(0, 0);
    return;
  }
  const stop = new AbortController();
  const { signal } = stop;
  const observer = new ResizeObserver(attempt);
  signal.addEventListener('abort', () => observer.disconnect());
  // A reader who scrolls, or goes on, wants to be elsewhere.
  for (const name of ['wheel', 'touchstart', 'keydown', 'pointerdown', 'popstate']) {
    window.addEventListener(name, () => stop.abort(), { signal, passive: true });
  }
  setTimeout(() => stop.abort(), PATIENCE_MS);
  observer.observe(document.body);

  function attempt(): void {
    window.scrollTo(0, wanted);
    if (Math.abs(window.scrollY - wanted) < 2) stop.abort();
  }
}

function scrollOf(state: unknown): number {
  const stored =
    typeof state === 'object' && state !== null && 'scroll' in state ? state.scroll : undefined;
  return typeof stored === 'number' ? stored : 0;
}
