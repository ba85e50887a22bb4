/** Characters that programs and people draw cells with, besides digits and letters for colours. */
const FILLED = '#X@*█■▓●x⬛';
const BLANK = '.-_ ·□░○~⬜';

/** The value of a drawn cell, or null for what is none in a puzzle with so many colours. */
export function drawnCell(character: string, colours: number): number | null {
  if (BLANK.includes(character) || character === '0') return 0;
  if (FILLED.includes(character) && (colours === 1 || character === '#')) return 1;
  const colour = /^[\da-v]$/.test(character) ? Number.parseInt(character, 32) : NaN;
  return colour <= colours ? colour : null;
}
