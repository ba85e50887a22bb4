import type { JSX } from 'preact';
import { useMemo, useLayoutEffect, useRef, useEffect, useState } from 'preact/hooks';
import { solvingFile } from '../../report/figures/puzzle-svg.js';
import { type Replay, knownCells, type Step } from '../../../solver/craft/replay/step.js';
import { Timeline } from '../../../solver/craft/replay/replay.js';
import { type Cells, type Puzzle, UNKNOWN } from '../../../solver/core/puzzle/types.js';
import { countText } from '../../../solver/core/text/numbers.js';
import { GridView } from './grid-view.js';
import { Legend } from './lists.js';
import { saveText } from './saving.js';
import { Choice, useKeys } from './controls.js';
import type { Scene } from './paint.js';
import { NEEDS_MEANINGS, NEEDS_WORDS } from '../../../solver/core/result/difficulty-words.js';

/** What the colours mean besides those of the cells. */
const MARKS = ['unknown', 'fresh', 'work'] as const;

/** Plays how a puzzle is solved: step by step, with what each step does and why. */
export function Player(props: {
  readonly puzzle: Puzzle;
  readonly replay: Replay;
  readonly name: string;
  /** Two solutions of an ambiguous puzzle, which the replay ends on; else null. */
  readonly solutions: readonly [Cells, Cells] | null;
  /** Whether the end is shown until it is played: where the solution is known anyway. */
  readonly fromEnd?: boolean;
}): JSX.Element {
  const { puzzle, replay, name, solutions, fromEnd = false } = props;
  const { steps } = replay;
  const playback = usePlayback(steps.length, fromEnd ? steps.length : 0);
  const { position, playing, go } = playback;
  const timeline = useMemo(() => new Timeline(puzzle, steps), [puzzle, steps]);
  usePlayerKeys(playback, steps.length);
  const step = position === 0 ? null : steps[position - 1];
  const atEnd = position === steps.length && step?.kind === 'solution';
  const both = atEnd && !replay.cut ? solutions : null;
  const scene = useMemo(
    () => (both === null ? sceneAt(timeline, position, step) : { cells: both[0], second: both[1] }),
    [timeline, position, step, both],
  );
  const save = (): void => {
    saveText(`${name}.svg`, 'image/svg+xml', solvingFile(puzzle, steps, name));
  };
  return (
    <div class="beside">
      <section class="card" aria-label="Replay">
        <PlayerControls playback={playback} length={steps.length} />
        <p class="now" aria-live={playing ? 'off' : 'polite'}>
          {step?.words ?? 'The grid before the first step. Press Play or the space bar.'}
        </p>
        <GridView puzzle={puzzle} scene={scene} label={sceneLabel(scene, position, steps.length)} />
        {both !== null ? (
          <Legend kinds={puzzle.colours > 1 ? ['upper', 'lower'] : ['filled', 'a', 'b']} />
        ) : (
          <Legend kinds={puzzle.colours > 1 ? MARKS : ['filled', ...MARKS]} />
        )}
      </section>
      <section class="card">
        <div class="row apart">
          <h2>Steps</h2>
          <button type="button" onClick={save}>
            Save as animated SVG
          </button>
        </div>
        <StepList steps={steps} position={position} onPick={go} />
        {replay.cut && (
          <p class="small soft">Only the first {countText(steps.length)} steps were recorded.</p>
        )}
        <p class="small soft">
          Keys: space plays, ← and → step, Home and End go to the start and the end.
        </p>
      </section>
    </div>
  );
}

/** Steps per second. */
const SPEEDS = [1, 2, 5, 10, 30, 100, 1000];

/** Play and pause, single steps, a slider over all steps, and the speed. */
function PlayerControls(props: { readonly playback: Playback; readonly length: number }) {
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
      <Choice
        label="Speed"
        class="row small soft"
        value={String(speed)}
        options={SPEEDS.map((value) => [String(value), `${value} a second`])}
        choose={(value) => setSpeed(Number(value))}
      />
    </div>
  );
}

/** The grid after `position` steps, the last of which is `step`. */
function sceneAt(timeline: Timeline, position: number, step: Step | null): Scene {
  timeline.seek(position);
  const fresh = new Set<number>();
  if (step !== null && step.kind !== 'back' && step.kind !== 'solution') {
    for (let i = 0; i < step.changes.length; i += 3) fresh.add(step.changes[i]);
  }
  return {
    cells: knownCells(timeline.domains),
    fresh,
    line: step?.line ?? null,
    assumed: timeline.assumed(),
  };
}

