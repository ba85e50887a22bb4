import type { JSX } from 'preact';
import { useCallback, useEffect, useState, useMemo } from 'preact/hooks';
import type { Fixed } from '../../../advice/fix/fix.js';
import type { Puzzle } from '../../../puzzle/types.js';
import { AmbiguityMap, MisfitNotice } from '../advice/ambiguity-map.js';
import { FixIt } from '../advice/fix-it.js';
import { Drawing } from '../drawing/drawing.js';
import { drawingOf, emptyDrawing, type Drawn } from '../drawing/drawn.js';
import { changed, historyOf, type History } from '../drawing/history.js';
import { CopyLink } from '../parts/copy-link.js';
import { ExportMenu } from '../parts/export-menu.js';
import { Notice } from '../parts/notice.js';
import { ScoreSentence } from '../parts/score-sentence.js';
import { Title } from '../parts/title.js';
import { PictureForm } from '../drawing/picture-form.js';
import { drawingOfPicture, usePicture } from '../drawing/use-picture.js';
import { Player } from '../player/player.js';
import { useSolved, type Solving } from '../solve/use-solved.js';
import { solutionsOf, type SolveAnswer } from '../solve/solve-request.js';
import { playHash, tryHash } from '../try-address.js';
import { NOTHING, asText, fromDrawing, fromHash, fromText, type Given } from './given.js';
import { TextForm } from './text-form.js';
import { durationText } from '../../../text/durations.js';

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
  const solving = useSolved(given.puzzle);
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
      <p class="soft">
        Is it a good puzzle? One solution, and no guessing needed. The solver runs in this page;
        nothing is sent anywhere, and the address holds the puzzle.
      </p>
      <section class="card">
        <Tabs tab={tab} onPick={setTab} />
        <div role="tabpanel" id={`panel-${tab}`} aria-labelledby={`tab-${tab}`}>
          {tab === 'text' && <TextForm text={text} onText={setText} onCheck={check} />}
          {tab === 'draw' && <Drawing history={history} onHistory={turn} />}
          {tab === 'picture' && (
            <PictureForm
              settings={picture.settings}
              problem={picture.problem}
              history={history}
              onPicture={picture.onPicture}
              onSettings={picture.onSettings}
              onHistory={turn}
            />
          )}
        </div>
      </section>
      {given.problem !== null && <Notice kind="bad" title={given.problem} />}
      {given.puzzle !== null && <TryVerdict puzzle={given.puzzle} solving={solving} />}
      <Solved
        given={given}
        solving={solving}
        definition={props.definition}
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
    </>
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

function Solved(props: {
  readonly given: Given;
  readonly solving: Solving;
  readonly definition: string | null;
  readonly onFixed: (fixed: Fixed) => void;
}): JSX.Element | null {
  const { given, solving, definition, onFixed } = props;
  const { picture } = given;
  if (solving.state !== 'solved' || solving.puzzle !== given.puzzle) return null;
  const { puzzle, answer } = solving;
  const { status, technique } = answer.outcome;
  const name = given.title === '' ? 'puzzle' : given.title;
  return (
    <>
      {answer.difficulty !== null && puzzle.rows.some((clue) => clue.length > 0) && (
        <ScoreSentence difficulty={answer.difficulty} rank={null} definition={definition} />
      )}
      <div class="row">
        <a class="button strong" href={playHash(puzzle, given.title, picture)}>
          Play it
        </a>
        <ExportMenu
          puzzle={puzzle}
          name={name}
          title={given.title === '' ? null : given.title}
          goal={picture}
        />
        <CopyLink hash={() => tryHash(puzzle, given.title, picture)} />
      </div>
      {status === 'multiple' && <AmbiguityMap puzzle={puzzle} />}
      {(status === 'multiple' || (status === 'unique' && technique !== 'line')) && (
        <FixIt puzzle={puzzle} picture={picture} onTake={onFixed} />
      )}
      <Player
        key={puzzle}
        puzzle={puzzle}
        replay={answer.replay}
        name={name}
        solutions={solutionsOf(answer)}
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

/** Whether the puzzle is a good one, in a word and a sentence. */
function TryVerdict(props: { readonly puzzle: Puzzle; readonly solving: Solving }): JSX.Element {
  return <div aria-live="polite">{verdict(props.puzzle, props.solving)}</div>;
}

function verdict(puzzle: Puzzle, solving: Solving): JSX.Element | null {
  if (puzzle.rows.every((clue) => clue.length === 0)) {
    return (
      <Notice kind="plain" title="An empty picture">
        Every clue is empty, so there is nothing to solve yet.
      </Notice>
    );
  }
  if (solving.state === 'idle') return null;
  if (solving.state === 'solving') return <Notice kind="plain" title="Solving …" />;
  if (solving.state === 'failed') return <Notice kind="bad" title={solving.reason} />;
  return solvedVerdict(puzzle, solving.answer);
}

/** The clues, or the start position alone: the first wrong cell of that is looked for. */
function WrongStart({ puzzle }: { readonly puzzle: Puzzle }): JSX.Element {
  const solved = useMemo(
    () => ({ puzzle, goal: null, status: 'contradiction' as const, solution: null }),
    [puzzle],
  );
  return (
    <>
      <Notice kind="bad" title="Not a puzzle: no picture fits these clues and the start position" />
      <MisfitNotice solved={solved} />
    </>
  );
}

function solvedVerdict(puzzle: Puzzle, { outcome, ms }: SolveAnswer): JSX.Element {
  const time = `Solved in ${durationText(ms)}, the replay included.`;
  if (outcome.status === 'unique') {
    return outcome.technique === 'line' ? (
      <Notice kind="good" title="A good puzzle: one solution, and no guessing">
        Looking at one line at a time solves it. {time}
      </Notice>
    ) : (
      <Notice kind="doubt" title="One solution, but lines alone do not find it">
        {outcome.technique === 'probe'
          ? 'Now and then one must assume a cell and find a contradiction.'
          : 'Even contradictions of one assumed cell are not enough.'}{' '}
        {time}
      </Notice>
    );
  }
  if (outcome.status === 'multiple') {
    return (
      <Notice kind="bad" title="Not a good puzzle: it has more than one solution">
        The replay ends on two of them, laid over each other. {time}
      </Notice>
    );
  }
  if (outcome.status === 'contradiction' && puzzle.start !== null) {
    return <WrongStart puzzle={puzzle} />;
  }
  if (outcome.status === 'contradiction') {
    return (
      <Notice kind="bad" title="Not a puzzle: no picture fits these clues">
        The replay shows where they contradict each other. {time}
      </Notice>
    );
  }
  return (
    <Notice
      kind="doubt"
      title={`Not decided: the ${outcome.status} limit of this page was reached`}
    >
      <code>nonomill solve</code> can take longer.
    </Notice>
  );
}
