import type { JSX } from 'preact';
import { NEEDS } from '../../../../solver/core/result/difficulty.js';
import { NEEDS_MEANINGS } from '../../../../solver/core/result/difficulty-words.js';
import { starsText } from '../../../../solver/core/text/numbers.js';
import { NameList } from '../lists.js';
import { Title } from '../parts.js';

const STARS = [
  'lines alone, effort below 250',
  'lines alone, effort below 1,000',
  'lines alone, effort of 1,000 or more',
  'one assumption at a time, fewer than 5 tries',
  'one assumption at a time, 5 tries or more, or several assumptions at once',
];

export function ScorePage(): JSX.Element {
  return (
    <>
      <Title trail={[{ href: '/', label: 'Runs' }]} title="What the score means" />
      <section class="card">
        <h2>Score</h2>
        <p>
          The score says how hard a puzzle with one solution is for people. It is the same for a
          puzzle, its mirror images and its turns, and does not depend on the order of work.
        </p>
        <p>
          In each round all lines are read from the same state. A line weighs one more than it has
          blocks. The round costs the square root of the weight of all lines with unknown cells
          times the weight of those that settle a cell. If no line settles anything, each unknown
          cell is assumed to have each of its values, and followed until a line contradicts: the
          fewer of these assumptions contradict, the more are tried in vain, and each costs the
          weight of the lines that are read.
        </p>
        <p>
          <strong>effort = lines + 10 × assumptions, score = log2(1 + effort).</strong> One more is
          twice the effort. Scores that differ by less than 0.5 are about equal. A score with a + is
          a lower bound: somewhere more than one assumption at once is needed.
        </p>
        <p class="soft">
          It was chosen because it orders published puzzles much as their publishers' levels do.
          Levels are opinions, not solving times: a score says nothing about minutes.
        </p>
      </section>
      <div class="columns">
        <section class="card">
          <h2>Stars</h2>
          <NameList
            rows={STARS.map((meaning, i) => [
              <span key={i} class="stars">
                {starsText(i + 1)}
              </span>,
              meaning,
            ])}
            stacked
          />
        </section>
        <section class="card">
          <h2>Needs</h2>
          <p class="soft small">The weakest of these that suffices, with all before it.</p>
          <NameList rows={NEEDS.map((name) => [name, NEEDS_MEANINGS[name]])} stacked />
        </section>
      </div>
    </>
  );
}
