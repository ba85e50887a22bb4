// Complete line solving in black and white, for lines of up to as many cells as a word W has bits.

import { Table } from '../memory/memory';
import { Problem, amountBits, coveredIn, lineLength, maskOf } from '../memory/problem';
import { highest } from './planes';

// The steps for some blocks are written out: the processor need not guess twice where a loop ends,
// and what is kept of a block for the way back stays in registers.
//
// Sets are of cells, so that little is shifted by amounts that differ from block to block. A block
// of 5 to 8 cells fits where two runs of four, up to four cells apart, can be filled: so the runs
// of 1, 2, 4, ... are found once for the line, and covered cells are collected as such runs
// (`formOf` in problem.ts).
//
// L is W, but u16 for lines of up to 16 cells: fewer steps, and a word of 64 bits has all runs.

/** What was found in a black and white line: cells blank, and cells filled, in some placement. */
export class LineResult {
  static blank: u64 = 0;
  static filled: u64 = 0;
}

/** The cells that begin a run of 1, 2, 4, ... cells that can be filled, a word W each. */
const runs: usize = memory.data(8 * 6, 16);
/** The cells that begin a run of 1, 2, 4, ... cells of a block, a word W each. */
const covers: usize = memory.data(8 * 6, 16);

/** What is done once for a line. */
@unmanaged
export class Whole {
  /** Notes the runs of cells that can be filled; returns them if one word has room for all. */
  @inline
  static runs<L, W>(canFilled: W): u64 {
    const two: W = canFilled & (canFilled >> (<W>1));
    const four: W = two & (two >> (<W>2));
    const eight: W = four & (four >> (<W>4));
    if (sizeof<L>() == 2) {
      const few = (<u64>canFilled) | ((<u64>two) << 16);
      return few | ((<u64>four) << 32) | ((<u64>eight) << 48);
    }
    const sixteen: W = eight & (eight >> (<W>8));
    store<W>(runs, canFilled);
    store<W>(runs + sizeof<W>(), two);
    store<W>(runs + 2 * sizeof<W>(), four);
    store<W>(runs + 3 * sizeof<W>(), eight);
    store<W>(runs + 4 * sizeof<W>(), sixteen);
    if (sizeof<L>() == 8) store<W>(runs + 5 * sizeof<W>(), sixteen & (sixteen >> (<W>16)));
    return 0;
  }

  /** Begins to collect what blocks cover. */
  @inline
  static uncover<L, W>(): void {
    if (sizeof<L>() == 2) return;
    for (let k: usize = 0; k < (sizeof<L>() == 8 ? 6 : 5); k++) {
      store<W>(covers + k * sizeof<W>(), 0);
    }
  }

  /** All cells that blocks cover; `packed` is what `Step.cover` has returned for them. */
  @inline
  static covered<L, W>(packed: u64): W {
    let cells: W;
    if (sizeof<L>() == 2) {
      cells = <W>(packed >> 48);
      cells = (<W>(packed >> 32)) | cells | (cells << (<W>4));
      cells = (<W>(packed >> 16)) | cells | (cells << (<W>2));
      return ((<W>packed) | cells | (cells << (<W>1))) & (<W>0xffff);
    }
    cells = load<W>(covers + 4 * sizeof<W>());
    if (sizeof<L>() == 8) {
      const longest = load<W>(covers + 5 * sizeof<W>());
      cells |= longest | (longest << (<W>16));
    }
    cells = load<W>(covers + 3 * sizeof<W>()) | cells | (cells << (<W>8));
    cells = load<W>(covers + 2 * sizeof<W>()) | cells | (cells << (<W>4));
    cells = load<W>(covers + sizeof<W>()) | cells | (cells << (<W>2));
    return load<W>(covers) | cells | (cells << (<W>1));
  }
}

/** What is done for a block; `form` is that of its length (see Problem.blockForms). */
@unmanaged
export class Step {
  /** Where the runs of the block are in a word that has all of the line. */
  @inline
  static packedAt<W>(form: W): u64 {
    return <u64>(form >> (<W>(3 * amountBits<W>())));
  }

  /** Where they are in a table, in bytes. */
  @inline
  static wordAt<W>(form: W): usize {
    return <usize>(form >> (<W>(sizeof<W>() == 8 ? 18 : 17)));
  }

  /** The cells from which on the block can be filled. */
  @inline
  static fits<L, W>(packed: u64, form: W): W {
    const run: W =
      sizeof<L>() == 2
        ? <W>((packed >> Step.packedAt<W>(form)) & 0xffff)
        : load<W>(runs + Step.wordAt<W>(form));
    return run & (run >> form);
  }

