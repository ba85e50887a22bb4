import type { JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import {
  askAdvice,
  type JudgedPuzzle,
  type Replayed,
  solutionsOf,
} from '../../../pipeline/pages/client/solve/solver.js';
import { type Puzzle, UNKNOWN } from '../../../solver/core/puzzle/types.js';
import { countText, numberOf } from '../../../solver/core/text/numbers.js';
import type { Opening } from '../../../solver/craft/advice/hint.js';
import { knownText } from '../advice-words.js';
import type { BoardMarks } from '../drawing/drawing.js';
import type { Drawn } from '../drawing/drawn.js';
import type { Fixes } from './fixes.js';

/** What of a verdict is shown on the board, each with a switch. */
interface Switches {
  readonly tint: Tint;
  /** The lines that line solving alone does not finish. */
  readonly stuck: readonly number[];
  readonly showsStuck: boolean;
  readonly turnStuck: (on: boolean) => void;
  /** How the puzzle opens, if lines alone solve it. */
  readonly opening: Opening | null;
  /** Which of its places is marked. */
  readonly place: Place | null;
  readonly turnPlace: (place: Place | null) => void;
}

/** A place of a line-solvable puzzle: where it opens, and where the fewest lines go on. */
type Place = 'first' | 'narrowest';

export function useSwitches(judged: JudgedPuzzle | null, tint: Tint): Switches {
  const [showsStuck, turnStuck] = useState(true);
  const [place, turnPlace] = useState<Place | null>(null);
  const stuck = judged?.verdict.stuck ?? NO_LINES;
  const opening = judged?.verdict.opening ?? null;
  return { tint, stuck, showsStuck, turnStuck, opening, place, turnPlace };
}

/** The marks of a board: none that are still of another size. */
export function useMarks(drawn: Drawn, switches: Switches, fixes: Fixes): BoardMarks {
  const { tint, stuck, showsStuck, opening, place } = switches;
  const { varying, isOn } = tint;
  const { ghosts } = fixes;
  const cells = drawn.cells.length;
  const lines = drawn.width + drawn.height;
  return useMemo(
    () => ({
      varying: isOn && Math.max(...varying) < cells ? varying : NONE,
      lines: markedLines([...(showsStuck ? stuck : []), ...linesAt(opening, place)], lines),
      ghosts: Math.max(...ghosts.keys()) < cells ? ghosts : new Map(),
    }),
    [varying, isOn, stuck, showsStuck, opening, place, ghosts, cells, lines],
  );
}

const NO_LINES: readonly number[] = [];
const NONE: ReadonlySet<number> = new Set();

function markedLines(marked: readonly number[], lines: number): ReadonlySet<number> {
  return Math.max(...marked) < lines ? new Set(marked) : NONE;
}

function linesAt(opening: Opening | null, place: Place | null): readonly number[] {
  if (opening === null || place === null) return [];
  return place === 'first' ? opening.lines : (opening.narrowest?.lines ?? []);
}

export function BoardSwitches({ switches }: { readonly switches: Switches }): JSX.Element | null {
  const { tint, stuck, showsStuck, turnStuck, opening, place, turnPlace } = switches;
  if (tint.varying.size === 0 && stuck.length === 0 && opening === null) return null;
  return (
    <div class="switches">
      {tint.varying.size > 0 && (
        <Switch isOn={tint.isOn} onTurn={tint.turn}>
          {tintText(tint)}
        </Switch>
      )}
      {stuck.length > 0 && (
        <Switch isOn={showsStuck} onTurn={turnStuck}>
          {`Mark the ${numberOf(stuck.length, 'line that gets', 'lines that get')} stuck without guessing`}
        </Switch>
      )}
      {opening !== null && (
        <Switch
          isOn={place === 'first'}
          onTurn={(on) => turnPlace(on ? 'first' : null)}
        >{`Mark the ${numberOf(opening.lines.length, 'line')} that it opens with`}</Switch>
      )}
      {opening?.narrowest != null && opening.narrowest.known > 0 && (
        <Switch isOn={place === 'narrowest'} onTurn={(on) => turnPlace(on ? 'narrowest' : null)}>
          {`Mark its narrowest place: ${numberOf(opening.narrowest.lines.length, 'line')} ${knownText(opening.narrowest.known)}`}
        </Switch>
      )}
    </div>
  );
}

function tintText({ varying, isWhole }: Tint): string {
  return isWhole
    ? `Tint the ${numberOf(varying.size, 'cell that varies', 'cells that vary')} between solutions`
    : `Tint the cells that vary between solutions, at least ${countText(varying.size)}`;
}

function Switch(props: {
  readonly isOn: boolean;
  readonly onTurn: (on: boolean) => void;
  readonly children: string;
}): JSX.Element {
  const { isOn, onTurn, children } = props;
  return (
    <label class="tick small">
      <input
        type="checkbox"
        checked={isOn}
        onChange={(event) => onTurn(event.currentTarget.checked)}
      />
      <span>{children}</span>
    </label>
  );
}

/** The cells that vary between the solutions of a drawing's puzzle, to be tinted on the board. */
interface Tint {
  /**
   * All that are known; empty if there is one solution, and while the hand that draws does not
   * rest.
   */
  readonly varying: ReadonlySet<number>;
  /** Whether these are all; else there are at least as many. */
  readonly isWhole: boolean;
  readonly isOn: boolean;
  readonly turn: (on: boolean) => void;
}

/**
 * Finds the cells that vary once the hand that draws rests: at once those in which the two
 * solutions of the verdict differ, and then all others.
 */
export function useTint(
  puzzle: Puzzle | null,
  rests: boolean,
  {
    judged,
    replayed,
  }: { readonly judged: JudgedPuzzle | null; readonly replayed: Replayed | null },
): Tint {
  const [isOn, turn] = useState(true);
  const [mapped, setMapped] = useState<Mapped | null>(null);
  // Of a puzzle that has changed since, nothing is shown.
  const shown = rests && judged?.puzzle === puzzle ? judged : null;
  const isReplayed = replayed?.puzzle === puzzle && replayed.outcome.status === 'multiple';
  const asked = rests && isOn && isReplayed ? puzzle : null;
  useEffect(() => {
    if (asked === null) return undefined;
    const stop = new AbortController();
    void askAdvice({ kind: 'map', puzzle: asked }, stop.signal).then((answer) => {
      if (answer?.kind !== 'map' || answer.map === null) return;
      const { settled, undecided } = answer.map;
      const open = new Set(undecided);
      const cells = [...settled.keys()].filter((i) => settled[i] === UNKNOWN && !open.has(i));
      setMapped({ puzzle: asked, cells, isWhole: open.size === 0 });
    });
    return () => stop.abort();
  }, [asked]);
  const known = shown !== null && shown.puzzle === mapped?.puzzle ? mapped : null;
  const varying = useMemo(
    () => new Set([...differing(shown), ...(known?.cells ?? [])]),
    [shown, known],
  );
  return { varying, isWhole: known?.isWhole === true, isOn, turn };
}

/** The cells of a puzzle that are known to vary. */
interface Mapped {
  readonly puzzle: Puzzle;
  readonly cells: readonly number[];
  readonly isWhole: boolean;
}

/** The cells in which the two solutions of a verdict differ. */
function differing(judged: JudgedPuzzle | null): number[] {
  const both = judged === null ? null : solutionsOf(judged.verdict.outcome);
  if (both === null) return [];
  const [first, second] = both;
  return [...first.keys()].filter((i) => first[i] !== second[i]);
}
