import type { JSX } from 'preact';
import { Notice } from '../parts/notice.js';
import { PICTURE_TYPES } from './decode-picture.js';
import type { ChosenUnderlay } from './use-underlay.js';
import { pictureAmong } from './use-picture.js';

/** Chooses a picture to draw after, and how strongly it shows. */
export function UnderlayPanel(props: { readonly chosen: ChosenUnderlay }): JSX.Element {
  const { underlay, problem, choose, setStrength, remove } = props.chosen;
  return (
    <>
      <label class="field picture-file">
        A picture that shows through the cells, to draw after
        <input
          type="file"
          accept={PICTURE_TYPES}
          onChange={(event) => {
            const file = pictureAmong(event.currentTarget.files ?? undefined);
            if (file !== null) choose(file);
          }}
        />
      </label>
      {problem !== null && <Notice kind="bad" title={problem} />}
      {underlay !== null && (
        <div class="row">
          <label class="field grow">
            How strongly it shows
            <input
              type="range"
              min={0}
              max={100}
              value={Math.round(underlay.strength * 100)}
              onInput={(event) => setStrength(event.currentTarget.valueAsNumber / 100)}
            />
          </label>
          <button type="button" onClick={remove}>
            Remove it
          </button>
        </div>
      )}
    </>
  );
}
