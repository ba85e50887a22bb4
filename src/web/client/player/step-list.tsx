import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { NEEDS_MEANINGS, NEEDS_WORDS } from '../../../result/difficulty-words.js';
import type { Step } from '../../../replay/step.js';

/**
 * How many steps before and after the current one are listed: a list of thousands would be slow.
 */
const AROUND = 40;

/** The steps around the current one; a click goes there. */
export function StepList(props: {
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
