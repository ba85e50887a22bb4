import type { JSX } from 'preact';
import { looksLikeNoise } from '../../../../puzzle/picture.js';
import { readCells } from '../../../../puzzle/text.js';
import { NEEDS_WORDS, scoreText } from '../../../../result/difficulty-words.js';
import { plainText } from '../../../../text/plain-text.js';
import type { ResultRow } from '../../../api.js';
import { Thumbnail } from '../../grid/thumbnail.js';
import { puzzleAddress, runAddress } from '../../navigation/list-query.js';
import { Stars } from '../../parts/stars.js';

const ORDER = new URLSearchParams({ sort: '-score' });

/** The hardest puzzles of a run by score, with their pictures; nothing if none has a score. */
export function Hardest(props: {
  readonly puzzles: readonly ResultRow[];
  readonly run: string;
}): JSX.Element | null {
  const { puzzles, run } = props;
  if (puzzles.length === 0) return null;
  return (
    <section class="card">
      <div class="row apart">
        <h2>The hardest puzzles</h2>
        <a class="small" href={runAddress(run, ORDER)}>
          All, the hardest first
        </a>
      </div>
      <ol class="hardest">
        {puzzles.map((row) => (
          <li key={row.puzzleId}>
            <a href={puzzleAddress(run, row.puzzleId, ORDER)}>
              <span class="picture">
                <Thumbnail row={row} side={112} />
              </span>
              {plainText(row.title ?? row.name)}
            </a>
            <Facts row={row} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function Facts({ row }: { readonly row: ResultRow }): JSX.Element {
  const { width, height, stars, needs, difficulty, difficultyBound, solution } = row;
  const cells = solution === null ? null : readCells(solution, width, height);
  const isNoise = cells !== null && looksLikeNoise(cells, width);
  return (
    <p class="small soft">
      {stars !== null && <Stars stars={stars} />}{' '}
      {scoreText({ difficulty, difficultyBound: difficultyBound === 1 })}, {width}×{height}
      {needs !== null && `, ${NEEDS_WORDS[needs]}`}
      {isNoise && ', looks like noise'}
    </p>
  );
}