  /** The cells of the gap after a block, not the last one, that begins at one of `starts`. */
  @inline
  static gap<W>(starts: W, form: W, canBlank: W): W {
    const from: W = (starts << (form >> (<W>amountBits<W>()))) & canBlank;
    // A sum carries through a run of ones and stops at the first zero: this is its complement.
    return ((~canBlank - from) | from) & canBlank;
  }

  /** The starts of the last block, after which all cells of the line can be blank. */
  @inline
  static ends<W>(starts: W, form: W, canBlank: W, all: W): W {
    return starts & Step.reaching<W>(all & ~canBlank, form);
  }

  /** The starts of the block with which it reaches the last of some cells, or goes beyond it. */
  @inline
  static reaching<W>(cells: W, form: W): W {
    return Step.within<W>(~(<W>0) << (<W>highest<W>(cells | (<W>1))), form);
  }

  /** The starts of the block with which its last cell is one of these. */
  @inline
  static within<W>(cells: W, form: W): W {
    return cells >> (form >> (<W>(2 * amountBits<W>())));
  }

  /** The cells of the block when it begins at cell 0. */
  @inline
  static cells<W>(form: W): W {
    return ((<W>2) << (form >> (<W>(2 * amountBits<W>())))) - <W>1;
  }

  /** The cells that the gap after the last block can cover. */
  @inline
  static lastGap<W>(starts: W, form: W, all: W): W {
    const lasts: W = starts << (form >> (<W>(2 * amountBits<W>())));
    return ((lasts | (<W>0 - lasts)) << (<W>1)) & all;
  }

  /**
   * The cells that the gap before a block can cover that begins at one of `starts`. `blank2` and
   * `blank4` are the cells that begin two and four cells that can be blank.
   */
  @inline
  static gapBefore<L, W>(starts: W, slack: W, canBlank: W, blank2: W, blank4: W): W {
    let left: W = starts >> (<W>1);
    left |= (left >> (<W>1)) & canBlank;
    left |= (left >> (<W>2)) & blank2;
    left |= (left >> (<W>4)) & blank4;
    if (slack > <W>7) {
      const blank8: W = blank4 & (blank4 >> (<W>4));
      left |= (left >> (<W>8)) & blank8;
      if (sizeof<L>() != 2) {
        const blank16: W = blank8 & (blank8 >> (<W>8));
        left |= (left >> (<W>16)) & blank16;
        if (sizeof<L>() == 8) left |= (left >> (<W>32)) & blank16 & (blank16 >> (<W>16));
      }
    }
    return left;
  }

  /** Those of the starts of a block after which the gap can begin with one of these cells. */
  @inline
  static before<W>(starts: W, form: W, gap: W): W {
    return starts & (gap >> (form >> (<W>amountBits<W>())));
  }

  /** Collects what a block covers that begins at `starts`. */
  @inline
  static cover<L, W>(packed: u64, starts: W, form: W): u64 {
    const both: W = starts | (starts << form);
    if (sizeof<L>() == 2) {
      return packed | ((<u64>both) << Step.packedAt<W>(form));
    }
    const at = covers + Step.wordAt<W>(form);
    store<W>(at, load<W>(at) | both);
    return 0;
  }
}

/** Solves a line of cells `all`, with blocks: false if none fits, else `LineResult` has it. */
function placeWords<L, W>(line: i32, canBlank: W, canFilled: W, all: W): bool {
  const first = Problem.blockStart[line];
  const more = Problem.blockStart[line + 1] - 1 - first;
  const slack = <W>Problem.slack[line];
  const packed = Whole.runs<L, W>(canFilled);
  Whole.uncover<L, W>();
  // The first block begins in the run of cells from 0 on that can be blank, or after it.
  const open: W = canBlank ^ (canBlank + <W>1);
  const starts = placeFrom<L, W>(first, more, slack, open, canBlank, packed, all);
  LineResult.filled = <u64>Whole.covered<L, W>(LineResult.filled);
  // The first gap covers whatever is before the highest start of the first block.
  LineResult.blank |= <u64>(((<W>1) << (<W>highest<W>(starts))) - <W>1);
  return starts != 0;
}

/**
 * Places block `first` and `more` after it, the last of the line among them: `open` has the starts
 * that those before leave open, `packed` is from `Whole.runs`. Returns that block's starts, and
 * leaves in `LineResult` what the gaps after these cover, and what `Step.cover` says of them.
 */
