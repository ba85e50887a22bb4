import type { ComponentChildren, JSX } from 'preact';
import type { Drawn } from './drawn.js';
import { LONGEST_SIDE } from '../../../pipeline/pages/client/puzzle-text.js';
import { Notice } from '../../../pipeline/pages/client/parts.js';
import {
  blankWords,
  LEAST_SIDE,
  MOST_COLOURS,
  PictureField,
  type PictureSettings,
} from './picture.js';

/** A picture from a file, by sliders a puzzle; what becomes of it can be drawn on. */
export function PictureForm(props: {
  /** Null until there is a picture. */
  readonly settings: PictureSettings | null;
  readonly problem: string | null;
  /** The file that was chosen, dropped or pasted last. */
  readonly file: File | null;
  readonly drawn: Drawn;
  readonly onPicture: (file: File) => void;
  readonly onSettings: (settings: PictureSettings) => void;
  /** What becomes of it, to be drawn on. */
  readonly children: ComponentChildren;
}): JSX.Element {
  const { settings, problem, file, drawn, onPicture, onSettings, children } = props;
  const blank = settings === null ? null : blankWords(drawn, settings);
  return (
    <div class="card-body">
      <PictureField
        label="Choose a picture (PNG, JPEG, GIF or WebP), drop one here, or paste one"
        file={file}
        onPicture={onPicture}
      />
      {problem !== null && <Notice kind="bad" title={problem} />}
      {settings !== null && (
        <>
          <Sliders settings={settings} drawn={drawn} onSettings={onSettings} />
          {blank !== null && <Notice kind="doubt" title={blank} />}
          {children}
        </>
      )}
    </div>
  );
}

function Sliders(props: {
  readonly settings: PictureSettings;
  readonly drawn: Drawn;
  readonly onSettings: (settings: PictureSettings) => void;
}): JSX.Element {
  const { settings, drawn, onSettings } = props;
  const { side, threshold, dither, colours } = settings;
  const change = (changes: Partial<PictureSettings>): void =>
    onSettings({ ...settings, ...changes });
  return (
    <div class="sliders">
      <Slider
        label="Size"
        said={`${drawn.width} × ${drawn.height}`}
        value={side}
        min={LEAST_SIDE}
        max={LONGEST_SIDE}
        onValue={(value) => change({ side: value })}
      />
      <Slider
        label="Colours"
        said={colours === 1 ? 'black and white' : String(colours)}
        value={colours}
        min={1}
        max={MOST_COLOURS}
        onValue={(value) => change({ colours: value })}
      />
      {colours === 1 && (
        <>
          <Slider
            label="Threshold"
            said={`${Math.round(threshold * 100)} %`}
            value={Math.round(threshold * 100)}
            min={0}
            max={100}
            onValue={(value) => change({ threshold: value / 100 })}
          />
          <label class="tick small">
            <input
              type="checkbox"
              checked={dither}
              onChange={(event) => change({ dither: event.currentTarget.checked })}
            />
            Dithering: shades become patterns of cells
          </label>
        </>
      )}
    </div>
  );
}

function Slider(props: {
  readonly label: string;
  /** The value in words. */
  readonly said: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly onValue: (value: number) => void;
}): JSX.Element {
  const { label, said, value, min, max, onValue } = props;
  return (
    <label class="field slider">
      <span>
        {label}: {said}
      </span>
      <input
        type="range"
        min={min}
        max={max}
        value={value}
        aria-label={label}
        aria-valuetext={said}
        onInput={(event) => onValue(event.currentTarget.valueAsNumber)}
      />
    </label>
  );
}
