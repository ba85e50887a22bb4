import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Cells, Puzzle } from '../../../solver/core/puzzle/types.js';
import { validate } from '../../../solver/core/puzzle/validate.js';
import type { PlayedGame } from '../../../solver/craft/replay/played-game.js';
import { askAdvice } from '../../../pipeline/pages/client/solve/ask-advice.js';
import { Stars } from '../../../pipeline/pages/client/parts/badge.js';
import { addressToPicture } from '../../../pipeline/pages/client/window/picture-address.js';
import { CopyLink } from '../../../pipeline/pages/client/parts/copy-link.js';
import { Notice } from '../../../pipeline/pages/client/parts/notice.js';
import { Title } from '../../../pipeline/pages/client/parts/title.js';
import {
  playHash,
  readTryHash,
  tryHash,
} from '../../../pipeline/pages/client/window/try-address.js';
import { PlayBoard } from './play-board.js';
import {
  addressToCells,
  cellsToAddress,
  keepProgress,
  keptProgress,
  type PlayProgress,
} from './game.js';

/** A puzzle from the address, to be played. Nothing about it leaves the browser. */
export function PlayPage(): JSX.Element {
  const [hash] = useState(location.hash);
  const found = readTryHash(hash);
  const { puzzle, reason } =
    found?.draft == null
      ? { puzzle: undefined, reason: 'its clues cannot be read' }
      : validate(found.draft);
  // It may tell what the picture is.
  const [isSolved, setSolved] = useState(false);
  const title = isSolved && found !== null && found.title !== '' ? found.title : 'Play';
  if (puzzle === undefined) {
    return (
      <>
        <Title trail={[]} title="Play" />
        <Notice kind="bad" title="This link leads to no puzzle">
          Part of it may be missing: {reason}. <a href={location.pathname}>Go to the workbench</a>
        </Notice>
      </>
    );
  }
  const given = new URLSearchParams(hash.replace(/^#/, '')).get('c');
  const inAddress = given === null ? null : addressToCells(puzzle, given);
  const stored = keptProgress(puzzle);
  const name = found?.title ?? '';
  const drawing = found?.drawing ?? null;
  const picture =
    drawing === null
      ? null
      : addressToPicture(drawing, puzzle.width * puzzle.height, puzzle.colours);
  return (
    <>
      <Heading title={title} puzzle={puzzle} />
      <PlayBoard
        puzzle={puzzle}
        title={name}
        label={title}
        onSolved={() => setSolved(true)}
        progress={begun(inAddress, stored)}
        onProgress={(progress) => {
          keepProgress(puzzle, progress);
          const text = cellsToAddress(puzzle, progress.cells);
          const address = playHash(puzzle, name, picture) + (text === '' ? '' : `&c=${text}`);
          const path = `${location.pathname}${location.search}${address}`;
          history.replaceState(history.state, '', path);
        }}
      />
      <CopyPuzzle
        puzzle={puzzle}
        hash={playHash(puzzle, '')}
        cells={() => keptProgress(puzzle)?.cells ?? null}
      />
      <p>
        <a href={`${location.pathname}${tryHash(puzzle, name, picture)}`}>
          Is it a good puzzle? Check it, or change it (shows the solution)
        </a>
      </p>
    </>
  );
}

/** The title, the size and the stars, and whether what is to be played has one solution at all. */
function Heading(props: { readonly title: string; readonly puzzle: Puzzle }): JSX.Element {
  const { title, puzzle } = props;
  const [rating, setRating] = useState<PlayedGame['rating']>();
  useEffect(() => {
    const abort = new AbortController();
    void askAdvice({ kind: 'ratings', puzzles: [puzzle] }, abort.signal).then((answer) => {
      if (answer?.kind === 'ratings') setRating(answer.ratings[0]);
    });
    return () => abort.abort();
  }, []);
  return (
    <>
      <Title trail={[]} title={title}>
        <span class="soft">
          {puzzle.width}×{puzzle.height} {rating != null && <Stars stars={rating.stars} />}
        </span>
      </Title>
      {rating === null && (
        <Notice kind="doubt" title="This puzzle has more than one solution">
          At some point nothing follows any more. Every picture that fits the clues counts as
          solved.
        </Notice>
      )}
    </>
  );
}

/**
 * The progress of the address or, without one, of this browser; the moves are known if both are the
 * same.
 */
function begun(inAddress: Cells | null, stored: PlayProgress | null): PlayProgress | null {
  if (inAddress === null) return stored;
  if (stored?.cells.every((cell, i) => cell === inAddress[i]) === true) return stored;
  return { cells: inAddress, seconds: 0, hints: 0, past: [] };
}

/**
 * Copies the link to the puzzle: without what is filled in, unless that is asked for, and without
 * its picture and its title.
 */
function CopyPuzzle(props: {
  readonly puzzle: Puzzle;
  readonly hash: string;
  readonly cells: () => Cells | null;
}): JSX.Element {
  const { puzzle, hash, cells } = props;
  const [withCells, setWithCells] = useState(false);
  const link = (): string => {
    const found = withCells ? cells() : null;
    const text = found === null ? '' : cellsToAddress(puzzle, found);
    return text === '' ? hash : `${hash}&c=${text}`;
  };
  return (
    <div class="row">
      <label class="row small">
        <input
          type="checkbox"
          checked={withCells}
          onChange={(event) => setWithCells(event.currentTarget.checked)}
        />
        with what I have filled in
      </label>
      <CopyLink key={withCells} hash={link} />
    </div>
  );
}
