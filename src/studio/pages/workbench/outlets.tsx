import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Cells, Puzzle } from '../../../solver/core/puzzle/types.js';
import { CertificateButton } from '../../../pipeline/pages/client/solve/certificate-button.js';
import { CopyLink } from '../../../pipeline/pages/client/parts/copy-link.js';
import { ExportMenu } from '../../../pipeline/pages/client/parts/export-menu.js';
import { QrCodeButton } from '../../../pipeline/pages/client/parts/qr-code-button.js';
import { TextField } from '../../../pipeline/pages/client/parts/text-field.js';
import { PictureMenu } from '../share/picture-menu.js';
import type { JudgedPuzzle, Replayed } from '../../../pipeline/pages/client/solve/latest-solver.js';
import { playHash } from '../../../pipeline/pages/client/window/try-address.js';
import { drawable, nameOf, type Given } from '../intake/given.js';

/** What can be done with the puzzle. */
export function Outlets(props: {
  readonly given: Given;
  readonly puzzle: Puzzle;
  readonly judged: JudgedPuzzle | null;
  readonly replayed: Replayed | null;
  readonly onTitle: (title: string) => void;
  /** What the file of its picture is called, which is no title until somebody says so; or null. */
  readonly offered: string | null;
  /** Begins to draw on a picture of the puzzle. */
  readonly onDraw: (picture: Cells) => void;
}): JSX.Element {
  const { given, puzzle, judged, replayed, onTitle, offered, onDraw } = props;
  const { title, picture } = given;
  const [withPicture, setWithPicture] = useState(false);
  const shared = withPicture ? picture : null;
  const newest = judged?.puzzle === puzzle ? judged : null;
  const outcome = newest?.verdict.outcome;
  const found = outcome?.status === 'unique' ? outcome.solution : null;
  const replay = replayed?.puzzle === puzzle ? replayed.replay : null;
  return (
    <div class="outlets">
      <label class="field">
        Title
        <TextField
          value={title}
          maxLength={200}
          placeholder="What is it?"
          onTake={(text) => onTitle(text.trim())}
        />
      </label>
      {title === '' && offered !== null && (
        <div class="row small">
          <button type="button" onClick={() => onTitle(offered)}>
            Call it “{offered}”, as its file
          </button>
        </div>
      )}
      <div class="row">
        <a class="button strong" href={playHash(puzzle, title, picture)}>
          Play it
        </a>
        <CopyLink
          key={withPicture}
          hash={() => playHash(puzzle, shared === null ? '' : title, shared)}
        />
        {outcome !== undefined && <CertificateButton puzzle={puzzle} name={nameOf(given)} />}
        <QrCodeButton puzzle={puzzle} />
        {found !== null && picture === null && drawable(puzzle, found) !== null && (
          <button type="button" onClick={() => onDraw(found)}>
            Draw on its picture
          </button>
        )}
      </div>
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
      <PictureMenu
        pictured={{ puzzle, title, solution: picture ?? found, judged: newest, replay }}
      />
      <ExportMenu
        puzzle={puzzle}
        name={nameOf(given)}
        title={title === '' ? null : title}
        goal={picture}
      />
    </div>
  );
}
