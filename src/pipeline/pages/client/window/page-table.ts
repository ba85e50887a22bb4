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
interface Asked {
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
