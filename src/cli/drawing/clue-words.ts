import { cellCharacter } from '../../puzzle/text.js';
import {
  blockColour,
  blockLength,
  type Block,
  type Clue,
  type Puzzle,
} from '../../puzzle/types.js';

/**
 * The clues of a puzzle as lines of text, for when no picture with clues around it is drawn;
 * coloured ones as `length:colour`, with colours named as in the picture.
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
  return clue.map((block) => blockText(block, colours)).join(' ');
}

/** `3`, or `3:1` with colours. */
export function blockText(block: Block, colours: number): string {
  if (colours === 1) return String(block);
  return `${blockLength(block)}:${cellCharacter(blockColour(block), colours)}`;
}
