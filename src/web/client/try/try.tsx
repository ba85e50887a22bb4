import type { JSX } from 'preact';
import { useCallback, useEffect, useState } from 'preact/hooks';
import type { Fixed } from '../../../advice/fix/fix.js';
import type { Puzzle } from '../../../puzzle/types.js';
import { AmbiguityMap } from '../advice/ambiguity-map.js';
import { FixIt } from '../advice/fix-it.js';
import { Drawing } from '../drawing/drawing.js';
import { drawingOf, emptyDrawing, type Drawn } from '../drawing/drawn.js';
import { changed, historyOf, type History } from '../drawing/history.js';
import { CopyLink } from '../parts/copy-link.js';
import { ExportMenu } from '../parts/export-menu.js';
import { Notice } from '../parts/notice.js';
import { PuzzlinkCode } from '../parts/puzzlink-code.js';
import { Title } from '../parts/title.js';
import { PictureForm } from '../drawing/picture-form.js';
import { drawingOfPicture, usePicture } from '../drawing/use-picture.js';
import { Player } from '../player/player.js';
import type { Replayed, Solving } from '../solve/latest-solver.js';
import { solutionsOf } from '../solve/solve-request.js';
import { useSolved } from '../solve/use-solved.js';
import { playHash, tryHash } from '../try-address.js';
import { NOTHING, asText, fromDrawing, fromHash, fromText, type Given } from './given.js';
import { numberOf } from '../../../text/numbers.js';
import { TextForm } from './text-form.js';
import { useTint, type Tint } from './use-tint.js';
import { judgedOf, TryVerdict } from './verdict.js';
import { Welcome } from './welcome.js';

/** How long a drawing must stay as it is, in milliseconds, before its replay is made. */
const PAUSE_MS = 300;

/** Type, paste or draw a puzzle, or drop a picture: is it a good one, and how is it solved? */
export function TryPage(props: {
  /** Where the score is defined; null if this site has no such page. */
  readonly definition: string | null;
}): JSX.Element {
  const [tab, setTab] = useState<Tab>('text');
  const [text, setText] = useState('');
  const [history, setHistory] = useState(() => historyOf(emptyDrawing(10, 10)));
  const [given, take] = useGiven((found) => {
    setText(asText(found.puzzle, found.title));
    if (found.picture === null) return;
    setHistory(historyOf(drawingOf(found.puzzle, found.picture)));
    setTab('draw');
  });
  const { solving, replayed } = useSolved(given.puzzle, PAUSE_MS);
  const tint = useTint(judgedOf(solving), replayed);
  const varying = tintOn(tint, history.present);
  const turn = (next: History<Drawn>, title = given.title): void => {
    setHistory(next);
    take(fromDrawing(next.present, title));
  };
  const draw = (next: Drawn, title = given.title): void => turn(changed(history, next), title);
  const check = (source: string): void => {
    const found = fromText(source);
    if (found.picture !== null) setHistory(historyOf(drawingOf(found.puzzle, found.picture)));
    take(found);
  };
  const picture = usePicture((settings) => {
    setTab('picture');
    draw(drawingOfPicture(settings), settings.name);
  });
  return (
    <>
      <Title trail={[]} title="Try a puzzle" />
      <Intro />
      <div class="workbench">
        <section class="card">
          <Tabs tab={tab} onPick={setTab} />
          <div role="tabpanel" id={`panel-${tab}`} aria-labelledby={`tab-${tab}`}>
            {tab === 'text' && <TextForm text={text} onText={setText} onCheck={check} />}
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
        <VerdictCard
          given={given}
          solving={solving}
          definition={props.definition}
          tint={tint}
          onPick={tab === 'text' ? setTab : null}
        />
      </div>
      {replayed !== null && (
        <Details
          replayed={replayed}
          given={given}
          onFixed={({ puzzle, goal, by }) => {
            setText(asText(puzzle, given.title));
            if (by === 'pixels' && given.picture !== null) {
              draw(drawingOf(puzzle, goal));
              if (tab === 'text') setTab('draw');
              return;
            }
            setTab('text');
            take({ puzzle, title: given.title, problem: null, picture: null });
          }}
        />
      )}
    </>
  );
}

