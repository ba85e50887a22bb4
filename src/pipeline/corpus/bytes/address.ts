/** How an address of the web begins; the `https://` may be left out before a puzzle. */
const ADDRESS = /^(https?:\/\/|[\w-]+(\.[\w-]+)+\/[^\s?]{0,200}\?(m\+)?[a-z]\w{1,40}\/)/i;

/** An address that is the puzzle itself, as those of puzz.link and pzv.jp are. */
const PUZZLE = /^(https?:\/\/)?[^\s?]{1,200}\?(m\+)?[a-z]\w{1,40}\//i;

/** Whether a word of the command line is an address rather than a file; nothing is ever fetched. */
export function isAddress(word: string): boolean {
  return ADDRESS.test(word);
}

export function addressHoldsPuzzle(address: string): boolean {
  return PUZZLE.test(address);
}

/** An address as the text that a file with it would hold. */
export function addressText(address: string): string {
  return `${/^https?:/i.test(address) ? '' : 'https://'}${address}\n`;
}
