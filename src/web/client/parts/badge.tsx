import type { JSX } from 'preact';
import { STATE_WORDS, type ShownState } from '../../../core/run-record/run-state.js';
import { starsText } from '../../../core/result/difficulty-words.js';
import { numberOf } from '../../../core/text/numbers.js';

/** A status: a word, a colour and a shape, so that it can be told without colours. */
export function Badge({ word }: { readonly word: string }): JSX.Element {
  return <span class={`badge ${word}`}>{word}</span>;
}

/** The state of a run. */
export function StateBadge({ state }: { readonly state: ShownState }): JSX.Element {
  return <span class={`badge ${state}`}>{STATE_WORDS[state]}</span>;
}

/** One to five stars, read out as a number. */
export function Stars({ stars }: { readonly stars: number }): JSX.Element {
  return (
    <span class="stars" role="img" aria-label={numberOf(stars, 'star')}>
      {starsText(stars)}
    </span>
  );
}
