import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Presses } from '../../pipeline/pages/client/controls.js';
import { Notice, Title } from '../../pipeline/pages/client/parts.js';
import { Stars, TableCard, TableView } from '../../pipeline/pages/client/lists.js';
import { askAdvice } from '../../pipeline/pages/client/solve/solver.js';
import { moment } from '../../pipeline/pages/client/window.js';
import { saveFile } from '../../pipeline/pages/client/saving.js';
import { playHash } from '../../pipeline/pages/client/puzzle-text.js';
import { addressToDraft } from '../../solver/core/puzzle/address.js';
import type { Puzzle } from '../../solver/core/puzzle/types.js';
import { validate } from '../../solver/core/puzzle/validate.js';
import { bytesText, countText, numberOf } from '../../solver/core/text/numbers.js';
import { plainText } from '../../solver/core/text/plain-text.js';
import {
  cellsAfterMoves,
  gameLine,
  type PlayedGame,
} from '../../solver/craft/replay/played-game.js';
import {
  cellsToAddress,
  clockText,
  startCells,
  deleteGame,
  deleteGames,
  factsByStars,
  keepGame,
  ownBests,
  readGames,
  unrated,
} from './play/game.js';

/** What was played in this browser: games with times, medians by stars, to be saved or deleted. */
export function PlayedPage(): JSX.Element {
  const [stored, readAgain] = useKeptGames();
  const { games, damaged, size, allowed } = stored;
  return (
    <>
      <Title trail={[{ href: location.pathname, label: 'Workbench' }]} title="Played" />
      <p class="soft">
        The puzzles that you played in this browser: when, and how long each move took. They are
        kept on this device alone, and nothing is sent anywhere.
      </p>
      {!allowed && (
        <Notice kind="doubt" title="This browser keeps nothing for this site">
          Its settings forbid it, so games are gone once their page is closed.
        </Notice>
      )}
      {allowed && games.length === 0 && damaged === 0 && (
        <Notice kind="plain" title="Nothing has been played yet">
          <a href={location.pathname}>Open a puzzle</a>, and play it: it is listed here from the
          first move on.
        </Notice>
      )}
      {damaged > 0 && (
        <Notice kind="doubt" title={`${numberOf(damaged, 'game')} cannot be read`}>
          What is kept is damaged. The other games are not touched; <em>Delete all</em> removes the
          damaged ones, too.
        </Notice>
      )}
      <MediansByStars games={games} />
      {(games.length > 0 || damaged > 0) && (
        <Games games={games} size={size} onChange={readAgain} />
      )}
    </>
  );
}

/** The games that are kept, with the scores of their puzzles once these are worked out. */
function useKeptGames() {
  const [stored, setKept] = useState(readGames);
  const readAgain = (): void => setKept(readGames());
  useEffect(() => {
    window.addEventListener('storage', readAgain);
    const abort = new AbortController();
    void rate(readGames().games, abort.signal).then((some) => {
      if (some && !abort.signal.aborted) readAgain();
    });
    return () => {
      window.removeEventListener('storage', readAgain);
      abort.abort();
    };
  }, []);
  return [stored, readAgain] as const;
}

/** Works out and keeps the unknown ratings of solved puzzles; false if there was none. */
async function rate(games: readonly PlayedGame[], signal: AbortSignal): Promise<boolean> {
  const groups = unrated(games).filter(([game]) => puzzleOf(game) !== null);
  if (groups.length === 0) return false;
  const puzzles = groups.map(([game]) => puzzleOf(game)!);
  const ratings = await askAdvice('ratings', [puzzles], signal);
  if (ratings === undefined || signal.aborted) return false;
  groups.forEach((same, i) => {
    const rating = ratings[i];
    if (rating !== undefined) for (const game of same) keepGame({ ...game, rating });
  });
  return true;
}

/** The puzzle of a game, or null if the log does not hold it. */
function puzzleOf({ puzzle }: PlayedGame): Puzzle | null {
  const draft = puzzle === null ? null : addressToDraft(puzzle);
  return draft === null ? null : (validate(draft).puzzle ?? null);
}

function MediansByStars(props: { readonly games: readonly PlayedGame[] }): JSX.Element | null {
  const facts = useMemo(() => factsByStars(props.games), [props.games]);
  if (facts.length === 0) return null;
  return (
    <TableCard
      title="By stars"
      columns={[
        ['Stars', 'row'],
        ['Solved', 'number'],
        ['Median time', 'number'],
        ['Best', 'number'],
      ]}
      rows={facts.map(({ stars, games, medianMs, bestMs }) => [
        <Stars stars={stars} />,
        countText(games),
        timeText(medianMs),
        timeText(bestMs),
      ])}
    />
  );
}

