import {
  type Ambiguity,
  findAmbiguity,
  type Place,
} from '../../../solver/craft/advice/ambiguity.js';
import { UNKNOWN, type Cells, type Puzzle } from '../../../solver/core/puzzle/types.js';
import type { SolvedPuzzle } from '../../store/queries/stored-results.js';
import { countText, numberOf } from '../../../solver/core/text/numbers.js';
import type { Numbers } from '../numbers/report-numbers.js';
import { PLACES, WAYS } from './page-style.js';
import { markupText } from '../../../solver/core/text/escape.js';
import { puzzleName } from '../../../solver/core/text/names.js';
import { CELL, filledCellPaths, framedSvg } from '../../../solver/craft/puzzle-svg.js';

/** Milliseconds for the map of one puzzle, and for all of them: a report must not wait for long. */
const PUZZLE_MS = 500;
const ALL_MS = 3000;

/** How many puzzles are drawn. */
const SHOWN = 6;

interface Mapped {
  readonly solved: SolvedPuzzle;
  readonly map: Ambiguity | null;
  /** Cells that vary, or may vary; infinitely many if that was not found out in time. */
  readonly open: number;
}

/**
 * The nearest misses among the ambiguous puzzles, each with a map of where its solutions differ:
 * those with the fewest cells that vary, and of these the smallest. Nothing if there are none.
 */
export function ambiguousSection({ nearMisses, byStatus }: Numbers): string {
  if (nearMisses.first.length === 0) return '';
  const deadline = performance.now() + ALL_MS;
  const cards = nearMisses.first
    .map((solved) => mapped(solved, Math.min(PUZZLE_MS, deadline - performance.now())))
    .sort((a, b) => (a.open === b.open ? cellsOf(a) - cellsOf(b) : a.open - b.open))
    .slice(0, SHOWN)
    .map(({ solved, map }) => `<li class="card mapped">${card(solved, map)}</li>`);
  const total = byStatus.get('multiple') ?? 0;
  const among =
    nearMisses.seen < total ? `; the first ${countText(nearMisses.seen)} were looked at` : '';
  const shown =
    cards.length < total
      ? `The ${countText(cards.length)} nearest misses of ${numberOf(total, 'puzzle')} with several solutions: the fewest cells vary${among}.`
      : `${numberOf(total, 'puzzle has', 'puzzles have')} several solutions.`;
  return (
    '<section><h2>Why puzzles are ambiguous</h2>' +
    `<p class="note">${shown} The marked cells vary; the switches go through their ways.</p>` +
    `<ul class="gallery">${cards.join('')}</ul></section>`
  );
}

function mapped(solved: SolvedPuzzle, timeoutMs: number): Mapped {
  const map = timeoutMs > 0 ? findAmbiguity(solved.puzzle, { timeoutMs }) : null;
  const open = map === null ? Infinity : map.settled.filter((value) => value === UNKNOWN).length;
  return { solved, map, open };
}

function cellsOf({ solved: { puzzle } }: Mapped): number {
  return puzzle.width * puzzle.height;
}

function card(solved: SolvedPuzzle, map: Ambiguity | null): string {
  const { puzzle, puzzleId } = solved;
  const called = puzzleName(solved);
  const heading = `<h3>${markupText(called)}</h3>`;
  if (map === null) {
    return `${heading}<p class="verdict">Where its solutions differ was not found out in time.</p>`;
  }
  const words = mapWords(map);
  const switched = map.places.slice(0, PLACES);
  return [
    heading,
    `<p class="verdict">${markupText(words)}</p>`,
    framedSvg(
      {
        id: `map-${puzzleId}`,
        title: `Where the solutions of ${called} differ`,
        description: words,
        puzzle,
      },
      below(puzzle, map),
      outlines(puzzle, map),
    ),
    ...switched.map((place, i) => switchOf(place, i + 1, `way-${puzzleId}-${i + 1}`)),
    map.places.length > PLACES
      ? `<p class="place">${numberOf(map.places.length - PLACES, 'more place varies', 'more places vary')}.</p>`
      : '',
  ].join('');
}

function mapWords({ settled, undecided, places, solutions, solutionsExact }: Ambiguity): string {
  const same = settled.filter((value) => value !== UNKNOWN).length;
  const unknown =
    undecided.length === 0
      ? ''
      : ` Of ${numberOf(undecided.length, 'cell')} that is not known: there was not enough time.`;
  const total = `${solutionsExact ? '' : 'at least '}${String(solutions)}`;
  if (places.length === 0) {
    return `All solutions agree in ${countText(same)} of ${numberOf(settled.length, 'cell')}.${unknown}`;
  }
  const ways =
    places.length === 1
      ? `1 place varies, in ${total} ways.`
      : `${countText(places.length)} places vary, each by itself: ${total} solutions.`;
  return `All solutions agree in ${countText(same)} of ${numberOf(settled.length, 'cell')}.${unknown} ${ways}`;
}

/** The cells that all solutions share, those that are not known, and the ways of each place. */
function below(puzzle: Puzzle, { settled, undecided, places }: Ambiguity): string {
  const { width } = puzzle;
  const fixed = settled.slice();
  for (const { cells, variants } of places.slice(PLACES)) {
    cells.forEach((cell, i) => (fixed[cell] = variants[0][i]));
  }
  const unknown = undecided
    .map(
      (cell) =>
        `M${(cell % width) * CELL} ${Math.floor(cell / width) * CELL}h${CELL}v${CELL}h-${CELL}z`,
    )
    .join('');
  const ways = places.slice(0, PLACES).flatMap(({ cells, variants }, place) =>
    variants.slice(0, WAYS).map((variant, way) => {
      const shown: Cells = new Uint8Array(settled.length).fill(UNKNOWN);
      cells.forEach((cell, i) => (shown[cell] = variant[i]));
      return `<g class="way p${place + 1} w${way + 1}">${filledCellPaths(puzzle, shown)}</g>`;
    }),
  );
  return `${filledCellPaths(puzzle, fixed)}<path class="unknown" d="${unknown}"/>${ways.join('')}`;
}

function outlines({ width }: Puzzle, { places }: Ambiguity): string {
  const path = places
    .flatMap(({ cells }) => cells)
    .map((cell) => {
      const [x, y] = [(cell % width) * CELL + 1, Math.floor(cell / width) * CELL + 1];
      return `M${x} ${y}h${CELL - 2}v${CELL - 2}h${2 - CELL}z`;
    });
  return `<path class="varies" d="${path.join('')}"/>`;
}

/** A choice between the ways of a place. */
function switchOf({ count, exact, variants }: Place, number: number, group: string): string {
  const labels = variants
    .slice(0, WAYS)
    .map(
      (_, i) =>
        `<label><input type="radio" name="${group}"${i === 0 ? ' checked' : ''}/> ${i + 1}</label>`,
    );
  const ways = `${exact ? '' : 'at least '}${String(count)} ways`;
  const more = count > BigInt(labels.length) ? `, of which ${labels.length} are shown` : '';
  return `<fieldset class="s${number}"><legend>Place ${number}: ${ways}${more}</legend>${labels.join('')}</fieldset>`;
}
