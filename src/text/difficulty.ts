/** A score with one decimal; `6.4+` if it is only a lower bound. */
export function scoreText(difficulty: number, isBound: boolean): string {
  return `${difficulty.toFixed(1)}${isBound ? '+' : ''}`;
}

/** `★★★☆☆` of 3. */
export function starsText(stars: number): string {
  return '★'.repeat(stars) + '☆'.repeat(5 - stars);
}

/** What a level of `needs` means, in words that follow "it takes". */
export const NEEDS_MEANINGS: Readonly<Record<string, string>> = {
  count: 'counting filled and blank cells',
  overlap: 'packing blocks to both ends of a line',
  bounds: 'the first and the last place of each block',
  runs: 'joining and capping runs of filled cells',
  line: 'all that follows in one line',
  assumption: 'assuming a cell and following lines to a contradiction',
  nested: 'more than one assumption at once',
};