function Games(props: {
  readonly games: readonly PlayedGame[];
  /** How many characters the browser keeps. */
  readonly size: number;
  readonly onChange: () => void;
}): JSX.Element {
  const { games, size, onChange } = props;
  const [asked, setAsked] = useState<PlayedGame | 'all' | null>(null);
  const answer = (yes: boolean): void => {
    setAsked(null);
    if (!yes || asked === null) return;
    if (asked === 'all') deleteGames();
    else deleteGame(asked);
    onChange();
    document.querySelector('main')?.focus({ preventScroll: true });
  };
  return (
    <section class="card">
      <div class="row apart">
        <h2>{numberOf(games.length, 'game')}</h2>
        <Presses
          class="row"
          label="What can be done with them"
          presses={[
            { name: 'Export', act: games.length === 0 ? null : () => saveGames(games) },
            { name: 'Delete all', act: () => setAsked('all') },
          ]}
        />
      </div>
      <GameTable games={games} onDelete={setAsked} />
      <p class="soft small">
        They take {bytesText(size)} of what this browser lets a site keep. <em>Export</em> saves all
        of them as a file, a line of JSON each, for <code>nonomill stats --played</code> or any
        other program.
      </p>
      {asked !== null && <AskFirst asked={asked} onAnswer={answer} />}
    </section>
  );
}

/** How many games are listed before somebody asks for all: more take a second to lay out. */
const LISTED = 100;

function GameTable(props: {
  readonly games: readonly PlayedGame[];
  readonly onDelete: (game: PlayedGame) => void;
}): JSX.Element | null {
  const { games, onDelete } = props;
  const [all, setAll] = useState(false);
  const listed = all ? games : games.slice(0, LISTED);
  // A question that is asked above them does not change them.
  const table = useMemo(() => {
    const bests = ownBests(games);
    return (
      <TableView
        title="Games"
        class="cards"
        columns={[
          ['Date', 'date'],
          ['Puzzle', 'name'],
          ['Time', 'number'],
          ['Hints', 'number'],
          ['Mistakes', 'number'],
          ['Own best', 'number'],
          [<span class="unseen">Delete</span>],
        ]}
        rows={listed.map((game) => [
          moment(game.start),
          <PuzzleLink game={game} />,
          game.solved ? timeText(game.ms) : 'not solved',
          countText(game.hints.length),
          game.mistakes === null ? '-' : countText(game.mistakes),
          bestText(game, bests.get(game.fingerprint)),
          <button
            type="button"
            class="plain remove"
            aria-label={`Delete ${nameOf(game)}, ${moment(game.start)}`}
            title="Delete it from this browser"
            onClick={() => onDelete(game)}
          >
            ✕
          </button>,
        ])}
      />
    );
  }, [games, all]);
  if (games.length === 0) return null;
  return (
    <>
      {table}
      {listed.length < games.length && (
        <button type="button" onClick={() => setAll(true)}>
          Show all {countText(games.length)}
        </button>
      )}
    </>
  );
}

/** The puzzle as a link to play it again, or on to its end, with its size and its stars. */
function PuzzleLink({ game }: { readonly game: PlayedGame }): ComponentChildren {
  const { rating, title, solved, moves } = game;
  const puzzle = puzzleOf(game);
  if (puzzle === null) return nameOf(game);
  const cells = solved ? null : cellsAfterMoves(startCells(puzzle), moves);
  const filled = cells === null ? '' : `&c=${cellsToAddress(puzzle, cells)}`;
  return (
    <>
      <a href={playHash(puzzle, title) + filled}>{nameOf(game)}</a>{' '}
      <span class="soft">
        {puzzle.width}×{puzzle.height}
      </span>{' '}
      {rating !== undefined && rating !== null && <Stars stars={rating.stars} />}
    </>
  );
}

function bestText(game: PlayedGame, best: PlayedGame | undefined): string {
  return best === undefined ? '-' : best === game ? 'this one' : timeText(best.ms);
}

/** What a game is called: by its title, which may tell what the picture is, once that is solved. */
function nameOf({ title, solved }: PlayedGame): string {
  return (solved && plainText(title)) || 'a puzzle';
}

function timeText(ms: number): string {
  return clockText(Math.floor(ms / 1000));
}

function saveGames(games: readonly PlayedGame[]): void {
  const lines = games.toReversed().map((game) => `${gameLine(game)}\n`);
  const day = new Date().toISOString().slice(0, 10);
  saveFile(`played-${day}.ndjson`, new Blob(lines, { type: 'application/x-ndjson' }));
}

/** A question before a deletion, which takes the focus and gives it back; Escape is no. */
function AskFirst(props: {
  readonly asked: PlayedGame | 'all';
  readonly onAnswer: (yes: boolean) => void;
}): JSX.Element {
  const { asked, onAnswer } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  const answer = (isYes: boolean): void => {
    // Closed before it is taken away, so that the browser gives the focus back.
    dialog.current?.close();
    onAnswer(isYes);
  };
  return (
    <dialog
      ref={dialog}
      class="ask-first"
      aria-labelledby="ask-first"
      onCancel={(event) => {
        event.preventDefault();
        answer(false);
      }}
    >
      <h2 id="ask-first">
        {asked === 'all' ? 'Delete everything that was played?' : `Delete ${nameOf(asked)}?`}
      </h2>
      <p>
        {asked === 'all'
          ? 'All games, and how far you are with puzzles under way, are deleted from this browser. There is no other copy, unless you exported them.'
          : `The game of ${moment(asked.start)} is deleted from this browser. There is no other copy, unless you exported it.`}
      </p>
      <Presses
        class="row"
        label="Answers"
        presses={[
          { name: 'Keep', act: () => answer(false) },
          { name: 'Delete', isStrong: true, act: () => answer(true) },
        ]}
      />
    </dialog>
  );
}
