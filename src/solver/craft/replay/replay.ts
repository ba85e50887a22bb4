import { pack } from '../../core/puzzle/packed.js';
import type { Cells, Puzzle } from '../../core/puzzle/types.js';
import { MOST_LOOK_AHEAD, type Needs } from '../../core/result/difficulty.js';
import type { Outcome } from '../../core/result/outcome.js';
import { numberOf } from '../../core/text/numbers.js';
import type { SolveLimits } from '../../engine/model/limits.js';
import { readingLevel } from '../../engine/solver/line.js';
import { solvePuzzle } from '../../engine/solver/solve.js';
import type { Observer, Removal } from '../../engine/wasm/event-reader.js';
import { steppedGrid } from '../../engine/wasm/stepped-grid.js';
import { colourNames, valueWords } from './colour-name.js';
import { clueWords, lineWords } from './line-words.js';
import {
  allows,
  cellsInLine,
  clueOf,
  type Contradiction,
  contradictionWords,
  type Domain,
  fewestLines,
  followAssumption,
  hintedLine,
  isKnown,
  linesText,
  only,
  type Replay,
  startDomains,
  type Step,
  valueOf,
} from './step.js';

/** How much a recorder keeps: enough for every puzzle that anyone watches to its end. */
const DEFAULT_RECORDER_LIMITS = {
  /** The most steps that are kept; solving goes on without being recorded. */
  maxSteps: 20_000,
  /** How many of them, from the first on, say why: that takes as long as all the rest. */
  maxWords: Infinity,
};

type RecorderLimits = typeof DEFAULT_RECORDER_LIMITS;

/** With more guesses than this, nobody follows a search step by step. */
const MOST_GUESSES = 200;

/**
 * Solves a puzzle and shows how: propagation, then the search. If probing solves the puzzle, or the
 * search cannot be followed by a person, it shows the probes and the search's solution instead. The
 * replay costs more than solving itself, so it is made on demand.
 *
 * @param known solutions found before: if the limits are too narrow for the search, the replay
 * goes from propagation straight to them
 */
export function replaySolving(
  puzzle: Puzzle,
  limits: SolveLimits,
  recorderLimits: RecorderLimits = DEFAULT_RECORDER_LIMITS,
  known: readonly Cells[] = [],
): { readonly outcome: Outcome; readonly replay: Replay } {
  const recorder = new Recorder(puzzle, recorderLimits);
  const outcome = solvePuzzle(puzzle, limits, recorder);
  const replay = toldReplay(puzzle, recorder, outcome);
  const isTold = !replay.cut && outcome.solution !== null;
  return isTold || !recorder.propagated || known.length === 0
    ? { outcome, replay }
    : { outcome, replay: toKnown(puzzle, recorder.replay('propagation'), known) };
}

function toldReplay(puzzle: Puzzle, recorder: Recorder, outcome: Outcome): Replay {
  const { solution, secondSolution, technique, counters } = outcome;
  const followed = !recorder.hasLearned && counters.decisions <= MOST_GUESSES;
  if (technique !== 'probe' && followed) return withoutWayBack(recorder.replay('search'));
  const replay = recorder.replay('probing');
  if (replay.cut || solution === null) return replay;
  const words =
    technique === 'probe'
      ? 'solved: every clue is kept'
      : `solved by search: ${counters.decisions} guesses, ${counters.conflicts} contradictions`;
  const ended = withPicture(puzzle, replay, solution, words);
  return secondSolution === null
    ? ended
    : withPicture(puzzle, ended, secondSolution, anotherSolution(solution, secondSolution));
}

/** Without the end of a search that stops at a solution: there it only takes its guesses back. */
function withoutWayBack({ steps, ...rest }: Replay): Replay {
  const last = steps.findLastIndex(({ kind }) => kind !== 'back');
  const atSolution = last >= 0 && steps[last].kind === 'solution';
  return { ...rest, steps: atSolution ? steps.slice(0, last + 1) : steps };
}

/** Propagation, then the solutions of a search that is too long to be shown. */
function toKnown(puzzle: Puzzle, propagation: Replay, known: readonly Cells[]): Replay {
  if (propagation.cut) return propagation;
  return known.reduce((replay, solution, i) => {
    const words =
      i === 0
        ? 'from here on it takes a search that is too long to show; it finds this solution'
        : anotherSolution(known[i - 1], solution);
    return withPicture(puzzle, replay, solution, words);
  }, propagation);
}

