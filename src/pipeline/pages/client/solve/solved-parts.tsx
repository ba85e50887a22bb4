import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Ambiguity } from '../../../../solver/craft/advice/ambiguity.js';
import { type Cells, UNKNOWN, type Puzzle } from '../../../../solver/core/puzzle/types.js';
import { GridView } from '../grid-view.js';
import type { Scene } from '../paint.js';
import {
  bigCountText,
  numberOf,
  bytesText,
  durationText,
} from '../../../../solver/core/text/numbers.js';
import type { Advice } from './answers.js';
import { askAdvice, useAdvice } from './solver.js';
import { type SolvedWithGoal, misfitText } from '../../../../solver/craft/advice/mistake.js';
import type { Status, Technique } from '../../../../solver/core/result/outcome.js';
import { Notice } from '../parts.js';
import { capital } from '../../../../solver/core/text/plain-text.js';
import { exactlyText } from '../../../../solver/core/result/difficulty-words.js';
import { saveFile } from '../saving.js';

/** How many places get a switch. */
const SWITCHES = 24;

/** The cells that all solutions share, and a switch for each place that varies. */
export function AmbiguityView({ puzzle }: { readonly puzzle: Puzzle }): JSX.Element {
  const [map, setMap] = useState<Ambiguity | 'working' | 'failed' | null>(null);
  useEffect(() => setMap(null), [puzzle]);
  const ask = async (): Promise<void> => {
    setMap('working');
    setMap((await askAdvice('map', [puzzle])) ?? 'failed');
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

/**
 * What is proven of a puzzle, in a word and a sentence, and what does not fit its clues: its start
 * position, or the author's picture `goal`, which is null if it fits. `children` is said besides.
 */
export function VerdictNotice(props: {
  readonly puzzle: Puzzle;
  readonly outcome: Pick<SolvedWithGoal, 'status' | 'solution'> & {
    readonly technique: Technique | null;
  };
  readonly goal: Cells | null;
  readonly children?: ComponentChildren;
}): JSX.Element {
  const { puzzle, outcome, goal, children } = props;
  const { status, technique, solution } = outcome;
  const isMisfit = goal !== null || (status === 'contradiction' && puzzle.start !== null);
  const solved = useMemo(
    () => ({ puzzle, goal, status, solution }),
    [puzzle, goal, status, solution],
  );
  const [kind, title, text] = verdictWords(status, technique, puzzle.start !== null);
  return (
    <>
      <Notice kind={kind} title={title}>
        {text} {children}
      </Notice>
      {isMisfit && <MisfitNotice solved={solved} />}
    </>
  );
}

function verdictWords(
  status: Status,
  technique: Technique | null,
  hasStart: boolean,
): readonly [kind: 'good' | 'doubt' | 'bad', title: string, text: string] {
  if (status === 'unique' && technique === 'line') {
    const title = 'A good puzzle: one solution, and no guessing';
    return ['good', title, 'Looking at one line at a time solves it.'];
  }
  if (status === 'unique') {
    const text =
      technique === 'probe'
        ? 'Now and then one must assume a cell and find a contradiction.'
        : 'Even contradictions of one assumed cell are not enough.';
    return ['doubt', 'One solution, but lines alone do not find it', text];
  }
  if (status === 'multiple') return ['bad', 'Not a good puzzle: it has more than one solution', ''];
  if (status !== 'contradiction') return ['doubt', `Not decided: ${status}`, ''];
  const start = hasStart ? ' and the start position' : '';
  return ['bad', `Not a puzzle: no picture fits these clues${start}`, ''];
}

/** Names the first wrong cell of a start position or an author's picture that does not fit. */
function MisfitNotice({ solved }: { readonly solved: SolvedWithGoal }): JSX.Element | null {
  const misfits = useAdvice('misfits', [solved], [solved]) ?? [];
  if (misfits.length === 0) return null;
  return (
    <Notice kind="bad" title="What came with the puzzle does not fit its clues">
      {misfits.map((misfit, i) => (
        <div key={i}>{capital(misfitText(misfit, solved.puzzle))}.</div>
      ))}
    </Notice>
  );
}

type CertificateAnswer = ReturnType<Advice['certificate']>;

const NONE: CertificateAnswer = { kind: 'none', reason: 'The certificate could not be made.' };

interface Working {
  readonly kind: 'working';
  readonly stop: () => void;
}

/** Makes a certificate and offers its two files. One that takes long is announced first. */
export function CertificateButton(props: {
  readonly puzzle: Puzzle;
  /** What its files are called, without their ends. */
  readonly name: string;
}): JSX.Element {
  const { puzzle, name } = props;
  const [state, setState] = useState<CertificateAnswer | Working | null>(null);
  useEffect(() => (state?.kind === 'working' ? state.stop : undefined), [state]);
  useEffect(() => setState(null), [puzzle]);
  const ask = async (mayTakeLong: boolean): Promise<void> => {
    const ended = new AbortController();
    setState({ kind: 'working', stop: () => ended.abort() });
    const answer = await askAdvice('certificate', [puzzle, mayTakeLong], ended.signal);
    if (!ended.signal.aborted) setState(answer ?? NONE);
  };
  return (
    <>
      <button
        type="button"
        title="A proof that other programs check"
        disabled={state?.kind === 'working'}
        onClick={() => void ask(false)}
      >
        Certificate
      </button>
      {state !== null && (
        <div class="card card-body small" role="status">
          <Offer
            state={state}
            name={name}
            onGoOn={() => void ask(true)}
            onEnd={() => setState(null)}
          />
        </div>
      )}
    </>
  );
}

function Offer(props: {
  readonly state: CertificateAnswer | Working;
  readonly name: string;
  readonly onGoOn: () => void;
  readonly onEnd: () => void;
}): JSX.Element {
  const { state, name, onGoOn, onEnd } = props;
  switch (state.kind) {
    case 'working':
      return (
        <p class="row">
          Proving it …
          <button type="button" onClick={onEnd}>
            Stop
          </button>
        </p>
      );
    case 'long':
      return (
        <p class="row">
          That takes about {durationText(state.seconds * 1000)}.
          <button type="button" onClick={onGoOn}>
            Make it
          </button>
          <button type="button" onClick={onEnd}>
            Leave it
          </button>
        </p>
      );
    case 'none':
      return <p>{state.reason}</p>;
    case 'made':
      return (
        <>
          <p>
            Certified: {exactlyText(state.solutions)}, in {numberOf(state.lemmas, 'lemma')}, each of
            them checked. Other programs check it by both files: <code>cake_lpr</code>, which is
            itself proven correct, and <code>nonomill verify</code>.
          </p>
          <p class="row">
            {(
              [
                ['Save the proof', 'lrat', state.proof],
                ['Save its clauses', 'cnf', state.clauses],
              ] as const
            ).map(([label, end, content]) => (
              <button key={end} type="button" onClick={() => saveFile(`${name}.${end}`, content)}>
                {label} ({bytesText(content.size)})
              </button>
            ))}
          </p>
        </>
      );
  }
}
