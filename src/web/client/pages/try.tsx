import type { JSX } from 'preact';
import { useCallback, useEffect, useState } from 'preact/hooks';
import { non } from '../../../formats/non/non.js';
import type { Puzzle } from '../../../puzzle/types.js';
import { validate } from '../../../puzzle/validate.js';
import { ExportMenu } from '../parts/export-menu.js';
import { Notice } from '../parts/notice.js';
import { Player } from '../parts/player.js';
import { Title } from '../parts/title.js';
import { readText } from '../read-text.js';
import { useSolved } from '../solve/use-solved.js';
import { readTryHash, tryHash } from '../try-address.js';
import { Drawing, emptyDrawing, puzzleOfDrawing, type Drawn } from './drawing.js';
import { TryVerdict } from './try-verdict.js';

const EXAMPLE = `title "A cup of tea"
width 10
height 10
rows
1,1
1,1
1,1
0
8
10
8,1
8,1
10
6

columns
5
6
1,6
1,1,6
6
1,6
1,1,6
5
1,1
4
`;

type Tab = 'text' | 'draw';

/** What is to be solved, or why it cannot be. */
type Given =
  | { readonly puzzle: Puzzle; readonly title: string; readonly problem: null }
  | { readonly puzzle: null; readonly title: string; readonly problem: string | null };

/** Type, paste or draw a puzzle: is it a good one, and how is it solved? */
export function TryPage(): JSX.Element {
  const [tab, setTab] = useState<Tab>('text');
  const [text, setText] = useState('');
  const [drawn, setDrawn] = useState<Drawn>(() => emptyDrawing(10, 10));
  const [given, setGiven] = useState<Given>({ puzzle: null, title: '', problem: null });

  const take = useCallback((next: Given): void => {
    setGiven(next);
    const hash = next.puzzle === null ? '' : tryHash(next.puzzle, next.title);
    history.replaceState(history.state, '', `${location.pathname}${location.search}${hash}`);
  }, []);
  useEffect(() => {
    const read = (): void => {
      const found = readTryHash(location.hash);
      if (found === null) return;
      const next = fromAddress(found);
      setGiven(next);
      if (next.puzzle !== null) setText(asText(next.puzzle, next.title));
    };
    read();
    window.addEventListener('hashchange', read);
    return () => window.removeEventListener('hashchange', read);
  }, []);
  const check = (source: string): void => take(fromText(source));
  const draw = (next: Drawn): void => {
    setDrawn(next);
    take({ puzzle: puzzleOfDrawing(next), title: '', problem: null });
  };
  const solving = useSolved(given.puzzle);

  return (
    <>
      <Title trail={[]} title="Try a puzzle" />
      <p class="soft">
        Is it a good puzzle? One solution, and no guessing needed. The solver runs in this page;
        nothing is sent anywhere, and the address holds the puzzle.
      </p>
      <section class="card">
        <Tabs tab={tab} onPick={setTab} />
        {tab === 'text' ? (
          <div role="tabpanel" id="panel-text" aria-labelledby="tab-text">
            <form
              class="card-body"
              onSubmit={(event) => {
                event.preventDefault();
                check(text);
              }}
            >
              <label class="field" for="puzzle-text">
                A puzzle in any text format: .non, JSON, lists of clues, or a picture of # and .
              </label>
              <textarea
                id="puzzle-text"
                value={text}
                spellcheck={false}
                autocomplete="off"
                onInput={(event) => setText(event.currentTarget.value)}
              />
              <div class="row">
                <button type="submit" class="strong" disabled={text.trim() === ''}>
                  Check it
                </button>
                <button
                  type="button"
                  onClick={() => {
                    setText(EXAMPLE);
                    check(EXAMPLE);
                  }}
                >
                  Show an example
                </button>
              </div>
            </form>
          </div>
        ) : (
          <div role="tabpanel" id="panel-draw" aria-labelledby="tab-draw">
            <Drawing drawn={drawn} onDraw={draw} />
          </div>
        )}
      </section>
      {given.problem !== null && <Notice kind="bad" title={given.problem} />}
      {given.puzzle !== null && <TryVerdict solving={solving} />}
      {solving.state === 'solved' && solving.puzzle === given.puzzle && (
        <>
          <div class="row">
            <ExportMenu
              puzzle={solving.puzzle}
              name={given.title === '' ? 'puzzle' : given.title}
              title={given.title === '' ? null : given.title}
              goal={null}
            />
          </div>
          <Player
            key={given.puzzle}
            puzzle={solving.puzzle}
            trace={solving.solved.trace}
            name={given.title === '' ? 'puzzle' : given.title}
          />
        </>
      )}
    </>
  );
}

function Tabs(props: { readonly tab: Tab; readonly onPick: (tab: Tab) => void }): JSX.Element {
  const { tab, onPick } = props;
  const tabs = [
    { name: 'text', label: 'Type or paste' },
    { name: 'draw', label: 'Draw a picture' },
  ] as const;
  const other: Tab = tab === 'text' ? 'draw' : 'text';
  return (
    <div class="tabs" role="tablist" aria-label="How to give a puzzle">
      {tabs.map(({ name, label }) => (
        <button
          key={name}
          type="button"
          role="tab"
          id={`tab-${name}`}
          aria-selected={tab === name}
          aria-controls={tab === name ? `panel-${name}` : undefined}
          tabIndex={tab === name ? 0 : -1}
          onClick={() => onPick(name)}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
            onPick(other);
            document.getElementById(`tab-${other}`)?.focus();
          }}
        >
          {label}
        </button>
      ))}
    </div>
  );
}

function fromAddress(found: NonNullable<ReturnType<typeof readTryHash>>): Given {
  const { draft, title } = found;
  if (draft === null) {
    const problem = 'The address holds no puzzle that can be read: a part of it may be missing.';
    return { puzzle: null, title, problem };
  }
  const { puzzle, reason } = validate(draft);
  return puzzle === undefined
    ? { puzzle: null, title, problem: reason }
    : { puzzle, title, problem: null };
}

/** A puzzle of an address as text, to be changed: as .non, which holds colours too. */
function asText(puzzle: Puzzle, title: string): string {
  const named = { name: null, title: title === '' ? null : title, puzzle, goal: null };
  return [...non.write!([named])].join('');
}

function fromText(source: string): Given {
  const read = readText(source);
  if (read.problem !== null) return { puzzle: null, title: '', problem: read.problem };
  const { puzzle, reason } = validate(read.draft);
  const { title } = read;
  return puzzle === undefined
    ? { puzzle: null, title, problem: reason }
    : { puzzle, title, problem: null };
}
