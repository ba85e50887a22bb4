import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { SolvedWithGoal } from '../../../advice/check/misfit.js';
import { misfitText } from '../../../advice/check/misfit-text.js';
import { Notice } from '../parts/notice.js';
import { askAdvice } from './ask-advice.js';

/** Names the first wrong cell of a start position or an author's picture that does not fit. */
export function MisfitNotice({ solved }: { readonly solved: SolvedWithGoal }): JSX.Element | null {
  const [texts, setTexts] = useState<readonly string[]>([]);
  useEffect(() => {
    let asked = true;
    setTexts([]);
    void askAdvice({ kind: 'misfits', solved }).then((answer) => {
      if (!asked || answer?.kind !== 'misfits') return;
      setTexts(answer.misfits.map((misfit) => misfitText(misfit, solved.puzzle)));
    });
    return () => {
      asked = false;
    };
  }, [solved]);
  if (texts.length === 0) return null;
  return (
    <Notice kind="bad" title="What came with the puzzle does not fit its clues">
      {texts.map((text) => (
        <div key={text}>{text.charAt(0).toUpperCase() + text.slice(1)}.</div>
      ))}
    </Notice>
  );
}
