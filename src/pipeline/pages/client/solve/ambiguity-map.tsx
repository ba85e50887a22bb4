import type { JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Ambiguity } from '../../../../solver/craft/advice/ambiguity.js';
import { UNKNOWN, type Puzzle } from '../../../../solver/core/puzzle/types.js';
import { GridView } from '../grid/grid-view.js';
import type { Scene } from '../grid/paint.js';
import { bigCountText, numberOf } from '../../../../solver/core/text/numbers.js';
import { askAdvice } from './ask-advice.js';
import { type SolvedWithGoal, misfitText } from '../../../../solver/craft/advice/mistake.js';
import { Notice } from '../parts/notice.js';
import { capital } from '../../../../solver/core/text/plain-text.js';

/** How many places get a switch. */
const SWITCHES = 24;

/**
 * Why a puzzle is ambiguous: the cells that all solutions share, and a switch for each place that
 * varies.
 */
export function AmbiguityView({ puzzle }: { readonly puzzle: Puzzle }): JSX.Element {
  const [map, setMap] = useState<Ambiguity | 'working' | 'failed' | null>(null);
  useEffect(() => setMap(null), [puzzle]);
  const ask = async (): Promise<void> => {
    setMap('working');
    const answer = await askAdvice({ kind: 'map', puzzle });
    setMap(answer?.kind === 'map' && answer.map !== null ? answer.map : 'failed');
  };
  return (
    <section class="card" aria-label="Why it is ambiguous">
      <div class="card-body">
        {typeof map !== 'object' || map === null ? (
          <div class="row">
            <button type="button" disabled={map === 'working'} onClick={() => void ask()}>
              See why: where its solutions differ
            </button>
          </div>
        ) : (
          <MapShown puzzle={puzzle} map={map} />
        )}
        <p aria-live="polite">
          {map === 'working' && 'Comparing all solutions …'}
          {map === 'failed' &&
            'That was not found out in time: of no cell is it known whether it varies.'}
        </p>
      </div>
    </section>
  );
}

function MapShown(props: { readonly puzzle: Puzzle; readonly map: Ambiguity }): JSX.Element {
  const { puzzle, map } = props;
  const [ways, setWays] = useState<readonly number[]>(() => map.places.map(() => 0));
  const scene = useMemo((): Scene => {
    const cells = map.solution.slice();
    const assumed: number[] = [];
    map.places.forEach(({ cells: place, variants }, i) => {
      place.forEach((cell, k) => {
        cells[cell] = variants[ways[i]][k];
        assumed.push(cell);
      });
    });
    // Nobody knows of these whether they vary: the picture does not claim a value.
    for (const cell of map.undecided) cells[cell] = UNKNOWN;
    return { cells, assumed };
  }, [map, ways]);
  const same = map.settled.filter((value) => value !== UNKNOWN).length;
  return (
    <>
      <p>
        All solutions agree in {same} of {map.settled.length} cells.{' '}
        {map.undecided.length > 0 &&
          `Of ${numberOf(map.undecided.length, 'cell')} that is not known: there was not enough time. ${map.undecided.length === 1 ? 'It is' : 'They are'} drawn as unknown. `}
        {map.places.length > 0 && `${placesText(map)} The marked cells vary.`}
      </p>
      <GridView puzzle={puzzle} scene={scene} label="One solution; the marked cells vary" />
      <div class="row" role="group" aria-label="Ways of each place">
        {map.places.slice(0, SWITCHES).map(({ variants, count, exact }, i) => (
          <button
            key={i}
            type="button"
            onClick={() => setWays(ways.with(i, (ways[i] + 1) % variants.length))}
          >
            Place {i + 1}: {ways[i] + 1} of {waysText(variants.length, count, exact)}
          </button>
        ))}
      </div>
      {map.places.length > SWITCHES && (
        <p class="small soft">
          {numberOf(map.places.length - SWITCHES, 'more place varies', 'more places vary')}.
        </p>
      )}
    </>
  );
}

/** `2`, or `64 shown (79,833 in all)`. */
function waysText(shown: number, count: bigint, exact: boolean): string {
  const all = `${exact ? '' : 'at least '}${bigCountText(String(count))}`;
  return exact && BigInt(shown) === count ? all : `${shown} shown (${all} in all)`;
}

function placesText({ places, solutions, solutionsExact }: Ambiguity): string {
  const total = `${solutionsExact ? '' : 'at least '}${bigCountText(String(solutions))}`;
  if (places.length === 1) return `1 place varies, in ${total} ways.`;
  const product = places.slice(0, 12).map(({ count }) => bigCountText(String(count)));
  const shown = places.length > 12 ? [...product, '…'] : product;
  return `${places.length} places vary, each by itself: ${shown.join(' × ')} = ${total} solutions.`;
}

/** Names the first wrong cell of a start position or an author's picture that does not fit. */
export function MisfitNotice({ solved }: { readonly solved: SolvedWithGoal }): JSX.Element | null {
  const [texts, setTexts] = useState<readonly string[]>([]);
  useEffect(() => {
    let asked = true;
    setTexts([]);
    void askAdvice({ kind: 'misfits', solved }).then((answer) => {
      if (!asked || answer?.kind !== 'misfits') return;
      setTexts(answer.misfits.map((misfit) => misfitText(misfit, solved.puzzle)));
    });
    return () => {
      asked = false;
    };
  }, [solved]);
  if (texts.length === 0) return null;
  return (
    <Notice kind="bad" title="What came with the puzzle does not fit its clues">
      {texts.map((text) => (
        <div key={text}>{capital(text)}.</div>
      ))}
    </Notice>
  );
}
