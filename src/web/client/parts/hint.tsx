import type { JSX } from 'preact';
import { useId, useState } from 'preact/hooks';

/** A word that shows its meaning on hover, focus or touch; Escape closes it. */
export function Hint(props: { readonly word: string; readonly meaning: string }): JSX.Element {
  const id = useId();
  const [closed, setClosed] = useState(false);
  const open = (): void => setClosed(false);
  return (
    <span class={closed ? 'hint closed' : 'hint'} onMouseEnter={open}>
      <button
        type="button"
        aria-describedby={id}
        onFocus={open}
        onKeyDown={(event) => event.key === 'Escape' && setClosed(true)}
      >
        {props.word}
      </button>
      <span role="tooltip" id={id}>
        {props.meaning}
      </span>
    </span>
  );
}
