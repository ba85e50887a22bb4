import type { JSX } from 'preact';
import { Notice } from '../../../pipeline/pages/client/parts/notice.js';
import { pictureOnCanvas } from './decode-picture.js';
import { PictureField } from './picture-field.js';
import { useState } from 'preact/hooks';
import type { Underlay } from '../../../pipeline/pages/client/grid/paint-marks.js';

/** Chooses a picture to draw after, and how strongly it shows. */
export function UnderlayPanel(props: { readonly chosen: ChosenUnderlay }): JSX.Element {
  const { underlay, file, problem, choose, setStrength, remove } = props.chosen;
  return (
    <>
      <PictureField
        label="A picture that shows through the cells, to draw after"
        file={file}
        onPicture={choose}
      />
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

/** A picture to draw after, which shows through the cells and changes nothing. */
export interface ChosenUnderlay {
  readonly underlay: Underlay | null;
  /** Where it comes from. */
  readonly file: File | null;
  /** Why there is none, in words. */
  readonly problem: string | null;
  readonly choose: (file: File) => void;
  readonly setStrength: (strength: number) => void;
  readonly remove: () => void;
}

/** The longest side that is kept, in pixels. */
const LONGEST = 1600;

/** How strongly a picture shows at first. */
const STRENGTH = 0.35;

export function useUnderlay(): ChosenUnderlay {
  const [underlay, setUnderlay] = useState<Underlay | null>(null);
  const [file, setFile] = useState<File | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  return {
    underlay,
    file,
    problem,
    choose: (chosen) => {
      setFile(chosen);
      pictureOnCanvas(chosen, LONGEST).then(
        (image) => {
          setProblem(null);
          setUnderlay({ image, strength: STRENGTH });
        },
        (error: unknown) => setProblem(error instanceof Error ? error.message : String(error)),
      );
    },
    setStrength: (strength) => {
      if (underlay !== null) setUnderlay({ ...underlay, strength });
    },
    remove: () => {
      setFile(null);
      setUnderlay(null);
    },
  };
}
