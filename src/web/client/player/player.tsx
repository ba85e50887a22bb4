import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { animatedSvg } from '../../../replay/animated-svg.js';
import type { Trace } from '../../../replay/step.js';
import { Timeline } from '../../../replay/timeline.js';
import type { Cells, Puzzle } from '../../../puzzle/types.js';
import { countText } from '../../../text/numbers.js';
import { GridView } from '../grid/grid-view.js';
import { Legend } from '../parts/legend.js';
import { saveText } from '../save.js';
import { PlayerControls } from './player-controls.js';
import { overlaid, sceneAt, sceneLabel } from './player-scene.js';
import { StepList } from './step-list.js';
import { usePlayback } from './use-playback.js';
import { usePlayerKeys } from './use-player-keys.js';

/** What the colours mean besides those of the cells. */
const MARKS = ['unknown', 'fresh', 'work'] as const;

/** Plays how a puzzle is solved: step by step, with what each step does and why. */
export function Player(props: {
  readonly puzzle: Puzzle;
  readonly trace: Trace;
  readonly name: string;
  /** Two solutions of an ambiguous puzzle, which the replay ends on; else null. */
  readonly solutions: readonly [Cells, Cells] | null;
}): JSX.Element {
  const { puzzle, trace, name, solutions } = props;
  const { steps } = trace;
  const playback = usePlayback(steps.length);
  const { position, playing, go } = playback;
  const timeline = useMemo(() => new Timeline(puzzle, steps), [puzzle, steps]);
  usePlayerKeys(playback, steps.length);
  const step = position === 0 ? null : steps[position - 1];
  const atEnd = position === steps.length && step?.kind === 'solution';
  const both = atEnd && !trace.cut ? solutions : null;
  const scene = useMemo(
    () => (both === null ? sceneAt(timeline, position, step) : overlaid(both)),
    [timeline, position, step, both],
  );
  const save = (): void => {
    saveText(`${name}.svg`, 'image/svg+xml', animatedSvg(puzzle, steps, { title: name }));
  };
  return (
    <div class="beside">
      <section class="card" aria-label="Replay">
        <PlayerControls playback={playback} length={steps.length} />
        <p class="now" aria-live={playing ? 'off' : 'polite'}>
          {step?.words ?? 'The grid before the first step. Press Play or the space bar.'}
        </p>
        <GridView puzzle={puzzle} scene={scene} label={sceneLabel(scene, position, steps.length)} />
        <PlayerLegend coloured={puzzle.colours > 1} both={both !== null} />
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

function PlayerLegend(props: { readonly coloured: boolean; readonly both: boolean }): JSX.Element {
  const { coloured, both } = props;
  if (both) return <Legend kinds={coloured ? ['upper', 'lower'] : ['filled', 'a', 'b']} />;
  return <Legend kinds={coloured ? MARKS : ['filled', ...MARKS]} />;
}
