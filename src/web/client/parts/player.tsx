import type { JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { animatedSvg } from '../../../replay/animated-svg.js';
import { knownCells } from '../../../replay/domain.js';
import type { Step, Trace } from '../../../replay/step.js';
import { Timeline } from '../../../replay/timeline.js';
import type { Puzzle } from '../../../puzzle/types.js';
import { countText } from '../../../text/numbers.js';
import { GridView } from '../grid/grid-view.js';
import type { Scene } from '../grid/paint.js';
import { saveText } from '../save.js';
import { Field } from './field.js';
import { Legend } from './legend.js';
import { StepList } from './step-list.js';

/** Steps a second. */
const SPEEDS = [1, 2, 5, 10, 30, 100, 1000];

/** What the colours mean besides those of the cells. */
const MARKS = ['unknown', 'fresh', 'work'] as const;

/** Plays a solving: step by step, with what each step does and why in words. */
export function Player(props: {
  readonly puzzle: Puzzle;
  readonly trace: Trace;
  readonly name: string;
}): JSX.Element {
  const { puzzle, trace, name } = props;
  const { steps } = trace;
  const [position, setPosition] = useState(0);
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState(5);
  const timeline = useMemo(() => new Timeline(puzzle, steps), [puzzle, steps]);
  usePlaying({ playing, speed, length: steps.length, setPosition, setPlaying });

  const go = (to: number | ((position: number) => number)): void => {
    setPlaying(false);
    setPosition((now) => {
      const next = typeof to === 'number' ? to : to(now);
      return Math.max(0, Math.min(steps.length, next));
    });
  };
  const play = (): void => {
    if (!playing && position >= steps.length) setPosition(0);
    setPlaying(!playing);
  };
  useKeys({ play, go, length: steps.length });

  const scene = useMemo(
    () => sceneAt(timeline, position, position === 0 ? null : steps[position - 1]),
    [timeline, position, steps],
  );
  const step = position === 0 ? null : steps[position - 1];
  const save = (): void => {
    saveText(`${name}.svg`, 'image/svg+xml', animatedSvg(puzzle, steps, { title: name }));
  };
  return (
    <div class="beside">
      <section class="card" aria-label="Replay">
        <div class="player">
          <button type="button" class="strong" onClick={play}>
            {playing ? 'Pause' : 'Play'}
          </button>
          <button type="button" aria-label="Step back" onClick={() => go((now) => now - 1)}>
            ◀
          </button>
          <button type="button" aria-label="Step forward" onClick={() => go((now) => now + 1)}>
            ▶
          </button>
          <input
            class="grow"
            type="range"
            aria-label="Step"
            min={0}
            max={steps.length}
            value={position}
            onInput={(event) => go(event.currentTarget.valueAsNumber)}
          />
          <span class="small soft">
            {countText(position)} of {countText(steps.length)}
          </span>
          <Field label="Speed" class="row small soft">
            {(id) => (
              <select
                id={id}
                value={speed}
                onChange={(e) => setSpeed(Number(e.currentTarget.value))}
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
        <p class="now" aria-live={playing ? 'off' : 'polite'}>
          {step === null
            ? 'The grid before the first step. Press Play or the space bar.'
            : step.words}
        </p>
        <GridView puzzle={puzzle} scene={scene} label={gridLabel(scene, position, steps.length)} />
        <Legend kinds={puzzle.colours > 1 ? MARKS : ['filled', ...MARKS]} />
      </section>
      <section class="card">
        <div class="row apart">
          <h2>Steps</h2>
          <button type="button" onClick={save}>
            Save as animated SVG
          </button>
        </div>
        <StepList steps={steps} position={position} onPick={go} />
        {trace.cut && (
          <p class="small soft">Only the first {countText(steps.length)} steps were recorded.</p>
        )}
        <p class="small soft">
          Keys: space plays, ← and → step, Home and End go to the start and the end.
        </p>
      </section>
    </div>
  );
}

function sceneAt(timeline: Timeline, position: number, step: Step | null): Scene {
  timeline.seek(position);
  const fresh = new Set<number>();
  if (step !== null && step.kind !== 'back') {
    for (let i = 0; i < step.changes.length; i += 3) fresh.add(step.changes[i]);
  }
  return {
    cells: knownCells(timeline.domains),
    fresh: step?.kind === 'solution' ? new Set() : fresh,
    line: step?.line ?? null,
    assumed: timeline.assumed(),
  };
}

function gridLabel(scene: Scene, position: number, length: number): string {
  const known = scene.cells.reduce((sum, value) => sum + (value === 255 ? 0 : 1), 0);
  return `The grid after step ${position} of ${length}: ${known} of ${scene.cells.length} cells are known`;
}

/** Advances by frames: several steps a frame where the speed asks for it. */
function usePlaying(props: {
  readonly playing: boolean;
  readonly speed: number;
  readonly length: number;
  readonly setPosition: (update: (position: number) => number) => void;
  readonly setPlaying: (playing: boolean) => void;
}): void {
  const { playing, speed, length, setPosition, setPlaying } = props;
  const owed = useRef(0);
  useEffect(() => {
    if (!playing) return undefined;
    let last = performance.now();
    let frame = 0;
    owed.current = 1;
    const advance = (now: number): void => {
      // A tab that was hidden has nothing to catch up with.
      owed.current += (Math.min(250, now - last) * speed) / 1000;
      last = now;
      const whole = Math.floor(owed.current);
      if (whole > 0) {
        owed.current -= whole;
        setPosition((position) => {
          const next = Math.min(length, position + whole);
          if (next === length) setPlaying(false);
          return next;
        });
      }
      frame = requestAnimationFrame(advance);
    };
    frame = requestAnimationFrame(advance);
    return () => cancelAnimationFrame(frame);
  }, [playing, speed, length]);
}

/** The keys of the player, wherever the focus is, but for fields that need them themselves. */
function useKeys(props: {
  readonly play: () => void;
  readonly go: (to: number | ((position: number) => number)) => void;
  readonly length: number;
}): void {
  const { play, go, length } = props;
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      if (needsKey(event.target, event.key)) return;
      const actions: Record<string, () => void> = {
        ' ': play,
        ArrowLeft: () => go((now) => now - 1),
        ArrowRight: () => go((now) => now + 1),
        Home: () => go(0),
        End: () => go(length),
      };
      if (!Object.hasOwn(actions, event.key)) return;
      event.preventDefault();
      actions[event.key]();
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  });
}

/** Whether what has the focus does something of its own with the key. */
function needsKey(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest('input, select, textarea, [role=application], [role=tab]')) return true;
  return key === ' ' && target.closest('button, summary, a') !== null;
}
