import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { countText, numberOf } from '../../../solver/core/text/numbers.js';
import type { BoardMarks } from '../drawing/drawing.js';
import type { Drawn } from '../drawing/drawn.js';
import type { JudgedPuzzle } from '../../../pipeline/pages/client/solve/latest-solver.js';
import type { Fixes } from './use-fixes.js';
import type { Tint } from './use-tint.js';

/** What of a verdict is shown on the board, each with a switch. */
export interface Switches {
  readonly tint: Tint;
  /** The lines that line solving alone does not finish. */
  readonly stuck: readonly number[];
  readonly showsStuck: boolean;
  readonly turnStuck: (on: boolean) => void;
}

export function useSwitches(judged: JudgedPuzzle | null, tint: Tint): Switches {
  const [showsStuck, turnStuck] = useState(true);
  return { tint, stuck: judged?.verdict.stuck ?? [], showsStuck, turnStuck };
}

/** The marks of a board: none that are still of another size. */
export function useMarks(drawn: Drawn, switches: Switches, fixes: Fixes): BoardMarks {
  const { tint, stuck, showsStuck } = switches;
  const { varying, isOn } = tint;
  const { ghosts } = fixes;
  const cells = drawn.cells.length;
  const lines = drawn.width + drawn.height;
  return useMemo(
    () => ({
      varying: isOn && Math.max(...varying) < cells ? varying : NONE,
      stuck: showsStuck && Math.max(...stuck) < lines ? new Set(stuck) : NONE,
      ghosts: Math.max(...ghosts.keys()) < cells ? ghosts : new Map(),
    }),
    [varying, isOn, stuck, showsStuck, ghosts, cells, lines],
  );
}

const NONE: ReadonlySet<number> = new Set();

export function BoardSwitches({ switches }: { readonly switches: Switches }): JSX.Element | null {
  const { tint, stuck, showsStuck, turnStuck } = switches;
  if (tint.varying.size === 0 && stuck.length === 0) return null;
  return (
    <div class="switches">
      {tint.varying.size > 0 && (
        <Switch isOn={tint.isOn} onTurn={tint.turn}>
          {tintText(tint)}
        </Switch>
      )}
      {stuck.length > 0 && (
        <Switch isOn={showsStuck} onTurn={turnStuck}>
          {`Mark the ${numberOf(stuck.length, 'line')} that get stuck without guessing`}
        </Switch>
      )}
    </div>
  );
}

function tintText({ varying, isWhole }: Tint): string {
  const cells = numberOf(varying.size, 'cell');
  return isWhole
    ? `Tint the ${cells} that vary between solutions`
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
