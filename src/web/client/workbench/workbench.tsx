import type { JSX } from 'preact';
import { useCallback, useEffect, useState } from 'preact/hooks';
import type { Fixed } from '../../../advice/fix/fix.js';
import type { Puzzle } from '../../../puzzle/types.js';
import { numberOf } from '../../../text/numbers.js';
import { Drawing } from '../drawing/drawing.js';
import { drawingOf, emptyDrawing, type Drawn } from '../drawing/drawn.js';
import { changed, historyOf, type History } from '../drawing/history.js';
import { drawingOfPicture, usePicture } from '../drawing/use-picture.js';
import { lazily } from '../parts/lazily.js';
import { Notice } from '../parts/notice.js';
import type { Solving } from '../solve/latest-solver.js';
import { useSolved } from '../solve/use-solved.js';
import { tryHash } from '../try-address.js';
import type { Beginning } from './beginning.js';
import { NOTHING, fromDrawing, fromHash, type Given } from './given.js';
import { Tabs, type Tab } from './tabs.js';
import { useTint, type Tint } from './use-tint.js';
import { judgedOf, TryVerdict } from './verdict.js';

const TextForm = lazily(async () => (await import('./text-form.js')).TextForm);
const PictureForm = lazily(async () => (await import('../drawing/picture-form.js')).PictureForm);
const Outlets = lazily(async () => (await import('./outlets.js')).Outlets);
const Details = lazily(async () => (await import('./details.js')).Details);

/** How long a drawing must stay as it is, in milliseconds, before its replay is made. */
const PAUSE_MS = 300;

/** Draw, paste or open a puzzle, and see beside it what it is worth. */
export function Workbench(props: {
  readonly beginning: Beginning;
  /** Where the score is defined; null if this site has no such page. */
  readonly definition: string | null;
}): JSX.Element {
  const { beginning, definition } = props;
  const [tab, setTab] = useState<Tab>(() => tabOf(beginning));
  const [history, setHistory] = useState(() => historyOf(emptyDrawing(10, 10)));
  const [given, take] = useGiven((found) => {
    if (found.picture === null) setTab('text');
    else {
      setHistory(historyOf(drawingOf(found.puzzle, found.picture)));
      setTab('draw');
    }
  });
  const { solving, replayed } = useSolved(given.puzzle, PAUSE_MS);
  const tint = useTint(judgedOf(solving), replayed);
  const varying = tintOn(tint, history.present);
  const turn = (next: History<Drawn>, title = given.title): void => {
    setHistory(next);
    take(fromDrawing(next.present, title));
  };
  const draw = (next: Drawn, title = given.title): void => turn(changed(history, next), title);
  const check = (found: Given): void => {
    if (found.picture !== null) setHistory(historyOf(drawingOf(found.puzzle, found.picture)));
    take(found);
  };
  const fixed = ({ puzzle, goal, by }: Fixed): void => {
    if (by === 'pixels' && given.picture !== null) {
      draw(drawingOf(puzzle, goal));
      if (tab === 'text') setTab('draw');
      return;
    }
    setTab('text');
    take({ puzzle, title: given.title, problem: null, picture: null });
  };
  const picture = usePicture(beginning.kind === 'picture' ? beginning.file : null, (settings) => {
    setTab('picture');
    draw(drawingOfPicture(settings), settings.name);
  });
  return (
    <>
      <div class="workbench">
        <section class="card">
          <Tabs tab={tab} onPick={setTab} />
          <div role="tabpanel" id={`panel-${tab}`} aria-labelledby={`tab-${tab}`}>
            {tab === 'text' && (
              <TextForm
                given={given}
                pasted={beginning.kind === 'text' ? beginning.text : null}
                onCheck={check}
              />
            )}
            {tab === 'draw' && <Drawing history={history} onHistory={turn} varying={varying} />}
            {tab === 'picture' && (
              <PictureForm
                settings={picture.settings}
                problem={picture.problem}
                history={history}
                onPicture={picture.onPicture}
                onSettings={picture.onSettings}
                onHistory={turn}
                varying={varying}
              />
            )}
          </div>
        </section>
        <VerdictCard given={given} solving={solving} definition={definition} tint={tint} />
      </div>
      {replayed !== null && <Details replayed={replayed} given={given} onFixed={fixed} />}
    </>
  );
}

/** The tab that work begins with. */
function tabOf({ kind }: Beginning): Tab {
  return kind === 'address' ? 'draw' : kind;
}

/** What is to be solved, kept in the address; `onFound` is called with a puzzle from the address. */
function useGiven(
  onFound: (found: Given & { readonly puzzle: Puzzle }) => void,
): [Given, (next: Given) => void] {
  const [given, setGiven] = useState<Given>(NOTHING);
  useEffect(() => {
    const read = (): void => {
      const found = fromHash(location.hash);
      if (found === null) return;
      setGiven(found);
      if (found.puzzle !== null) onFound(found);
    };
    read();
    window.addEventListener('hashchange', read);
    return () => window.removeEventListener('hashchange', read);
  }, []);
  const take = useCallback((next: Given): void => {
    setGiven(next);
    const hash = next.puzzle === null ? '' : tryHash(next.puzzle, next.title, next.picture);
    history.replaceState(history.state, '', `${location.pathname}${location.search}${hash}`);
  }, []);
  return [given, take];
}

/** The cells to tint on a drawing: none if that is switched off, or the verdict is still of another size. */
function tintOn({ varying, isOn }: Tint, { cells }: Drawn): ReadonlySet<number> {
  return isOn && Math.max(...varying) < cells.length ? varying : NONE;
}

const NONE: ReadonlySet<number> = new Set();

function TintSwitch({ tint }: { readonly tint: Tint }): JSX.Element {
  const { varying, isOn, turn } = tint;
  return (
    <label class="tick small">
      <input
        type="checkbox"
        checked={isOn}
        onChange={(event) => turn(event.currentTarget.checked)}
      />
      Tint the {numberOf(varying.size, 'cell')} that vary between solutions
    </label>
  );
}

/** What is said of the puzzle, and what can be done with it. */
function VerdictCard(props: {
  readonly given: Given;
  readonly solving: Solving;
  readonly definition: string | null;
  readonly tint: Tint;
}): JSX.Element {
  const { given, solving, definition, tint } = props;
  const { puzzle, problem } = given;
  return (
    <section class="card verdict" aria-label="Verdict">
      {puzzle !== null && (
        <>
          <TryVerdict puzzle={puzzle} solving={solving} definition={definition} />
          {tint.varying.size > 0 && given.picture !== null && <TintSwitch tint={tint} />}
          <Outlets given={given} puzzle={puzzle} />
        </>
      )}
      {problem !== null && <Notice kind="bad" title={problem} />}
      {puzzle === null && problem === null && (
        <p class="soft">The verdict on your puzzle is shown here, and changes with every stroke.</p>
      )}
    </section>
  );
}