function Intro(): JSX.Element {
  return (
    <p class="soft">
      Is it a good puzzle? One solution, and no guessing needed. The solver runs in this page;
      nothing is sent anywhere, and the address holds the puzzle.
    </p>
  );
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
  /** Picks a way to begin; null once one is picked. */
  readonly onPick: ((tab: Tab) => void) | null;
}): JSX.Element {
  const { given, solving, definition, tint, onPick } = props;
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
      {puzzle === null &&
        problem === null &&
        (onPick !== null ? (
          <Welcome
            onDraw={() => onPick('draw')}
            onOpen={() => onPick('picture')}
            onPaste={() => document.getElementById('puzzle-text')?.focus()}
          />
        ) : (
          <p class="soft">
            The verdict on your puzzle is shown here, and changes with every stroke.
          </p>
        ))}
    </section>
  );
}

/** What can be done with the puzzle. */
function Outlets(props: { readonly given: Given; readonly puzzle: Puzzle }): JSX.Element {
  const { given, puzzle } = props;
  const { title, picture } = given;
  const [withPicture, setWithPicture] = useState(false);
  const shared = withPicture ? picture : null;
  return (
    <div class="row">
      <a class="button strong" href={playHash(puzzle, title, picture)}>
        Play it
      </a>
      <CopyLink key={withPicture} hash={() => tryHash(puzzle, title, shared)} />
      <ExportMenu
        puzzle={puzzle}
        name={nameOf(given)}
        title={title === '' ? null : title}
        goal={picture}
      />
      <PuzzlinkCode puzzle={puzzle} />
      {picture !== null && (
        <label class="tick small">
          <input
            type="checkbox"
            checked={withPicture}
            onChange={(event) => setWithPicture(event.currentTarget.checked)}
          />
          The link holds my drawing, the solution, too
        </label>
      )}
    </div>
  );
}

function nameOf({ title }: Given): string {
  return title === '' ? 'puzzle' : title;
}

/** Why a puzzle is as it is, and how it is solved: of the puzzle that was there when drawing last paused. */
function Details(props: {
  readonly replayed: Replayed;
  readonly given: Given;
  readonly onFixed: (fixed: Fixed) => void;
}): JSX.Element {
  const { replayed, given, onFixed } = props;
  const { puzzle, outcome, replay } = replayed;
  const { status, technique } = outcome;
  return (
    <>
      {status === 'multiple' && <AmbiguityMap puzzle={puzzle} />}
      {(status === 'multiple' || (status === 'unique' && technique !== 'line')) && (
        <FixIt
          puzzle={puzzle}
          picture={given.puzzle === puzzle ? given.picture : null}
          onTake={(fixed) => {
            if (given.puzzle === puzzle) onFixed(fixed);
          }}
        />
      )}
      <Player
        key={puzzle}
        puzzle={puzzle}
        replay={replay}
        name={nameOf(given)}
        solutions={solutionsOf(outcome)}
      />
    </>
  );
}

/** The ways to enter a puzzle. */
type Tab = 'text' | 'draw' | 'picture';

const TABS = [
  { name: 'text', label: 'Type or paste' },
  { name: 'draw', label: 'Draw a picture' },
  { name: 'picture', label: 'From a picture' },
] as const;

/** The tabs over the panels `panel-text`, `panel-draw` and `panel-picture`; arrow keys change between them. */
function Tabs(props: { readonly tab: Tab; readonly onPick: (tab: Tab) => void }): JSX.Element {
  const { tab, onPick } = props;
  const key = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    const step = event.key === 'ArrowLeft' ? TABS.length - 1 : 1;
    const { name } = TABS[(TABS.findIndex((one) => one.name === tab) + step) % TABS.length];
    onPick(name);
    document.getElementById(`tab-${name}`)?.focus();
  };
  return (
    <div class="tabs" role="tablist" aria-label="How to enter a puzzle">
      {TABS.map(({ name, label }) => (
        <button
          key={name}
          type="button"
          role="tab"
          id={`tab-${name}`}
          aria-selected={tab === name}
          aria-controls={tab === name ? `panel-${name}` : undefined}
          tabIndex={tab === name ? 0 : -1}
          onClick={() => onPick(name)}
          onKeyDown={key}
        >
          {label}
        </button>
      ))}
    </div>
  );
}