/** The replay with one more step that shows a full picture. */
function withPicture(puzzle: Puzzle, replay: Replay, picture: Cells, words: string): Replay {
  const timeline = new Timeline(puzzle, replay.steps);
  timeline.seek(replay.steps.length);
  const changes: number[] = [];
  timeline.domains.forEach((domain, cell) => {
    if (domain !== only(picture[cell])) changes.push(cell, domain, only(picture[cell]));
  });
  const nowhere = { line: null, cell: null, depth: 0, needs: null };
  const end: Step = { kind: 'solution', ...nowhere, changes, words };
  return { ...replay, steps: [...replay.steps, end] };
}

/** The grid at any point of a replay: 0 is before the first step. */
export class Timeline {
  /** The domains of all cells after `position` steps; callers must not change them. */
  readonly domains: Uint32Array;
  private current = 0;

  constructor(
    puzzle: Puzzle,
    private readonly steps: readonly Step[],
  ) {
    this.domains = startDomains(puzzle);
  }

  /** Goes to a position by doing or undoing the steps in between. */
  seek(position: number): void {
    const target = Math.max(0, Math.min(this.steps.length, position));
    while (this.current < target) {
      const { changes } = this.steps[this.current++];
      for (let i = 0; i < changes.length; i += 3) this.domains[changes[i]] = changes[i + 2];
    }
    while (this.current > target) {
      const { changes } = this.steps[--this.current];
      for (let i = changes.length - 3; i >= 0; i -= 3) this.domains[changes[i]] = changes[i + 1];
    }
  }

  /** The cells that are assumed or guessed at this position, the latest last. */
  assumed(): number[] {
    const open: number[] = [];
    for (const step of this.steps.slice(0, this.current)) {
      if (step.kind === 'probe' || step.kind === 'guess') open.push(step.cell!);
      else open.length = Math.min(open.length, step.depth);
    }
    return open;
  }
}

/** The solver propagates, then searches, then closes levels of contradictions by probing. */
type Phase = 'propagation' | 'search' | 'probing';

type Told = Pick<Step, 'words' | 'needs'>;
const UNTOLD: Told = { words: '', needs: null };

/** Its words are only made if it is shown: most lines are solved for probes that find nothing. */
type UntoldStep = Omit<Step, keyof Told> & { readonly tell: () => Told };

/** The state before an assumption, to go back to. */
interface Mark {
  readonly steps: number;
  readonly trail: number;
  isNested: boolean;
}

/**
 * Observes a solver and keeps what it does as steps with words. Probes that find nothing are left
 * out, as nobody wants to watch hundreds of them; the next step says how many there were.
 */
class Recorder implements Observer {
  private readonly colours: ReturnType<typeof colourNames>;
  private readonly domains: Uint32Array;
  private readonly steps: Record<Phase, UntoldStep[]> = {
    propagation: [],
    search: [],
    probing: [],
  };
  private phase: Phase = 'propagation';
  /** Pairs of cell and former domain, back to the start: used to take changes back. */
  private readonly trail: number[] = [];
  private readonly marks: Mark[] = [];
  private fruitless = 0;
  /** A guess that was just taken back; if lines go on from there, its value is refuted. */
  private refuted: { readonly cell: number; readonly value: number } | null = null;
  private lastWasGuess = false;
  /** Whether a search that learns took part: nobody can follow it, as what it learned is lost. */
  hasLearned = false;
  private firstSolution: Cells | null = null;
  /** The length of the trail when propagation ended. */
  private rootTrail: number | null = null;
  private readonly cut = new Set<Phase>();

  constructor(
    private readonly puzzle: Puzzle,
    private readonly limits: RecorderLimits,
  ) {
    this.colours = colourNames(puzzle.palette);
    this.domains = startDomains(puzzle);
  }

  /**
   * The steps of propagation and, if it is another one, of the phase asked for. Probing comes after
   * the search, but begins again where propagation ended: the two are different ways to the end.
   */
  replay(phase: Phase): Replay {
    const { maxSteps, maxWords } = this.limits;
    const all =
      this.cut.has('propagation') || phase === 'propagation'
        ? this.steps.propagation
        : [...this.steps.propagation, ...this.steps[phase]];
    const cut = this.cut.has('propagation') || this.cut.has(phase) || all.length > maxSteps;
    const steps = all
      .slice(0, maxSteps)
      .map(({ tell, ...step }, i) => ({ ...step, ...(i < maxWords ? tell() : UNTOLD) }));
    return { steps, cut };
  }

  /** Whether propagation came to its end, so that another phase followed. */
  get propagated(): boolean {
    return this.phase !== 'propagation';
  }

  line(line: number, removed: readonly Removal[]): void {
    if (removed.length === 0) return;
    this.settleRefuted();
    const before = this.lineDomains(line);
    const changes: number[] = [];
    for (const { cell, value } of removed) this.narrow(cell, ~only(value), changes);
    if (changes.length === 0) return;
    this.add('line', line, null, changes, () => this.tellLine(line, before, changes));
  }

