import { check } from '../puzzle/check.js';
import { fingerprint } from '../puzzle/identity/fingerprint.js';
import { pack } from '../puzzle/packed.js';
import { textToCells } from '../puzzle/text.js';
import type { Cells, Puzzle } from '../puzzle/types.js';
import { ProofFault, expected, shown } from './proof-text.js';

/** What a proof can show of a puzzle: exactly one solution, or none. */
export type Claim = 'unique' | 'contradiction';

/** What a proof begins with: the name of the format and its version. */
const FORMAT = 'nonomill-proof 1';

/** The first lines of a proof: the format, the puzzle, the claim and, if it is one, the solution. */
export class ProofHeading {
  claim: Claim = 'contradiction';
  /** The solution, which fits the puzzle; null if the claim is that there is none. */
  solution: Cells | null = null;
  isComplete = false;
  private next: 'format' | 'puzzle' | 'claim' | 'solution' = 'format';

  constructor(private readonly puzzle: Puzzle) {}

  /** Takes the next line. @throws ProofFault */
  take(words: readonly string[]): void {
    switch (this.next) {
      case 'format':
        if (words.join(' ') !== FORMAT) throw expected(`"${FORMAT}"`, words);
        this.next = 'puzzle';
        break;
      case 'puzzle':
        this.takePuzzle(words);
        this.next = 'claim';
        break;
      case 'claim':
        this.takeClaim(words);
        this.next = 'solution';
        this.isComplete = this.claim === 'contradiction';
        break;
      case 'solution':
        if (words[0] !== 'solution' || words.length !== 2)
          throw expected('"solution <cells>"', words);
        this.solution = this.readSolution(words[1]);
        this.isComplete = true;
        break;
    }
  }

  private takePuzzle(words: readonly string[]): void {
    if (words[0] !== 'puzzle' || words.length !== 2)
      throw expected('"puzzle <fingerprint>"', words);
    // Colours by any name: the palette decides nothing.
    const own = fingerprint(pack(this.puzzle), 0, null);
    if (words[1] === own) return;
    throw new ProofFault(`the proof is about puzzle ${shown(words[1])}, this is puzzle ${own}`);
  }

  private takeClaim(words: readonly string[]): void {
    const [keyword, claim] = words;
    const isKnown = claim === 'unique' || claim === 'contradiction';
    if (keyword !== 'claim' || words.length !== 2 || !isKnown) {
      throw expected('"claim unique" or "claim contradiction"', words);
    }
    this.claim = claim;
  }

  private readSolution(text: string): Cells {
    const { puzzle } = this;
    let cells: Cells;
    try {
      cells = textToCells(text, puzzle.width, puzzle.height);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      throw new ProofFault(`the solution cannot be read: ${error.message}`);
    }
    const isFull = cells.every((cell) => cell <= puzzle.colours);
    const wrong = isFull ? check(puzzle, cells) : 'a cell is unknown or in a colour of no block';
    if (wrong !== null) throw new ProofFault(`the solution does not fit the puzzle: ${wrong}`);
    return cells;
  }
}
