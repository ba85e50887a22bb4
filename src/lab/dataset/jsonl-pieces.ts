import type { PuzzleLine } from '../gathering/puzzle-line.js';

/** A puzzle as a question in words, its clues, the answer, and how hard it is: a line of JSON. */
export function* jsonlPieces(rows: Iterable<PuzzleLine>): Generator<string> {
  for (const row of rows) yield `${JSON.stringify(jsonlFields(row))}\n`;
}

function jsonlFields(row: PuzzleLine): object {
  const { id, title, width, height, palette, clues, start, found, shape } = row;
  return {
    id,
    title: title ?? undefined,
    question: questionText(row),
    width,
    height,
    palette: palette?.split(' '),
    ...clues,
    start: start ?? undefined,
    answer: lines(found.solution),
    grade: {
      stars: found.stars,
      difficulty: found.difficulty,
      bound: found.difficultyBound,
      needs: found.needs,
      lookAhead: found.lookAhead,
      technique: found.technique,
      guessDepth: found.guessDepth,
    },
    shape,
  };
}

/** A picture with line breaks between its rows. */
function lines(picture: unknown): string {
  return String(picture).replaceAll('/', '\n');
}

/** The puzzle as people ask it. */
function questionText({ width, height, colours, clues, start }: PuzzleLine): string {
  const coloured = colours > 1;
  const rule = coloured
    ? `A clue has the length and the colour (1 to ${Math.min(colours, 9)}${colours > 9 ? ', then a to v' : ''}) of each block of filled cells of its line, ` +
      'in order, such as 3x2 for three cells of colour 2; between two blocks of the same colour there is at least one blank cell.'
    : 'A clue has the lengths of the blocks of filled cells of its line, in order; between two blocks there is at least one blank cell.';
  const answer = coloured
    ? 'the colour of a filled cell, . for a blank one'
    : '# for a filled cell, . for a blank one';
  return [
    `Solve this nonogram of ${height} ${height === 1 ? 'row' : 'rows'} and ${width} ${width === 1 ? 'column' : 'columns'}. ${rule}`,
    `Rows, from the top: ${sideText(clues.rows)}`,
    `Columns, from the left: ${sideText(clues.columns)}`,
    ...(start === null ? [] : [`Known so far (? is unknown):\n${lines(start)}`]),
    `Answer with ${height} ${height === 1 ? 'line' : 'lines'} of ${width} ${width === 1 ? 'character' : 'characters'}: ${answer}.`,
  ].join('\n');
}

function sideText(side: PuzzleLine['clues']['rows']): string {
  return side
    .map((clue) =>
      clue.length === 0
        ? '0'
        : clue
            .map((block) =>
              typeof block === 'number' ? block : `${block.n}x${block.c.toString(32)}`,
            )
            .join(' '),
    )
    .join('; ');
}