  lineContradiction(line: number): void {
    this.settleRefuted();
    this.addContradiction(line);
  }

  /** `words` say what contradicts if it is not that no placement fits the line. */
  private addContradiction(line: number, words: string | null = null): void {
    const clue = clueWords(clueOf(this.puzzle, line), this.colours);
    const why = words ?? `${this.lineName(line)}: no placement of ${clue} fits any more`;
    this.add('contradiction', line, null, [], `${why}: a contradiction`);
  }

  probe(cell: number, value: number): void {
    if (this.phase !== 'probing') this.begin('probing');
    this.assume('probe', cell, value, `suppose ${this.cellIs(cell, value)}`);
  }

  probeEnd(cell: number, value: number, _level: number, contradiction: boolean): void {
    const mark = this.marks.pop();
    if (mark === undefined) return;
    if (!contradiction) {
      this.takeBack(mark.trail, []);
      const steps = this.steps[this.phase];
      steps.length = Math.min(steps.length, mark.steps);
      this.fruitless++;
      return;
    }
    let changes: number[] = [];
    this.takeBack(mark.trail, changes);
    const found = mark.isNested ? null : this.lookAhead(cell, value);
    if (found !== null && !this.cut.has(this.phase)) {
      this.steps[this.phase].length = mark.steps + 1;
      changes = this.addLookAhead(cell, value, found);
    }
    this.narrow(cell, ~only(value), changes);
    const needs = mark.isNested ? 'nested' : found === null ? 'assumption' : 'lookahead';
    this.add('removed', null, cell, changes, `so ${this.cellNow(cell, value)}`, needs);
  }

  /** How an assumption contradicts in few rounds and few lines; null if it does not. */
  private lookAhead(cell: number, value: number): Contradiction | null {
    const grid = steppedGrid();
    const { puzzle, domains } = this;
    if (this.marks.length > 0 || !grid.load(pack(puzzle))) return null;
    domains.forEach((domain, at) => grid.keep(at, domain));
    const assumption = { cell, value };
    const found = followAssumption(grid, puzzle, assumption, MOST_LOOK_AHEAD);
    return found === null ? null : fewestLines(grid, puzzle, assumption, found);
  }

  /** Adds what is seen of an assumption, not all that was read; returns what takes that back. */
  private addLookAhead(cell: number, value: number, found: Contradiction): number[] {
    const now = this.domains.slice();
    now[cell] = only(value);
    // One more assumption is open while these are shown.
    this.marks.push({ steps: 0, trail: this.trail.length, isNested: false });
    for (const { line, changes } of found.steps) {
      const before = this.lineDomains(line, now);
      const own: number[] = [];
      for (let i = 0; i < changes.length; i += 3) {
        const [at, after] = [changes[i], (now[changes[i]] & changes[i + 2]) >>> 0];
        if (after === now[at]) continue;
        own.push(at, now[at], after);
        now[at] = after;
      }
      if (own.length > 0) this.add('line', line, null, own, () => this.tellLine(line, before, own));
    }
    const words = found.cell === null ? null : contradictionWords(this.puzzle, found);
    this.addContradiction(found.lines[0], words);
    this.marks.pop();
    return [...now.keys()].flatMap((at) =>
      now[at] === this.domains[at] ? [] : [at, now[at], this.domains[at]],
    );
  }

  guess(cell: number, value: number, depth: number): void {
    if (this.phase === 'propagation') this.begin('search');
    if (this.lastWasGuess) this.hasLearned = true;
    this.refuted = null;
    this.assume('guess', cell, value, `guess ${depth}: ${this.cellIs(cell, value)}`);
  }

  back(cell: number, value: number, depth: number): void {
    const mark = this.marks.pop();
    if (mark === undefined) return;
    const changes: number[] = [];
    this.takeBack(mark.trail, changes);
    const words = `back to before guess ${depth}: ${this.cellIs(cell, value)}`;
    this.add('back', null, cell, changes, words);
    this.refuted = { cell, value };
    this.lastWasGuess = false;
  }

  solution(cells: Cells): void {
    const changes: number[] = [];
    cells.forEach((value, cell) => this.set(cell, only(value), changes));
    this.refuted = null;
    this.lastWasGuess = false;
    const words =
      this.firstSolution === null
        ? 'solved: every clue is kept'
        : anotherSolution(this.firstSolution, cells);
    this.firstSolution ??= cells.slice();
    this.add('solution', null, null, changes, words);
  }

