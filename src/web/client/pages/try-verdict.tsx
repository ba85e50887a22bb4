import type { JSX } from 'preact';
import { durationText } from '../../../text/durations.js';
import { Notice } from '../parts/notice.js';
import type { Solving } from '../solve/use-solved.js';

/** Whether the puzzle is a good one, in a word and a sentence. */
export function TryVerdict({ solving }: { readonly solving: Solving }): JSX.Element {
  return <div aria-live="polite">{verdict(solving)}</div>;
}

function verdict(solving: Solving): JSX.Element | null {
  if (solving.state === 'idle') return null;
  if (solving.state === 'solving') return <Notice kind="plain" title="Solving …" />;
  if (solving.state === 'failed') return <Notice kind="bad" title={solving.reason} />;
  const { outcome, ms } = solving.solved;
  const time = `Solved in ${durationText(ms)}, the replay included.`;
  switch (outcome.status) {
    case 'unique':
      if (outcome.technique === 'line') {
        return (
          <Notice kind="good" title="A good puzzle: one solution, and no guessing">
            Looking at one line at a time solves it. {time}
          </Notice>
        );
      }
      return (
        <Notice kind="doubt" title="One solution, but lines alone do not get there">
          {outcome.technique === 'probe'
            ? 'Now and then one must assume a cell and find a contradiction.'
            : 'Even contradictions of one assumed cell are not enough.'}{' '}
          {time}
        </Notice>
      );
    case 'multiple':
      return (
        <Notice kind="bad" title="Not a good puzzle: it has more than one solution">
          The replay shows two of them. {time}
        </Notice>
      );
    case 'contradiction':
      return (
        <Notice kind="bad" title="Not a puzzle: no picture fits these clues">
          The replay shows where they contradict each other. {time}
        </Notice>
      );
    case 'timeout':
    case 'steps':
    case 'memory':
    case 'crash':
      return (
        <Notice
          kind="doubt"
          title={`Not decided: the ${outcome.status} limit of this page was reached`}
        >
          <code>nonomill solve</code> can take longer.
        </Notice>
      );
  }
}
