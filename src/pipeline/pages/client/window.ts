import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { FILTER_WORDS } from '../../record/outcome.js';
import { withCode } from '../../../solver/core/text/error-codes.js';
import type { RunsAnswer } from '../answers.js';
import type { ErrorAnswer } from '../served-database.js';
import { h, type JSX } from 'preact';

/** A page in the table of its package. */
export interface Page {
  /** Its address; `:run` and `:puzzle` stand for numbers: `/runs/:run/rejects`. */
  readonly at: string;
  /** What leads to it from the head of every page; absent if nothing does. */
  readonly label?: string;
  /** Whether visitors who came by a shared link may see it. */
  readonly isShared?: boolean;
  readonly page: (asked: Asked) => JSX.Element | null;
}

/** What an address asks a page for. */
export interface Asked {
  /** The number in the address as it was written; empty if it has none. */
  readonly run: string;
  readonly puzzle: string;
  readonly query: URLSearchParams;
}

/** What the page at an address shows; null if none is there. */
export function shownAt(
  pages: readonly Page[],
  path: string,
  query: URLSearchParams,
): JSX.Element | null {
  for (const { at, page } of pages) {
    const found = RegExp(`^${at.replace(/:(\w+)/g, '(?<$1>\\d+)')}$`).exec(path);
    if (found) return h(page, { key: path, run: '', puzzle: '', query, ...found.groups });
  }
  return null;
}

const listeners = new Set<() => void>();

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

/**
 * The path and query of the address, kept up to date, for whoever shows the pages: links are
 * followed without reloading, and each page is shown where it was left.
 */
