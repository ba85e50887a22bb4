import type { JSX } from 'preact';
import type { Fixed } from '../../../solver/craft/fix/fix.js';
import { AmbiguityView } from '../../../pipeline/pages/client/solve/ambiguity-map.js';
import { FixIt } from '../adviser/fix-it.js';
import { Player } from '../../../pipeline/pages/client/player/player.js';
import type { Replayed } from '../../../pipeline/pages/client/solve/latest-solver.js';
import { solutionsOf } from '../../../pipeline/pages/client/solve/solve-request.js';
import { nameOf, type Given } from '../intake/given.js';

/**
 * Why a puzzle is as it is, and how it is solved: of the puzzle that was there when drawing last
 * paused.
 */
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
              puzzle={puzzle}
              picture={null}
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
