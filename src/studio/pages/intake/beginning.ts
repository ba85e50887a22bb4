import { useEffect, useState } from 'preact/hooks';
import type { TypedText } from './text-form.js';
import { holdsPuzzle } from '../../../pipeline/pages/client/window/hash-words.js';

/**
 * How somebody begins to work: with what the address holds, or with what they chose, pasted or
 * dropped.
 */
export type Beginning =
  | { readonly kind: 'address' }
  | { readonly kind: 'draw' }
  | { readonly kind: 'picture'; readonly file: File | null }
  | { readonly kind: 'text'; readonly text: string | null };

/** A file that was chosen: a picture, or else a puzzle as text. */
export async function beginningWith(file: File): Promise<Beginning> {
  if (file.type.startsWith('image/')) return { kind: 'picture', file };
  return { kind: 'text', text: await file.text() };
}

/**
 * How work begins, once it does: with a puzzle in the address, with a drop or a paste, or when
 * `begin` is called.
 */
export function useBeginning(): [Beginning | null, (beginning: Beginning) => void] {
  const [beginning, begin] = useState(inAddress);
  const isWaiting = beginning === null;
  useEffect(() => {
    if (!isWaiting) return undefined;
    const take = (event: Event, data: DataTransfer | null): void => {
      const file = data?.files[0];
      const text = data?.getData('text/plain') ?? '';
      if (file === undefined && text.trim() === '') return;
      event.preventDefault();
      if (file === undefined) begin({ kind: 'text', text });
      else void beginningWith(file).then(begin);
    };
    const dragged = (event: DragEvent): void => {
      // Without this, the browser would open the file in place of the page.
      if (event.dataTransfer?.types.includes('Files') === true) event.preventDefault();
    };
    const listeners = {
      hashchange: () => begin(inAddress()),
      paste: (event: ClipboardEvent) => take(event, event.clipboardData),
      drop: (event: DragEvent) => take(event, event.dataTransfer),
      dragover: dragged,
    };
    const names = Object.keys(listeners) as (keyof typeof listeners)[];
    for (const name of names) window.addEventListener(name, listeners[name] as EventListener);
    return () => {
      for (const name of names) window.removeEventListener(name, listeners[name] as EventListener);
    };
  }, [isWaiting]);
  return [beginning, begin];
}

function inAddress(): Beginning | null {
  if (holdsPuzzle(location.hash)) return { kind: 'address' };
  return typedBefore()?.of === '' ? { kind: 'text', text: null } : null;
}

/** Where a tab keeps what is typed and is no puzzle yet. */
const KEY = 'nonomill-typed';

/** What was typed before a reload; null if nothing was. */
export function typedBefore(): TypedText | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as TypedText | null;
  } catch {
    return null;
  }
}

export function keepTyped(typed: TypedText | null): void {
  try {
    if (typed === null || typed.text === '') sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, JSON.stringify(typed));
  } catch {
    // This browser keeps nothing.
  }
}