export function useAddress(): { path: string; query: URLSearchParams } {
  const [, update] = useState(0);
  // Before it is painted: a field that goes on with another address says so as it is drawn.
  useLayoutEffect(() => {
    const listener = (): void => update((n) => n + 1);
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, []);
  useEffect(() => {
    keepScroll();
    document.addEventListener('click', followLinks);
    return () => document.removeEventListener('click', followLinks);
  }, []);
  return { path: location.pathname, query: new URLSearchParams(location.search) };
}

/** Follows a link without reloading; the browser has new tabs and downloads. */
function followLinks(event: MouseEvent): void {
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
export function listQuery(query: URLSearchParams, ...more: readonly string[]): string {
  return queryText(wordsIn(query, [...FILTER_WORDS, 'sort', 'view', ...more]));
}

/** Those of these words that an address sets. */
export function wordsIn(query: URLSearchParams, names: readonly string[]): [string, string][] {
  return names.flatMap((name): [string, string][] => {
    const value = query.get(name) ?? '';
    return value === '' ? [] : [[name, value]];
  });
}

/** Words as the end of an address; nothing if there are none. */
export function queryText(words: ConstructorParameters<typeof URLSearchParams>[0]): string {
  const text = new URLSearchParams(words).toString();
  return text === '' ? '' : `?${text}`;
}

/** Words of an address to be set or, with null or nothing, taken out. */
type Changes = Readonly<Record<string, string | null>>;

export type Show = (changes: Changes) => void;

/** Changes words in the query of the current page, at this path: a filter, a puzzle. */
export function showAt(path: string, query: URLSearchParams, changes: Changes): void {
  const next = new URLSearchParams(query);
  for (const [word, value] of Object.entries(changes)) {
    // All puzzles together are a question of their own.
    if (value === null || (value === '' && word !== 'by')) next.delete(word);
    else next.set(word, value);
  }
  history.replaceState(history.state, '', path + queryText(next));
  tell();
}

/*
 * The scroll position of a page is kept with its entry in the history. The browser would restore it
 * at once, when a page that fetches its data is still short: here it is tried while the page grows.
 */

/** How long a page may take to become as long as it was. */
const PATIENCE_MS = 5000;

/** When it is noted, after the last scroll event: browsers limit how often it may be. */
const REST_MS = 150;

let noting: ReturnType<typeof setTimeout> | undefined;

/** Begins to show the pages that the browser goes back to, each where it was left. */
function keepScroll(): void {
  history.scrollRestoration = 'manual';
  window.addEventListener('scroll', () => {
    clearTimeout(noting);
    noting = setTimeout(rememberScroll, REST_MS);
  });
  window.addEventListener('pagehide', rememberScroll);
  window.addEventListener('popstate', () => {
    tell();
    restoreScroll();
  });
  restoreScroll();
}

function rememberScroll(): void {
  clearTimeout(noting);
  history.replaceState({ scroll: window.scrollY }, '');
}

/** Scrolls to the position that the page had when it was left, as soon as it is long enough. */
function restoreScroll(): void {
  clearTimeout(noting);
  const { scroll } = (history.state ?? {}) as { readonly scroll?: unknown };
  const wanted = typeof scroll === 'number' ? scroll : 0;
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

/** The state of a request to the server: still waiting, the data, or why there is none. */
type Fetched<T> =
  | { readonly state: 'waiting'; readonly data: T | null }
  | { readonly state: 'here'; readonly data: T }
  | { readonly state: 'failed'; readonly data: null; readonly reason: string };

/** Fetches JSON for each new `address` or `again`; older data stays until then. Null: nothing. */
export function useFetched<T>(address: string | null, again = 0): Fetched<T> {
  const [result, setResult] = useState<Fetched<T>>({ state: 'waiting', data: null });
  useEffect(() => {
    if (address === null) return undefined;
    const abort = new AbortController();
    setResult(({ data }) => ({ state: 'waiting', data }));
    keepReady(fetchJson<T>(address, abort.signal))
      .then((data) => setResult({ state: 'here', data }))
      .catch((error: unknown) => {
        if (abort.signal.aborted) return;
        const failed = { state: 'failed', data: null, reason: (error as Error).message } as const;
        // What is only to be brought up to date stays as it is, with what somebody types there.
        setResult(({ data }) => (again > 0 && data !== null ? { state: 'waiting', data } : failed));
      });
    return () => abort.abort();
  }, [address, again]);
  return result;
}

/** What is loaded, or worked out elsewhere, of other `by` anew; undefined until it is there. */
export function useLoaded<T>(
  /** Null loads nothing. */
  load: (signal: AbortSignal) => Promise<T> | null,
  by: readonly unknown[],
): T | undefined {
  const [loaded, setLoaded] = useState<{ by: typeof by; found?: T }>({ by });
  useEffect(() => {
    const stop = new AbortController();
    void load(stop.signal)?.then((found) => {
      if (!stop.signal.aborted) setLoaded({ by, found });
    });
    return () => stop.abort();
  }, by);
  return by.every((one, i) => one === loaded.by[i]) ? loaded.found : undefined;
}

/** The JSON at an address of the server. @throws Error that says why there is none */
export async function fetchJson<T>(address: string, signal?: AbortSignal): Promise<T> {
  const asked = { signal: signal ?? null, headers: { accept: 'application/json' } };
  const response = await fetch(address, asked).catch((cause: unknown) => {
    if (signal?.aborted === true) throw cause;
    throw new Error('The server does not answer. Does "nonomill serve" still run?', { cause });
  });
  const body = (await response.json()) as T | ErrorAnswer;
  if (response.ok) return body as T;
  throw new Error(reasonOf(body as ErrorAnswer));
}

function reasonOf({ error, code }: ErrorAnswer): string {
  return withCode(error, code);
}

/** The runs as the server sends them while they change; null until they have come once. */
export function useLiveRuns(): Fetched<RunsAnswer> | null {
  const [runs, setRuns] = useState<Fetched<RunsAnswer> | null>(null);
  useEffect(() => {
    const events = new EventSource('/api/live');
    events.addEventListener('runs', ({ data }: MessageEvent<string>) => {
      setRuns({ state: 'here', data: JSON.parse(data) as RunsAnswer });
    });
    events.addEventListener('problem', ({ data }: MessageEvent<string>) => {
      setRuns({ state: 'failed', data: null, reason: reasonOf(JSON.parse(data) as ErrorAnswer) });
    });
    return () => events.close();
  }, []);
  return runs;
}

/** Fetches the JSON at an address again whenever a run begins, goes on or ends. */
export function useFresh<T>(address: string, live: ReturnType<typeof useLiveRuns>): Fetched<T> {
  const [seen, setSeen] = useState<{ readonly runs: typeof live; readonly times: number }>({
    runs: null,
    times: 0,
  });
  const fetched = useFetched<T>(address, seen.times);
  // The first news are of what has just been fetched, and nothing is asked for twice at a time.
  const isNews = live !== null && live !== seen.runs && fetched.state !== 'waiting';
  useEffect(() => {
    if (isNews)
      setSeen(({ runs, times }) => ({ runs: live, times: runs === null ? times : times + 1 }));
  }, [isNews, live]);
  return fetched;
}

/** Whether an address, by what follows its `#`, holds a puzzle. */
export function holdsPuzzle(hash: string): boolean {
  return wordsOf(hash).has('p');
}

/** Whether an address asks to play its puzzle. */
export function isPlayHash(hash: string): boolean {
  return wordsOf(hash).has('play');
}

function wordsOf(hash: string): URLSearchParams {
  return new URLSearchParams(hash.replace(/^#/, ''));
}

/** How much is under way that changes the page; the first drawing of it counts. */
let underWay = 1;

/** Marks the page (`<html data-ready>`) when nothing is fetched or drawn: for tests. */
export function keepReady<T>(work: Promise<T>): Promise<T> {
  underWay++;
  delete document.documentElement.dataset.ready;
  void work.then(afterDrawing, afterDrawing);
  return work;
}

/** Two frames later, what the work changed is drawn, and what it began in turn has begun. */
export function afterDrawing(): void {
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      if (--underWay === 0) document.documentElement.dataset.ready = '';
    }),
  );
}

/** Made once: a format costs 0.2 ms, and a list of runs has thousands of moments. */
const FORMAT = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** A moment, in the reader's own time zone. */
export function moment(iso: string): string {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? String(date) : FORMAT.format(date);
}
