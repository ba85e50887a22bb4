/*
 * Where a page was scrolled to is kept with its entry in the history. The browser would restore it
 * at once, when a page that asks the server for its data is still short: here it is tried again
 * while the page grows.
 */

/** How long a page may take to become as long as it was. */
const PATIENCE_MS = 5000;

/** Scrolling is noted this long after its last event: browsers limit how often one may. */
const REST_MS = 150;

let noting: ReturnType<typeof setTimeout> | undefined;

/** Begins to keep the scrolled position of every page. */
export function keepScroll(): void {
  history.scrollRestoration = 'manual';
  window.addEventListener('scroll', () => {
    clearTimeout(noting);
    noting = setTimeout(rememberScroll, REST_MS);
  });
  window.addEventListener('pagehide', rememberScroll);
  restoreScroll();
}

/** Notes where the page is scrolled to, before it is left. */
export function rememberScroll(): void {
  clearTimeout(noting);
  history.replaceState({ scroll: window.scrollY }, '');
}

/** Scrolls to where the page was when it was left, as soon as it is long enough. */
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
  // Whoever scrolls, or goes on, wants to be elsewhere.
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
  const kept =
    typeof state === 'object' && state !== null && 'scroll' in state ? state.scroll : undefined;
  return typeof kept === 'number' ? kept : 0;
}