function sceneLabel(scene: Scene, position: number, length: number): string {
  const { cells, second } = scene;
  if (second != null) return 'Two solutions laid over each other';
  const known = cells.reduce((sum, value) => sum + (value === UNKNOWN ? 0 : 1), 0);
  return `The grid after step ${position} of ${length}: ${known} of ${cells.length} cells ${known === 1 ? 'is' : 'are'} known`;
}

/** How many steps are listed before and after the current one: thousands would be slow. */
const AROUND = 40;

/** The steps around the current one; a click goes there. */
function StepList(props: {
  readonly steps: readonly Step[];
  readonly position: number;
  readonly onPick: (position: number) => void;
}): JSX.Element {
  const { steps, position, onPick } = props;
  const list = useRef<HTMLOListElement>(null);
  const first = Math.max(0, position - AROUND);
  const shown = steps.slice(first, position + AROUND);
  useLayoutEffect(() => {
    const current = list.current?.querySelector<HTMLElement>('[aria-current]');
    if (list.current === null || current == null) return;
    list.current.scrollTop = current.offsetTop - list.current.clientHeight / 2;
  }, [position]);
  return (
    <ol class="step-list" ref={list} tabIndex={0} aria-label="Steps round the present one">
      {shown.map((step, i) => {
        const number = first + i + 1;
        return (
          <li key={number} aria-current={number === position ? 'step' : undefined}>
            <button
              type="button"
              style={{ paddingLeft: `${0.6 + 0.8 * step.depth}rem` }}
              onClick={() => onPick(number)}
            >
              {step.words}
              {step.needs !== null && (
                <span class="soft small" title={NEEDS_MEANINGS[step.needs]}>
                  {' '}
                  {NEEDS_WORDS[step.needs]}
                </span>
              )}
            </button>
          </li>
        );
      })}
    </ol>
  );
}

/** The keys of the player, wherever the focus is, except in fields that need them themselves. */
function usePlayerKeys({ toggle, go }: Playback, length: number): void {
  const actions: Readonly<Record<string, () => void>> = {
    ' ': toggle,
    ArrowLeft: () => go((at) => at - 1),
    ArrowRight: () => go((at) => at + 1),
    Home: () => go(0),
    End: () => go(length),
  };
  useKeys((event) => {
    const { key, target } = event;
    const takers = key === ' ' ? 'input, [role=tab], button, summary, a' : 'input, [role=tab]';
    const isTheirs = target instanceof Element && target.closest(takers) !== null;
    if (isTheirs || !Object.hasOwn(actions, key)) return;
    event.preventDefault();
    actions[key]();
  });
}

type Playback = ReturnType<typeof usePlayback>;

/** A position in a replay of `length` steps, and what moves it; 0 is before the first step. */
export function usePlayback(length: number, first = 0) {
  const [position, setPosition] = useState(first);
  const [playing, setPlaying] = useState(false);
  /** Steps per second. */
  const [speed, setSpeed] = useState(5);
  const owed = useRef(0);
  useEffect(() => {
    if (!playing) return undefined;
    let last = performance.now();
    let frame = 0;
    owed.current = 1;
    const advance = (now: number): void => {
      // After a tab was hidden, playback does not catch up.
      owed.current += (Math.min(250, now - last) * speed) / 1000;
      last = now;
      const whole = Math.floor(owed.current);
      if (whole > 0) {
        owed.current -= whole;
        setPosition((at) => {
          const next = Math.min(length, at + whole);
          if (next === length) setPlaying(false);
          return next;
        });
      }
      frame = requestAnimationFrame(advance);
    };
    frame = requestAnimationFrame(advance);
    return () => cancelAnimationFrame(frame);
  }, [playing, speed, length]);

  return {
    position,
    playing,
    speed,
    setSpeed,
    /** Plays or pauses; at the end it plays from the start again. */
    toggle: () => {
      if (!playing && position >= length) setPosition(0);
      setPlaying(!playing);
    },
    /** Pauses and goes to a position, or to one computed from the current one. */
    go: (to: number | ((position: number) => number)) => {
      setPlaying(false);
      setPosition((at) => Math.max(0, Math.min(length, typeof to === 'number' ? to : to(at))));
    },
  };
}
