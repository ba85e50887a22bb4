import { NEEDS_WORDS, scoreText } from '../../../solver/core/result/difficulty-words.js';
import { starsText, countText, durationText } from '../../../solver/core/text/numbers.js';
import { looksLikeNoise } from '../../../solver/core/puzzle/picture.js';
import { readCells } from '../../../solver/core/puzzle/text.js';
import type { SolvedPuzzle } from '../../store/queries/stored-results.js';
import type { Numbers } from '../numbers/report-numbers.js';
import { markupText } from '../../../solver/core/text/escape.js';
import { fileName, plainText } from '../../../solver/core/text/plain-text.js';
import { puzzleName } from '../../../solver/core/text/names.js';
import { depthText, isPlace, verdictText } from '../summary/result-words.js';
import { puzzleSvg } from '../../../solver/craft/puzzle-svg.js';
import { Solvings } from './solving.js';

/** Beyond this many cells, the picture as text would be longer than the page. */
const MOST_TEXT = 2500;

/** The hardest puzzles drawn, each once: by score, then by time, then by guess depth. */
export function galleries({ hardest }: Numbers): string {
  const drawn = new Set<number>();
  const solvings = new Solvings();
  const show = (title: string, note: string, puzzles: readonly SolvedPuzzle[]): string => {
    const left = puzzles.filter(({ puzzleId }) => !drawn.has(puzzleId));
    for (const { puzzleId } of left) drawn.add(puzzleId);
    const more = puzzles.length - left.length;
    const above =
      more === 0 ? '' : ` ${more} more of them ${more === 1 ? 'is' : 'are'} shown above.`;
    return gallery(title, note + above, left, solvings);
  };
  return [
    show(
      'The hardest puzzles',
      'By stars, then by score; lower bounds (+) are the hardest.',
      hardest.byScore,
    ),
    show('The slowest puzzles', 'In the order of their solve times.', hardest.byTime),
    show('The deepest puzzles', 'In the order of their guess depths.', hardest.byGuessDepth),
  ].join('');
}

function gallery(
  title: string,
  note: string,
  puzzles: readonly SolvedPuzzle[],
  solvings: Solvings,
): string {
  if (puzzles.length === 0) return '';
  const cards = puzzles
    .map((solved) => `<li class="card">${puzzleCard(solved)}${solvings.show(solved)}</li>`)
    .join('');
  return `<section><h2>${title}</h2><p class="note">${note}</p><ul class="gallery">${cards}</ul></section>`;
}

function puzzleCard(solved: SolvedPuzzle): string {
  const { puzzle, result, name, title, path, puzzleId, ordinal } = solved;
  const depth = depthText(solved);
  const { needs, stars } = result;
  const { width, height } = puzzle;
  const cells = result.solution === null ? null : readCells(result.solution, width, height);
  const isNoise = cells !== null && looksLikeNoise(cells, width);
  const facts = [
    `${width}x${height}`,
    ...(isNoise ? ['looks like noise'] : []),
    verdictText(solved),
    ...(depth === '-' ? [] : [`depth ${depth}`]),
    ...(needs === null
      ? []
      : [`${starsText(stars)} ${scoreText(result)}`, `needs ${NEEDS_WORDS[needs]}`]),
  ];
  const place = [
    ...(title === null || isPlace(solved) ? [] : [plainText(name)]),
    `${fileName(path)}, entry ${countText(ordinal)}`,
  ];
  return [
    `<h3>${markupText(puzzleName(solved))}</h3>`,
    `<p class="place">${markupText(place.join(' · '))}</p>`,
    `<p class="verdict">${factsText([...facts, durationText(result.solveMs)])}</p>`,
    puzzleSvg({
      id: `puzzle-${puzzleId}`,
      title: puzzleName(solved),
      description: `${facts.join(', ')}; ${pictureWords(solved)}`,
      puzzle,
      solution: result.solution,
      secondSolution: result.secondSolution,
    }),
    textAlternative(solved),
  ].join('');
}

/** Facts side by side; lines break only between two of them. */
function factsText(facts: readonly string[]): string {
  return markupText(facts.map((fact) => fact.replace(/ /g, '\u00a0')).join(' · '));
}

function pictureWords({ result }: SolvedPuzzle): string {
  if (result.solution === null) {
    return result.status === 'contradiction' ? 'it has no solution' : 'no solution was found';
  }
  return result.secondSolution === null
    ? 'drawn with its solution'
    : 'drawn with one solution, the cells marked that differ in another';
}

function textAlternative({ puzzle, result }: SolvedPuzzle): string {
  if (result.solution === null || puzzle.width * puzzle.height > MOST_TEXT) return '';
  const text = markupText(result.solution.replaceAll('/', '\n'));
  return `<details><summary>Solution as text</summary><pre>${text}</pre></details>`;
}
