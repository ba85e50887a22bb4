import type { JSX } from 'preact';
import { starsText } from '../../../result/difficulty-words.js';
import { numberOf } from '../../../text/numbers.js';

/** One to five stars, read out as a number. */
export function Stars({ stars }: { readonly stars: number }): JSX.Element {
  return (
    <span class="stars" role="img" aria-label={numberOf(stars, 'star')}>
      {starsText(stars)}
    </span>
  );
}
