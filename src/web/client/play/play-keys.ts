import { BLANK, UNKNOWN, type Cells, type Puzzle } from '../../../core/puzzle/types.js';
import { redone, undone, type Game } from './game.js';

/** What the keys work on. */
export interface Keyboard {
  readonly puzzle: Puzzle;
  readonly cells: Cells;
  /** The cell of the keyboard's cursor; null before the first key. */
  readonly cursor: number | null;
  /** The value that space and Enter set. */
  readonly tool: number;
  readonly setCursor: (cell: number) => void;
  readonly setCells: (values: ReadonlyMap<number, number>) => void;
  readonly change: (next: (game: Game) => Game) => void;
}

/** Handles a key on the grid: arrows move, or drag with Shift; others set a cell, undo or redo. */
export function onPlayKey(event: KeyboardEvent, keyboard: Keyboard): void {
  const { puzzle, cells, cursor, tool, setCursor, setCells, change } = keyboard;
  const { width, height } = puzzle;
  const from = cursor ?? 0;
  const [x, y] = [from % width, Math.floor(from / width)];
  const toggle = (value: number): void => {
    setCursor(from);
    const to = cells[from] === value ? UNKNOWN : value;
    setCells(new Map([[from, to]]));
  };
  // With Shift, the cell that is come to gets what the one before has, as if it were dragged there.
  const move = (to: number): void => {
    setCursor(to);
    if (event.shiftKey && to !== from) setCells(new Map([[to, cells[from]]]));
  };
  const keys: Record<string, () => void> = {
    ArrowLeft: () => move(x > 0 ? from - 1 : from),
    ArrowRight: () => move(x + 1 < width ? from + 1 : from),
    ArrowUp: () => move(y > 0 ? from - width : from),
    ArrowDown: () => move(y + 1 < height ? from + width : from),
    Home: () => setCursor(from - x),
    End: () => setCursor(from - x + width - 1),
    ' ': () => toggle(tool),
    Enter: () => toggle(tool),
    x: () => toggle(BLANK),
    Backspace: () => toggle(cells[from]),
    u: () => change(undone),
    r: () => change(redone),
  };
  const command = event.ctrlKey || event.metaKey;
  if (command && event.key === 'z') change(event.shiftKey ? redone : undone);
  else if (command && event.key === 'y') change(redone);
  else if (!command && Object.hasOwn(keys, event.key)) keys[event.key]();
  else return;
  event.preventDefault();
}
