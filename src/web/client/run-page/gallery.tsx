import type { JSX } from 'preact';
import { looksLikeNoise } from '../../../core/puzzle/picture.js';
import { readCells } from '../../../core/puzzle/text.js';
import { NEEDS_WORDS, scoreText } from '../../../core/result/difficulty-words.js';
import { plainText } from '../../../core/text/plain-text.js';
import type { ResultRow } from '../../api.js';
import { Thumbnail } from '../grid/grid-view.js';
import { puzzleAddress } from '../window/location.js';
import { Badge, Stars } from '../parts/badge.js';
import type { Listed } from './result-table.js';
import { Pick } from './pick.js';

/** The puzzles of a page of the list as pictures, for a glance at a whole book. */
export function Gallery({ run, rows, query, selection }: Listed): JSX.Element {
  return (
    <ol class="gallery">
      {rows.map((row) => (
        <li key={row.puzzleId}>
          <Pick row={row} selection={selection} />
          <a data-puzzle href={puzzleAddress(run, row.puzzleId, query)}>
            <span class="picture">
              {row.solution === null ? <Missing row={row} /> : <Thumbnail row={row} side={112} />}
            </span>
            {plainText(row.title ?? row.name)}
          </a>
          <Facts row={row} />
        </li>
      ))}
    </ol>
  );
}

/** What is shown instead of the picture of a puzzle that is too large, or has no solution. */
function Missing({ row: { status } }: { readonly row: ResultRow }): JSX.Element {
  const words =
    status === 'unique' || status === 'multiple' ? 'too large to show here' : 'no solution';
  return <span class="missing small soft">{words}</span>;
}

function Facts({ row }: { readonly row: ResultRow }): JSX.Element {
  const { width, height, stars, needs, difficulty, difficultyBound, solution, status } = row;
  const cells = solution === null ? null : readCells(solution, width, height);
  const isNoise = cells !== null && looksLikeNoise(cells, width);
  return (
    <p class="small soft">
      {stars === null ? <Badge word={status} /> : <Stars stars={stars} />}{' '}
      {difficulty !== null &&
        `${scoreText({ difficulty, difficultyBound: difficultyBound === 1 })}, `}
      {width}×{height}
      {needs !== null && `, ${NEEDS_WORDS[needs]}`}
      {isNoise && ', looks like noise'}
    </p>
  );
}
