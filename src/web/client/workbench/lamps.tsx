import type { JSX } from 'preact';
import { numberOf } from '../../../core/text/numbers.js';
import { starsText } from '../../../core/result/difficulty-words.js';
import type { Judged } from '../solve/latest-solver.js';

/** A lamp: off until something is known. Each way to shine has a sign of its own, not only a colour. */
interface Lamp {
  readonly shine: 'off' | 'good' | 'doubt' | 'bad';
  readonly words: string;
}

const SIGNS = { off: '–', good: '✓', doubt: '!', bad: '✕' } as const;

/** One solution, no guessing, stars: what a puzzle is worth, at a glance. */
export function Lamps({ judged }: { readonly judged: Judged | null }): JSX.Element {
  const lamps = [solutionLamp(judged), guessingLamp(judged)];
  const stars = judged?.verdict.difficulty?.stars ?? null;
  return (
    <ul class="lamps" aria-label="At a glance">
      {lamps.map(({ shine, words }, i) => (
        <li key={i} class={shine}>
          <span class="lamp" aria-hidden="true">
            {SIGNS[shine]}
          </span>
          {words}
        </li>
      ))}
      <li class={stars === null ? 'off' : 'rated'}>
        <span class="lamp" aria-hidden="true">
          {stars === null ? SIGNS.off : starsText(stars)}
        </span>
        {stars === null ? 'Stars' : numberOf(stars, 'star')}
      </li>
    </ul>
  );
}

function solutionLamp(judged: Judged | null): Lamp {
  if (judged === null) return { shine: 'off', words: 'One solution' };
  const { status } = judged.verdict.outcome;
  if (status === 'unique') return { shine: 'good', words: 'One solution' };
  if (status === 'multiple') return { shine: 'bad', words: 'Several solutions' };
  if (status === 'contradiction') return { shine: 'bad', words: 'No solution' };
  return { shine: 'doubt', words: 'Not decided' };
}

function guessingLamp(judged: Judged | null): Lamp {
  const outcome = judged?.verdict.outcome;
  if (outcome?.status !== 'unique') return { shine: 'off', words: 'No guessing' };
  return outcome.technique === 'line'
    ? { shine: 'good', words: 'No guessing' }
    : { shine: 'doubt', words: 'Lines do not suffice' };
}