  /** Every phase but the first begins where propagation ended. */
  private begin(phase: Phase): void {
    this.phase = phase;
    this.marks.length = 0;
    this.fruitless = 0;
    // What the last guess of a search refuted holds only within that search.
    this.refuted = null;
    this.lastWasGuess = false;
    this.takeBack(this.rootTrail ?? this.trail.length, []);
    this.rootTrail ??= this.trail.length;
  }

  private assume(kind: Step['kind'], cell: number, value: number, words: string): void {
    for (const outer of this.marks) outer.isNested = true;
    const steps = this.steps[this.phase].length;
    this.marks.push({ steps, trail: this.trail.length, isNested: false });
    const changes: number[] = [];
    this.set(cell, only(value), changes);
    this.add(kind, null, cell, changes, words);
    this.lastWasGuess = kind === 'guess';
  }

  private add(
    kind: Step['kind'],
    line: number | null,
    cell: number | null,
    changes: readonly number[],
    told: string | (() => Told),
    needs: Needs | null = null,
  ): void {
    const steps = this.steps[this.phase];
    if (steps.length >= this.limits.maxSteps) this.cut.add(this.phase);
    if (this.cut.has(this.phase)) return;
    const fruitless = this.marks.length === 0 ? probeWords(this.fruitless) : '';
    if (this.marks.length === 0) this.fruitless = 0;
    const depth = this.marks.length;
    const tell = (): Told => {
      const { words, needs: level } = typeof told === 'string' ? { words: told, needs } : told();
      return { words: words + fruitless, needs: level };
    };
    steps.push({ kind, line, cell, depth, changes, tell });
  }

  /** What a line says that was solved with such cells. */
  private tellLine(line: number, before: readonly Domain[], changes: readonly number[]): Told {
    const { width, height, colours } = this.puzzle;
    const after = before.slice();
    for (let i = 0; i < changes.length; i += 3) {
      const cell = changes[i];
      after[line < height ? cell % width : Math.floor(cell / width)] = changes[i + 2];
    }
    const clue = clueOf(this.puzzle, line);
    return {
      words: `${this.lineName(line)}: ${lineWords(clue, before, after, this.colours)}`,
      needs: readingLevel(clue, colours, before, after),
    };
  }

  /** After a guess that failed, a step says that its cell does not have the guessed value. */
  private settleRefuted(): void {
    this.lastWasGuess = false;
    const refuted = this.refuted;
    this.refuted = null;
    if (refuted === null) return;
    const { cell, value } = refuted;
    const changes: number[] = [];
    this.narrow(cell, ~only(value), changes);
    const words = `nothing else follows from that guess, so ${this.cellNow(cell, value)}`;
    if (changes.length > 0) this.add('removed', null, cell, changes, words);
  }

  /** Restricts a cell's domain to `mask`, and notes the change. */
  private narrow(cell: number, mask: number, changes: number[]): void {
    this.set(cell, (this.domains[cell] & mask) >>> 0, changes);
  }

  private set(cell: number, after: Domain, changes: number[]): void {
    const before = this.domains[cell];
    if (after === before) return;
    this.trail.push(cell, before);
    this.domains[cell] = after;
    changes.push(cell, before, after);
  }

  private takeBack(trail: number, changes: number[]): void {
    while (this.trail.length > trail) {
      const before = this.trail.pop()!;
      const cell = this.trail.pop()!;
      changes.push(cell, this.domains[cell], before);
      this.domains[cell] = before;
    }
  }

  private lineDomains(line: number, domains = this.domains): Domain[] {
    return cellsInLine(this.puzzle, line).map((cell) => domains[cell]);
  }

  private lineName(line: number): string {
    return linesText([hintedLine(this.puzzle, line)]);
  }

  private cellIs(cell: number, value: number): string {
    const { width } = this.puzzle;
    const place = `row ${Math.floor(cell / width) + 1}, cell ${(cell % width) + 1}`;
    return `${place} is ${valueWords(value, this.colours)}`;
  }

  /** What is known about a cell once it cannot be `value`. */
  private cellNow(cell: number, value: number): string {
    const domain = this.domains[cell];
    if (isKnown(domain)) return this.cellIs(cell, valueOf(domain));
    const place = this.cellIs(cell, value).replace(' is ', ' is not ');
    return allows(domain, value) ? place : `${place}, but still open`;
  }
}

function probeWords(fruitless: number): string {
  if (fruitless === 0) return '';
  return fruitless === 1
    ? ' (one probe before it found nothing)'
    : ` (${fruitless} probes before it found nothing)`;
}

/** A sentence about a second solution of a puzzle. */
function anotherSolution(first: Cells, second: Cells): string {
  const differing = first.reduce((count, cell, i) => count + (cell === second[i] ? 0 : 1), 0);
  return `another solution: it differs in ${numberOf(differing, 'cell')}`;
}
