import { useEffect, useState } from 'preact/hooks';
import { restoreScroll, rememberScroll } from './scroll.js';

type Listener = () => void;
const listeners = new Set<Listener>();

window.addEventListener('popstate', () => {
  tell();
  restoreScroll();
});

function tell(): void {
  for (const listener of listeners) listener();
}

/** Shows another page of this site without reloading. */
export function go(address: string): void {
  rememberScroll();
  const { pathname, search, hash } = location;
  history.pushState(null, '', address);
  tell();
  // The browser tells of another hash on the same page; a pushed state does not.
  const samePage = location.pathname === pathname && location.search === search;
  if (samePage && location.hash !== hash) window.dispatchEvent(new HashChangeEvent('hashchange'));
  window.scrollTo(0, 0);
  document.querySelector('main')?.focus({ preventScroll: true });
}

/** Changes the address of the current page: a filter, a puzzle. */
export function readdress(address: string): void {
  history.replaceState(history.state, '', address);
  tell();
}

/** The path and query of the address, kept up to date. */
export function useAddress(): { path: string; query: URLSearchParams } {
  const [, update] = useState(0);
  useEffect(() => {
    const listener = (): void => update((n) => n + 1);
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, []);
  return { path: location.pathname, query: new URLSearchParams(location.search) };
}

/**
 * Follows a link within the site without reloading; leaves new tabs and downloads to the browser.
 */
export function followLinks(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (link === null || link.origin !== location.origin || link.target !== '') return;
  if (link.hasAttribute('download') || link.pathname.startsWith('/api/')) return;
  if (link.getAttribute('href')?.startsWith('#') === true) return;
  event.preventDefault();
  go(link.pathname + link.search + link.hash);
}
