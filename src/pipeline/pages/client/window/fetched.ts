import { useEffect, useState } from 'preact/hooks';
import { withCode } from '../../../../solver/core/text/error-codes.js';
import { keepReady } from './ready.js';
import { jsonToClues } from '../../../../solver/core/puzzle/clues-json.js';
import { textToCells } from '../../../../solver/core/puzzle/text.js';
import type { Cells, Puzzle } from '../../../../solver/core/puzzle/types.js';
import type { PuzzleAnswer, ErrorAnswer } from '../../api.js';

/** The state of a request to the server: still waiting, the data, or why there is none. */
export type Fetched<T> =
  | { readonly state: 'waiting'; readonly data: T | null }
  | { readonly state: 'here'; readonly data: T }
  | { readonly state: 'failed'; readonly data: null; readonly reason: string };

/**
 * Fetches the JSON at `address` from the server, again whenever the address changes; the former
 * data stays until the new data is here. Null fetches nothing; another `again` fetches once more,
 * and if that fails, the former data stays as well.
 */
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

/** The JSON at an address of the server. @throws Error that says why there is none */
export async function fetchJson<T>(address: string, signal?: AbortSignal): Promise<T> {
  let response: Response;
  try {
    response = await fetch(address, {
      signal: signal ?? null,
      headers: { accept: 'application/json' },
    });
  } catch (error) {
    if (signal?.aborted === true) throw error;
    throw new Error('The server does not answer. Does "nonomill serve" still run?', {
      cause: error,
    });
  }
  const body = (await response.json()) as T | ErrorAnswer;
  if (response.ok) return body as T;
  throw new Error(reasonOf(body as ErrorAnswer));
}

/** An error of the server, for people. */
export function reasonOf({ error, code }: ErrorAnswer): string {
  return withCode(error, code);
}

type PuzzleRow = PuzzleAnswer['result']['puzzle'];

/** The puzzle in a row of columns from the server. */
export function puzzleOfRow(row: PuzzleRow): Puzzle {
  const { width, height, colours } = row;
  return {
    width,
    height,
    colours,
    ...jsonToClues(row.clues),
    palette: row.palette?.split(' ') ?? null,
    start: cellsOfText(row.start, row),
  };
}

/** Stored cells, or null if there are none. */
export function cellsOfText(text: string | null, { width, height }: PuzzleRow): Cells | null {
  return text === null ? null : textToCells(text, width, height);
}
