import { useEffect, useState } from 'preact/hooks';
import { restoreScroll, rememberScroll } from './scroll.js';
import { FILTER_WORDS } from '../../../../solver/core/result/filter-words.js';

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

/*
 * The words of an address that say which puzzles of a run are listed, and in what order. They are
 * passed on to a puzzle's page, so that its neighbours are those of the list, and back again.
 */

/** A run's page, with its list filtered and sorted by `query`. */
export function runAddress(run: number | string, query: URLSearchParams): string {
  return `/runs/${run}${listQuery(query)}`;
}

/** A puzzle's page in such a list. */
export function puzzleAddress(
  run: number | string,
  puzzle: number | string,
  query: URLSearchParams,
  what = '',
): string {
  return `/runs/${run}/puzzles/${puzzle}${what}${listQuery(query)}`;
}

/** The filter, the order and the view as the end of an address, without the page of the table. */
export function listQuery(query: URLSearchParams): string {
  const words = new URLSearchParams();
  for (const name of [...FILTER_WORDS, 'sort', 'view']) {
    const value = query.get(name);
    if (value !== null && value !== '') words.set(name, value);
  }
  const text = words.toString();
  return text === '' ? '' : `?${text}`;
}

/**
 * Shows the puzzles of a run that these words filter, instead of those before, and scrolls to them.
 */
export function showPuzzles(run: string, words: Readonly<Record<string, string>>): void {
  const query = new URLSearchParams(location.search);
  for (const word of [...FILTER_WORDS, 'after']) query.delete(word);
  for (const [word, value] of Object.entries(words)) query.set(word, value);
  readdress(`/runs/${run}?${query.toString()}`);
  document.getElementById('puzzles')?.scrollIntoView({ block: 'start' });
}