function placeFrom<L, W>(
  first: i32,
  more: i32,
  slack: W,
  open: W,
  canBlank: W,
  packed: u64,
  all: W,
): W {
  const forms = changetype<Table<W>>(Problem.blockForms);
  const blank2: W = canBlank & (canBlank >> (<W>1));
  const blank4: W = blank2 & (blank2 >> (<W>2));
  let starts: W;
  let blanks: W;
  let covered: u64 = 0;
  const form0 = forms[first];
  const starts0 = Step.fits<L, W>(packed, form0) & open;
  if (more > 0) {
    const gap0 = Step.gap<W>(starts0, form0, canBlank);
    const form1 = forms[first + 1];
    const starts1 = Step.fits<L, W>(packed, form1) & (gap0 << (<W>1));
    if (more > 1) {
      const gap1 = Step.gap<W>(starts1, form1, canBlank);
      const form2 = forms[first + 2];
      const starts2 = Step.fits<L, W>(packed, form2) & (gap1 << (<W>1));
      if (more > 2) {
        const gap2 = Step.gap<W>(starts2, form2, canBlank);
        const form3 = forms[first + 3];
        const starts3 = Step.fits<L, W>(packed, form3) & (gap2 << (<W>1));
        if (more > 3) {
          const gap3 = Step.gap<W>(starts3, form3, canBlank);
          const form4 = forms[first + 4];
          const starts4 = Step.fits<L, W>(packed, form4) & (gap3 << (<W>1));
          if (more > 4) {
            const gap4 = Step.gap<W>(starts4, form4, canBlank);
            const next: W = gap4 << (<W>1);
            starts = placeFrom<L, W>(first + 5, more - 5, slack, next, canBlank, packed, all);
            blanks = <W>LineResult.blank;
            covered = LineResult.filled;
            const left4 = Step.gapBefore<L, W>(starts, slack, canBlank, blank2, blank4);
            blanks |= gap4 & left4;
            starts = Step.before<W>(starts4, form4, left4);
          } else {
            starts = Step.ends<W>(starts4, form4, canBlank, all);
            blanks = Step.lastGap<W>(starts, form4, all);
          }
          covered = Step.cover<L, W>(covered, starts, form4);
          const left3 = Step.gapBefore<L, W>(starts, slack, canBlank, blank2, blank4);
          blanks |= gap3 & left3;
          starts = Step.before<W>(starts3, form3, left3);
        } else {
          starts = Step.ends<W>(starts3, form3, canBlank, all);
          blanks = Step.lastGap<W>(starts, form3, all);
        }
        covered = Step.cover<L, W>(covered, starts, form3);
        const left2 = Step.gapBefore<L, W>(starts, slack, canBlank, blank2, blank4);
        blanks |= gap2 & left2;
        starts = Step.before<W>(starts2, form2, left2);
      } else {
        starts = Step.ends<W>(starts2, form2, canBlank, all);
        blanks = Step.lastGap<W>(starts, form2, all);
      }
      covered = Step.cover<L, W>(covered, starts, form2);
      const left1 = Step.gapBefore<L, W>(starts, slack, canBlank, blank2, blank4);
      blanks |= gap1 & left1;
      starts = Step.before<W>(starts1, form1, left1);
    } else {
      starts = Step.ends<W>(starts1, form1, canBlank, all);
      blanks = Step.lastGap<W>(starts, form1, all);
    }
    covered = Step.cover<L, W>(covered, starts, form1);
    const left0 = Step.gapBefore<L, W>(starts, slack, canBlank, blank2, blank4);
    blanks |= gap0 & left0;
    starts = Step.before<W>(starts0, form0, left0);
  } else {
    starts = Step.ends<W>(starts0, form0, canBlank, all);
    blanks = Step.lastGap<W>(starts, form0, all);
  }
  covered = Step.cover<L, W>(covered, starts, form0);
  LineResult.blank = <u64>blanks;
  LineResult.filled = covered;
  return starts;
}

/** The results of lines of up to so many cells are kept. */
export const KEPT_CELLS: i32 = 8;
/** How many clues fit in lines of 1 to 8 cells, times the states of such a line. */
const RESULTS: i32 = 2 * 3 + 3 * 9 + 5 * 27 + 8 * 81 + 13 * 243 + 21 * 729 + 34 * 2187 + 55 * 6561;

/**
 * What short lines of all puzzles give, by clue and state: the cells that can be filled, and in the
 * upper byte those that can be blank, bits beyond the line set; NO_PLACEMENT, or 0 before it is
 * first asked for. The state is in base 3: of a cell nothing (0), blank (1) or filled (2) is known.
 */
const results: usize = memory.data(2 * RESULTS, 16);
/** In place of a result: a cell can be neither. */
const NO_PLACEMENT: u32 = 0xfefe;
/** Where a clue's results begin, by `1 << length | its cells pushed to the left`; 0: none yet. */
const clues: usize = memory.data(4 << (KEPT_CELLS + 1), 16);
/** By line of the puzzle: where its results begin. */
const places: usize = memory.data(4 * 2 * KEPT_CELLS, 16);
/** By byte: twice the number in base 3 that has the digit 1 where the byte has a bit. */
const digits: usize = memory.data(2 << KEPT_CELLS, 16);

