import type { JSX, Ref } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

interface TextFieldProps {
  /** What its owner holds: shown while nothing is being typed. */
  readonly value: string;
  /**
   * Told of what was typed once it is taken: at Enter, when the field or the page is left and, of
   * text, after a pause. Half of a number or a colour is another one, so for those a pause is none.
   */
  readonly onTake?: (text: string) => void;
  /** Told of each key, for an owner who holds what is typed from the first letter on. */
  readonly onType?: (text: string) => void;
  /** `lines` for a text of several lines, at whose ends Enter takes nothing. */
  readonly kind?: 'text' | 'number' | 'color' | 'lines';
  readonly id?: string;
  readonly class?: string;
  /** What it is called, if no label says so. */
  readonly label?: string;
  readonly placeholder?: string;
  readonly title?: string;
  readonly maxLength?: number;
  readonly min?: number;
  readonly max?: number;
  readonly rows?: number;
  /** Whether it is there to be copied alone. */
  readonly readOnly?: boolean;
  readonly field?: Ref<HTMLTextAreaElement>;
}

interface Typing {
  readonly currentTarget: HTMLInputElement | HTMLTextAreaElement;
}

/** How long nobody types, in milliseconds, before text is taken. */
const PAUSE_MS = 400;

/** Keeps what the address has become, for a reload, which shows the one of before. */
function keepLeft(before: string): void {
  try {
    sessionStorage.setItem(before, location.href);
  } catch {
    // This browser keeps nothing.
  }
}

/** Goes on with such an address, and tells the page of it. */
function takeLeft(): void {
  try {
    const left = sessionStorage.getItem(location.href);
    if (left === null) return;
    sessionStorage.removeItem(location.href);
    history.replaceState(history.state, '', left);
    window.dispatchEvent(new PopStateEvent('popstate'));
    window.dispatchEvent(new HashChangeEvent('hashchange'));
  } catch {
    // This browser keeps nothing.
  }
}

/**
 * The one field of all pages for what people type. What is being typed stays until the field is
 * left, however often the page is drawn anew meanwhile, as it is when a solver answers or a run
 * goes on.
 */
export function TextField(props: TextFieldProps): JSX.Element {
  const { value, onTake, onType, kind = 'text', label, field, ...words } = props;
  const [typed, setTyped] = useState<string | null>(null);
  // As the page is now: since something was typed, what it belongs to may have changed.
  const owner = useRef(onTake);
  owner.current = onTake;
  useLayoutEffect(takeLeft, []);
  useLayoutEffect(() => {
    if (typed === null) return undefined;
    const take = (): void => owner.current?.(typed);
    const timer = kind === 'text' ? setTimeout(take, PAUSE_MS) : undefined;
    const leave = (): void => {
      const before = location.href;
      take();
      // This event follows, once all have written their address.
      document.addEventListener('visibilitychange', () => keepLeft(before), { once: true });
    };
    // Before those who write down what they hold when the page is left.
    window.addEventListener('pagehide', leave, { capture: true });
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pagehide', leave, { capture: true });
    };
  }, [typed]);
  const shared = {
    ...words,
    'aria-label': label,
    value: onType === undefined ? (typed ?? value) : value,
    autocomplete: 'off',
    spellcheck: false,
    onInput: ({ currentTarget }: Typing): void => {
      if (onType === undefined) setTyped(currentTarget.value);
      else onType(currentTarget.value);
    },
    onChange: ({ currentTarget }: Typing): void => {
      setTyped(null);
      onTake?.(currentTarget.value);
    },
    onFocus: ({ currentTarget }: Typing): void => {
      if (words.readOnly === true) currentTarget.select();
    },
  } as const;
  // The types of Preact want each type of a field in letters.
  if (kind === 'lines') return <textarea ref={field ?? null} {...shared} />;
  if (kind === 'color') return <input type="color" {...shared} />;
  if (kind === 'number') return <input type="number" {...shared} />;
  return <input type="text" {...shared} />;
}
