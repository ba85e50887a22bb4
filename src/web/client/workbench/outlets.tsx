import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Puzzle } from '../../../puzzle/types.js';
import { CopyLink } from '../parts/copy-link.js';
import { ExportMenu } from '../parts/export-menu.js';
import { PuzzlinkCode } from '../parts/puzzlink-code.js';
import { playHash, tryHash } from '../try-address.js';
import { nameOf, type Given } from './given.js';

/** What can be done with the puzzle. */
export function Outlets(props: { readonly given: Given; readonly puzzle: Puzzle }): JSX.Element {
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
