import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { Puzzle } from '../../../puzzle/types.js';
import { durationText } from '../../../text/durations.js';
import { MisfitNotice } from '../advice/misfit-notice.js';
import { Notice } from '../parts/notice.js';
import type { SolveAnswer } from '../solve/solve-request.js';
import type { Solving } from '../solve/use-solved.js';

/** Whether the puzzle is a good one, in a word and a sentence. */
export function TryVerdict(props: {
  readonly puzzle: Puzzle;
  readonly solving: Solving;
}): JSX.Element {
  return <div aria-live="polite">{verdict(props.puzzle, props.solving)}</div>;
}

function verdict(puzzle: Puzzle, solving: Solving): JSX.Element | null {
  if (puzzle.rows.every((clue) => clue.length === 0)) {
    return (
      <Notice kind="plain" title="An empty picture">
        Every clue is empty, so there is nothing to solve yet.
      </Notice>
    );
  }
  if (solving.state === 'idle') return null;
  if (solving.state === 'solving') return <Notice kind="plain" title="Solving …" />;
  if (solving.state === 'failed') return <Notice kind="bad" title={solving.reason} />;
  return solvedVerdict(puzzle, solving.answer);
}

/** The clues, or the start position alone: the first wrong cell of that is looked for. */
function WrongStart({ puzzle }: { readonly puzzle: Puzzle }): JSX.Element {
  const solved = useMemo(
    () => ({ puzzle, goal: null, status: 'contradiction' as const, solution: null }),
    [puzzle],
  );
  return (
    <>
      <Notice kind="bad" title="Not a puzzle: no picture fits these clues and the start position" />
      <MisfitNotice solved={solved} />
    </>
  );
}

function solvedVerdict(puzzle: Puzzle, { outcome, ms }: SolveAnswer): JSX.Element {
  const time = `Solved in ${durationText(ms)}, the replay included.`;
  if (outcome.status === 'unique') {
    return outcome.technique === 'line' ? (
      <Notice kind="good" title="A good puzzle: one solution, and no guessing">
        Looking at one line at a time solves it. {time}
      </Notice>
    ) : (
      <Notice kind="doubt" title="One solution, but lines alone do not find it">
        {outcome.technique === 'probe'
          ? 'Now and then one must assume a cell and find a contradiction.'
          : 'Even contradictions of one assumed cell are not enough.'}{' '}
        {time}
      </Notice>
    );
  }
  if (outcome.status === 'multiple') {
    return (
      <Notice kind="bad" title="Not a good puzzle: it has more than one solution">
        The replay ends on two of them, laid over each other. {time}
      </Notice>
    );
  }
  if (outcome.status === 'contradiction' && puzzle.start !== null) {
    return <WrongStart puzzle={puzzle} />;
  }
  if (outcome.status === 'contradiction') {
    return (
      <Notice kind="bad" title="Not a puzzle: no picture fits these clues">
        The replay shows where they contradict each other. {time}
      </Notice>
    );
  }
  return (
    <Notice
      kind="doubt"
      title={`Not decided: the ${outcome.status} limit of this page was reached`}
    >
      <code>nonomill solve</code> can take longer.
    </Notice>
  );
}
