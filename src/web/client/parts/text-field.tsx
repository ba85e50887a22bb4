import type { JSX, Ref } from 'preact';
import { useEffect, useState } from 'preact/hooks';

type InputWords = JSX.InputHTMLAttributes<HTMLInputElement>;

interface TextFieldProps extends Pick<
  InputWords,
  'class' | 'id' | 'max' | 'maxLength' | 'min' | 'placeholder' | 'readOnly' | 'title' | 'aria-label'
> {
  /** What its owner holds: shown while nothing is being typed. */
  readonly value: string;
  /** Told of what was typed once it is taken: at Enter, or when the field is left. */
  readonly onTake?: (text: string) => void;
  /** Told of each key, for an owner who holds what is typed from the first letter on. */
  readonly onType?: (text: string) => void;
  /** `lines` for a text of several lines, at whose ends Enter takes nothing. */
  readonly kind?: 'text' | 'number' | 'color' | 'lines';
  readonly rows?: number;
  readonly field?: Ref<HTMLTextAreaElement>;
}

/**
 * The one field of all pages for what people type. What is being typed stays until it is taken,
 * however often the page is drawn anew meanwhile, as it is when a solver answers or a run goes on;
 * it is taken as well if the page is left.
 */
export function TextField(props: TextFieldProps): JSX.Element {
  const { value, onTake, onType, kind = 'text', rows, field, ...words } = props;
  const [typed, setTyped] = useState<string | null>(null);
  const take = (text: string): void => {
    setTyped(null);
    onTake?.(text);
  };
  useEffect(() => {
    if (typed === null) return undefined;
    const left = (): void => take(typed);
    // Before those who write down what the page holds.
    window.addEventListener('pagehide', left, { capture: true });
    return () => window.removeEventListener('pagehide', left, { capture: true });
  });
  const handlers = {
    value: onType === undefined ? (typed ?? value) : value,
    autocomplete: 'off',
    spellcheck: false,
    onInput: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }): void => {
      if (onType === undefined) setTyped(currentTarget.value);
      else onType(currentTarget.value);
    },
    onChange: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }): void =>
      take(currentTarget.value),
    onFocus: ({ currentTarget }: { readonly currentTarget: { select(): void } }): void => {
      // What cannot be changed is there to be copied.
      if (words.readOnly === true) currentTarget.select();
    },
  } as const;
  if (kind === 'lines') {
    const { id, readOnly } = words;
    const lines = { ...handlers, ...(rows !== undefined && { rows }) };
    return <textarea id={id} readOnly={readOnly} ref={field ?? null} {...lines} />;
  }
  return <input type={kind} {...words} {...handlers} />;
}
