import type { JSX } from 'preact';
import {
  doneText,
  paceTexts,
  percentText,
  shareDone,
  roundText,
} from '../../../record/progress.js';
import type { RunEntry } from '../../api.js';

/** How far a run is that is not complete, as its terminal shows it. */
export function ProgressOfRun({ progress }: Pick<RunEntry, 'progress'>): JSX.Element | null {
  if (progress === null) return null;
  const share = shareDone(progress);
  const words = [percentText(progress), doneText(progress), ...paceTexts(progress)];
  const text = words.filter((word) => word !== null).join(' · ');
  return (
    <div>
      {share !== null && (
        <div
          class="meter"
          role="progressbar"
          aria-label="How far this run is"
          aria-valuenow={Math.floor(100 * share)}
          aria-valuetext={text}
        >
          <span class="done" style={{ width: `${100 * share}%` }} />
        </div>
      )}
      <p class="small">{text}</p>
      {progress.round !== undefined && <p class="small">{roundText(progress.round)}</p>}
    </div>
  );
}
