import type { JSX } from 'preact';

/** A status or a state: a word, a colour and a shape, so that colour is not all that tells. */
export function Badge({ word }: { readonly word: string }): JSX.Element {
  return <span class={`badge ${word}`}>{word}</span>;
}
