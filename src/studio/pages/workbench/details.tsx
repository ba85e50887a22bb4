import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { GridView } from '../../../pipeline/pages/client/grid-view.js';
import type { Scene } from '../../../pipeline/pages/client/paint.js';
import { Presses } from '../../../pipeline/pages/client/controls.js';
import { Notice } from '../../../pipeline/pages/client/parts.js';
import { Player } from '../../../pipeline/pages/client/player.js';
import { AmbiguityView } from '../../../pipeline/pages/client/solve/solved-parts.js';
import {
  askAdvice,
  type Replayed,
  solutionsOf,
} from '../../../pipeline/pages/client/solve/solver.js';
import type { Puzzle } from '../../../solver/core/puzzle/types.js';
import { capital } from '../../../solver/core/text/plain-text.js';
import { type Fixed, fixWords, type NotFixed } from '../../../solver/craft/fix/fix.js';
import { type Given, nameOf } from '../intake/given.js';
import { changesText } from '../advice-words.js';

/** Why a puzzle is as it is, and how it is solved, as it was when drawing last paused. */
export function Details(props: {
  readonly replayed: Replayed;
  readonly given: Given;
  readonly onFixed: (fixed: Fixed) => void;
}): JSX.Element {
  const { replayed, given, onFixed } = props;
  const { puzzle, outcome, replay } = replayed;
  const { status, technique } = outcome;
  return (
    <>
      <div class="columns">
        {status === 'multiple' && <AmbiguityView puzzle={puzzle} />}
        {given.picture === null &&
          (status === 'multiple' || (status === 'unique' && technique !== 'line')) && (
            <FixIt
              key={puzzle}
              puzzle={puzzle}
              onTake={(fixed) => {
                if (given.puzzle === puzzle) onFixed(fixed);
              }}
            />
          )}
      </div>
      <Player
        key={puzzle}
        puzzle={puzzle}
        replay={replay}
        name={nameOf(given)}
        solutions={solutionsOf(outcome)}
        fromEnd
      />
    </>
  );
}

/** Milliseconds after which the best fix found is shown. */
const PATIENCE_MS = 15_000;

/** The fewest changes that make a puzzle without a picture good, and the fixed puzzle to take. */
function FixIt(props: {
  readonly puzzle: Puzzle;
  readonly onTake: (fixed: Fixed) => void;
}): JSX.Element {
  const { puzzle, onTake } = props;
  const [found, setFound] = useState<Fixed | NotFixed | 'working' | null>(null);
  const answer = found === 'working' ? null : found;
  const ask = async (goal: 'unique' | 'line'): Promise<void> => {
    setFound('working');
    const options = { for: goal, prefer: 'symmetry', timeoutMs: PATIENCE_MS } as const;
    const failed = { kind: 'none', reason: 'this browser could not do it', atLeast: 0 } as const;
    setFound((await askAdvice('fix', [{ puzzle, goal: null }, options])) ?? failed);
  };
  return (
    <section class="card" aria-label="Fix it">
      <div class="card-body">
        <Presses
          class="row"
          label="What the fix is for"
          presses={(['unique', 'line'] as const).map((goal) => ({
            name: goal === 'unique' ? 'Fix it: one solution' : 'Fix it: no guessing',
            act: found === 'working' ? null : () => void ask(goal),
          }))}
        />
        <div class="advice" aria-live="polite">
          {found === 'working' && <p>Looking for the fewest changes …</p>}
          {answer?.kind === 'none' && <Notice kind="bad" title={`Not fixed: ${answer.reason}.`} />}
          {answer?.kind === 'fixed' && <FixShown fixed={answer} onTake={() => onTake(answer)} />}
        </div>
      </div>
    </section>
  );
}

function FixShown(props: { readonly fixed: Fixed; readonly onTake: () => void }): JSX.Element {
  const { fixed, onTake } = props;
  const { puzzle, goal, changes } = fixed;
  const scene = useMemo(
    (): Scene => ({
      cells: goal,
      assumed: changes.map(({ row, column }) => (row - 1) * puzzle.width + column - 1),
    }),
    [goal, changes, puzzle],
  );
  return (
    <>
      <p>
        <strong>{capital(fixWords(fixed))}.</strong> {changesText(changes, puzzle)}
      </p>
      <GridView puzzle={puzzle} scene={scene} label="The fixed puzzle, its changes marked" />
      {changes.length > 0 && (
        <div class="row">
          <button type="button" class="strong" onClick={onTake}>
            Take the fixed puzzle
          </button>
        </div>
      )}
    </>
  );
}
