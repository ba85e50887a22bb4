import { cellCharacter } from '../puzzle/text.js';
import { blockColour, blockLength, type Clue, type Puzzle } from '../puzzle/types.js';

/**
 * The clues of a puzzle as lines of text, where no picture with clues round it is drawn; those of
 * a coloured one as `length:colour`, colours being named as in the picture.
 */
export function clueLines({ rows, columns, colours, palette }: Puzzle): string[] {
  const sideText = (side: readonly Clue[]): string =>
    side.map((clue) => clueText(clue, colours)).join('; ');
  const lines = [`rows     ${sideText(rows)}`, `columns  ${sideText(columns)}`];
  if (colours > 1 && palette !== null) {
    const named = palette.map((colour, i) => `${cellCharacter(i, colours)} ${colour}`);
    lines.push(`colours  ${named.join(', ')}; a block is length:colour`);
  }
  return lines;
}

/** `3 1`, or `3:1 1:2` with colours; `0` for the empty clue. */
export function clueText(clue: Clue, colours: number): string {
  if (clue.length === 0) return '0';
  return clue
    .map((block) =>
      colours === 1
        ? String(block)
        : `${blockLength(block)}:${cellCharacter(blockColour(block), colours)}`,
    )
    .join(' ');
}
