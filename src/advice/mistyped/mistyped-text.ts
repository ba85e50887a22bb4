import type { MistypedLine } from './mistyped-lines.js';

/** How many lines are named: more would not help anyone to find the mistake. */
const MOST_NAMED = 6;

/**
 * `a clue may be mistyped: row 1 (2 would fit), column 2`: where a person should look; empty if
 * there is nothing to say.
 */
export function mistypedText(lines: readonly MistypedLine[] | null, colours: number): string {
  if (lines === null || lines.length > MOST_NAMED) return '';
  if (lines.length === 0) return 'more than one clue is wrong';
  const named = lines.map(({ kind, index, fitting }) => {
    const place = `${kind} ${index + 1}`;
    if (fitting === null || colours > 1) return place;
    return `${place} (${fitting.join(' ') || '0'} would fit)`;
  });
  return `a clue may be mistyped: ${named.join(', ')}`;
}
