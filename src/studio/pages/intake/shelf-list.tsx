import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { cellsToText } from '../../../solver/core/puzzle/text.js';
import { Thumbnail } from '../../../pipeline/pages/client/grid-view.js';
import { fromHash, nameOf, NOTHING } from './given.js';
import { changeShelf, readShelf, without } from '../browser.js';

/** The drawings that this browser keeps, each a link that opens it; nothing if there is none. */
export function ShelfList(props: {
  /** What is open now, and looked at again whenever it changes. */
  readonly open: string | null;
  /** Begins another drawing; null where that is offered in another way. */
  readonly onNew: (() => void) | null;
}): JSX.Element | null {
  const { open, onNew } = props;
  const [shelf, setShelf] = useState(readShelf);
  useEffect(() => {
    const read = (): void => setShelf(readShelf());
    // The drawing that is open is kept a moment after it changed.
    const timer = setTimeout(read, 700);
    window.addEventListener('storage', read);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('storage', read);
    };
  }, [open]);
  if (shelf.length === 0) return null;
  return (
    <section class={onNew === null ? 'shelf' : 'card shelf'} aria-label="Your drawings">
      <div class="row apart">
        <h2>Your drawings</h2>
        {onNew !== null && (
          <button type="button" onClick={onNew}>
            New drawing
          </button>
        )}
      </div>
      <ul>
        {shelf.map((entry) => (
          <Item
            key={entry.id}
            entry={entry}
            isOpen={entry.hash === open}
            onRemove={() => setShelf(changeShelf((now) => without(now, entry.id)))}
          />
        ))}
      </ul>
      <p class="soft small">Kept in this browser alone.</p>
    </section>
  );
}

function Item(props: {
  readonly entry: ReturnType<typeof readShelf>[number];
  readonly isOpen: boolean;
  readonly onRemove: () => void;
}): JSX.Element | null {
  const { entry, isOpen, onRemove } = props;
  const given = fromHash(entry.hash);
  const { puzzle, picture } = given ?? NOTHING;
  if (given === null || puzzle === null || picture === null) return null;
  const { width, height, palette } = puzzle;
  const solution = cellsToText(picture, width, height, puzzle.colours);
  const words = `${nameOf(given)}, ${width} by ${height}`;
  return (
    <li aria-current={isOpen ? 'true' : undefined}>
      <a href={entry.hash} title={`${words}, ${new Date(entry.at).toLocaleString()}`}>
        <Thumbnail
          row={{ solution, width, height, palette: palette?.join(' ') ?? null }}
          side={72}
        />
        <span class="unseen">Open {words}</span>
      </a>
      <button
        type="button"
        class="plain"
        aria-label={`Remove ${words}`}
        title="Remove it from this browser"
        onClick={onRemove}
      >
        ✕
      </button>
    </li>
  );
}
