import type { JSX } from 'preact';
import { countText } from '../../../text/numbers.js';
import { Field } from '../parts/field.js';
import type { Playback } from './use-playback.js';

/** Steps per second. */
const SPEEDS = [1, 2, 5, 10, 30, 100, 1000];

/** Play and pause, single steps, a slider over all steps, and the speed. */
export function PlayerControls(props: {
  readonly playback: Playback;
  readonly length: number;
}): JSX.Element {
  const { playback, length } = props;
  const { position, playing, speed, setSpeed, toggle, go } = playback;
  return (
    <div class="player">
      <button type="button" class="strong" onClick={toggle}>
        {playing ? 'Pause' : 'Play'}
      </button>
      <button type="button" aria-label="Step back" onClick={() => go((at) => at - 1)}>
        ◀
      </button>
      <button type="button" aria-label="Step forward" onClick={() => go((at) => at + 1)}>
        ▶
      </button>
      <input
        class="grow"
        type="range"
        aria-label="Step"
        min={0}
        max={length}
        value={position}
        onInput={(event) => go(event.currentTarget.valueAsNumber)}
      />
      <span class="small soft">
        {countText(position)} of {countText(length)}
      </span>
      <Field label="Speed" class="row small soft">
        {(id) => (
          <select
            id={id}
            value={speed}
            onChange={(event) => setSpeed(Number(event.currentTarget.value))}
          >
            {SPEEDS.map((value) => (
              <option key={value} value={value}>
                {value} a second
              </option>
            ))}
          </select>
        )}
      </Field>
    </div>
  );
}