for (let bits = 1; bits < 1 << KEPT_CELLS; bits++) {
  store<u16>(digits + ((<usize>bits) << 1), 3 * digitsOf(bits >> 1) + 2 * ((<u16>bits) & 1));
}

function digitsOf(bits: u32): u16 {
  return load<u16>(digits + ((<usize>bits) << 1));
}

class KeptResults {
  /** Whether the lines of the puzzle are that short. */
  static areUsed: bool = false;
  /** Where the results of the next clue begin. */
  static end: usize = results;
}

/** Notes the clue of a short line, by its cells when pushed to the left. */
export function noteClue(line: i32, length: i32, left: u32): void {
  const clue = clues + ((<usize>((1 << length) | left)) << 2);
  if (load<u32>(clue) == 0) {
    store<u32>(clue, <u32>KeptResults.end);
    KeptResults.end += 2 * (<usize>digitsOf((1 << length) - 1) + 1);
  }
  store<u32>(places + ((<usize>line) << 2), load<u32>(clue));
}

/** Where the result of a short line is kept of which some cells are known. */
export function placeOf(line: i32, blank: u32, filled: u32): usize {
  const from = <usize>load<u32>(places + ((<usize>line) << 2));
  return from + <usize>digitsOf(blank) + 2 * <usize>digitsOf(filled);
}

/** Solves a short line of the puzzle that is loaded, and keeps the result at its place. */
export function findResult(line: i32, canBlank: u32, canFilled: u32, place: usize): u32 {
  const beyond = 0xff & (0xff << lineLength(line));
  const result = solveWord<u32>(line, canBlank, canFilled)
    ? (((<u32>LineResult.blank) | beyond) << 8) | (<u32>LineResult.filled) | beyond
    : NO_PLACEMENT;
  store<u16>(place, <u16>result);
  return result;
}

/** Whether lines of the puzzle are looked up, so that nobody need remember what was read. */
export function looksUp<W>(): bool {
  return !isReference<W>() && sizeof<W>() == 4 && KeptResults.areUsed;
}

/** As `solveLine`, by the results that are kept. */
function lookUp(line: i32, canBlank: u32, canFilled: u32): bool {
  const all = maskOf<u32>(lineLength(line));
  const place = placeOf(line, all ^ canFilled, all ^ canBlank);
  let result = <u32>load<u16>(place);
  if (result == 0) result = findResult(line, canBlank, canFilled, place);
  LineResult.blank = <u64>((result >> 8) & all);
  LineResult.filled = <u64>(result & all);
  return result != NO_PLACEMENT;
}

class ShortLines {
  /** Whether the lines of the puzzle have up to 16 cells, which takes fewer steps a block. */
  static isUsed: bool = false;
}

export function startLines(): void {
  const longest = max(Problem.width, Problem.height);
  ShortLines.isUsed = longest <= 16;
  KeptResults.areUsed = longest <= KEPT_CELLS;
  for (let line = 0; KeptResults.areUsed && line < Problem.lines; line++) {
    noteClue(line, lineLength(line), changetype<Table<u32>>(Problem.left)[line]);
  }
}

/**
 * Solves a line, given what cells can be (no bits beyond its end; each cell in one at least). False
 * if no placement fits; else `LineResult` has what is blank, and filled, in some placement.
 */
export function solveLine<W>(line: i32, canBlank: W, canFilled: W): bool {
  if (looksUp<W>()) return lookUp(line, <u32>canBlank, <u32>canFilled);
  return solveWord<W>(line, canBlank, canFilled);
}

/** As `solveLine`, by its clue. */
function solveWord<W>(line: i32, canBlank: W, canFilled: W): bool {
  const first = Problem.blockStart[line];
  const end = Problem.blockStart[line + 1];
  const length = lineLength(line);
  const all = maskOf<W>(length);
  if (first == end) {
    LineResult.blank = <u64>canBlank;
    LineResult.filled = 0;
    return canBlank == all;
  }
  if ((canBlank & canFilled) == all) {
    const covered = coveredIn<W>(line);
    LineResult.blank = <u64>(all ^ covered);
    // With any slack, each cell is within reach of a block.
    LineResult.filled = <u64>(Problem.slack[line] == 0 ? covered : all);
    return true;
  }
  return sizeof<W>() == 4 && ShortLines.isUsed
    ? placeWords<u16, W>(line, canBlank, canFilled, all)
    : placeWords<W, W>(line, canBlank, canFilled, all);
}
