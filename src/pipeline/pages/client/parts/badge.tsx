import type { JSX } from 'preact';
import { STATE_WORDS, type ShownState } from '../../../record/outcome.js';
import type { RunGatesAnswer } from '../../api.js';
import { starsText, numberOf } from '../../../../solver/core/text/numbers.js';

/** A status: a word, a colour and a shape, so that it can be told without colours. */
export function Badge({ word }: { readonly word: string }): JSX.Element {
  return <span class={`badge ${word}`}>{word}</span>;
}

/**
 * The state of a run. One that is complete is green only if none of its gates failed; `gates` is
 * left out if it has none.
 */
export function StateBadge(props: {
  readonly state: ShownState;
  readonly gates?: RunGatesAnswer | null;
}): JSX.Element {
  const { state, gates = null } = props;
  if (gates === null) return <span class={`badge ${state}`}>{STATE_WORDS[state]}</span>;
  const { failed } = gates;
  const word = STATE_WORDS[state];
  if (failed === null) return <span class="badge">{word}, gates not judged</span>;
  if (failed.length === 0) return <span class={`badge ${state}`}>{word}, gates hold</span>;
  return (
    <span class="badge contradiction many-words">
      {word}, {failed.length === 1 ? 'gate' : 'gates'} failed: {failed.join(', ')}
    </span>
  );
}

/** One to five stars, read out as a number. */
export function Stars({ stars }: { readonly stars: number }): JSX.Element {
  return (
    <span class="stars" role="img" aria-label={numberOf(stars, 'star')}>
      {starsText(stars)}
    </span>
  );
}
