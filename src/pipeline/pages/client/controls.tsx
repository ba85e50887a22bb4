import type { ComponentChildren, JSX, Ref } from 'preact';
import { useLayoutEffect, useRef, useState, useId, useEffect } from 'preact/hooks';
import { isLoopback } from '../../../solver/core/text/typed.js';
import { ifPossible } from '../../../solver/core/text/error-codes.js';

interface Typing {
  readonly currentTarget: HTMLInputElement | HTMLTextAreaElement;
}

/** How long nobody types, in milliseconds, before text is taken. */
const PAUSE_MS = 400;

/** Goes on with what the address became before a reload, and tells the page of it. */
function takeLeft(): void {
  const left = sessionStorage.getItem(location.href);
  if (left === null) return;
  sessionStorage.removeItem(location.href);
  history.replaceState(history.state, '', left);
  window.dispatchEvent(new PopStateEvent('popstate'));
  window.dispatchEvent(new HashChangeEvent('hashchange'));
}

/** The text field of all pages; what is being typed stays until it is left, however often drawn. */
export function TextField(props: {
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
}): JSX.Element {
  const { value, onTake, onType, kind = 'text', label, field, ...words } = props;
  const [typed, setTyped] = useState<string | null>(null);
  // As the page is now: since something was typed, what it belongs to may have changed.
  const owner = useRef(onTake);
  owner.current = onTake;
  useLayoutEffect(() => ifPossible(takeLeft, undefined), []);
  useLayoutEffect(() => {
    if (typed === null) return undefined;
    const take = (): void => owner.current?.(typed);
    const timer = kind === 'text' ? setTimeout(take, PAUSE_MS) : undefined;
    const leave = (): void => {
      const before = location.href;
      take();
      // A reload shows the address of before.
      const keep = (): void => sessionStorage.setItem(before, location.href);
      // This event follows, once all have written their address.
      const left = (): void => ifPossible(keep, undefined);
      document.addEventListener('visibilitychange', left, { once: true });
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

/** A label beside its control: around a list, it would have its options in its name. */
export function Field(props: {
  readonly label: string;
  readonly class?: string;
  readonly children: (id: string) => JSX.Element;
}): JSX.Element {
  const id = useId();
  return (
    <div class={props.class ?? 'field'}>
      <label for={id}>{props.label}</label>
      {props.children(id)}
    </div>
  );
}

type Option = readonly [value: string, words: string, title?: string];

/** A list to choose from, with its label; one without a value is a menu, which shows its first. */
export function Choice(props: {
  readonly label: string;
  readonly class?: string;
  readonly value: string;
  readonly options: readonly Option[];
  /** What follows these, under headings. */
  readonly groups?: readonly (readonly [heading: string, options: readonly Option[]])[];
  readonly choose: (value: string) => void;
}): JSX.Element {
  const { label, value, options, groups = [], choose } = props;
  const listed = (some: readonly Option[]): JSX.Element[] =>
    some.map(([of, words, title]) => (
      <option key={of} value={of} title={title}>
        {words}
      </option>
    ));
  return (
    <Field label={label} class={props.class ?? 'field'}>
      {(id) => (
        <select
          id={id}
          value={value}
          onChange={({ currentTarget }) => {
            const chosen = currentTarget.value;
            if (value === '') currentTarget.value = '';
            choose(chosen);
          }}
        >
          {listed(options)}
          {groups.map(([heading, some]) => (
            <optgroup key={heading} label={heading}>
              {listed(some)}
            </optgroup>
          ))}
        </select>
      )}
    </Field>
  );
}

interface Press {
  readonly name: string;
  /** Shown on it in place of its name. */
  readonly text?: ComponentChildren;
  /** Shown when pointed at; its name if that is not what is on it. */
  readonly title?: string;
  readonly shortcut?: string;
  /** Whether it is the one that is chosen, of several. */
  readonly isPressed?: boolean;
  /** Whether it is what most people want here. */
  readonly isStrong?: boolean;
  /** Shown in place of a text, in a small square. */
  readonly icon?: ComponentChildren;
  /** Null if there is nothing to do. */
  readonly act: (() => void) | null;
}

/** Buttons that belong together, in a row. */
export function Presses(props: {
  readonly label: string;
  readonly class?: string;
  readonly presses: readonly Press[];
  readonly children?: ComponentChildren;
}): JSX.Element {
  const { label, presses, children } = props;
  return (
    <div class={props.class ?? 'row tight'} role="group" aria-label={label}>
      {presses.map(
        ({ name, text = name, icon, title, shortcut, isPressed, isStrong = false, act }, i) => (
          <button
            key={i}
            type="button"
            class={isStrong ? 'strong' : icon === undefined ? '' : 'icon'}
            aria-label={name}
            aria-keyshortcuts={shortcut}
            aria-pressed={isPressed}
            title={title ?? (icon === undefined && text === name ? undefined : name)}
            disabled={act === null}
            onClick={() => act?.()}
          >
            {icon ?? text}
          </button>
        ),
      )}
      {children}
    </div>
  );
}

/** A box to tick, and beside it what that means. */
export function Tick(props: {
  readonly isOn: boolean;
  readonly onTurn: (on: boolean) => void;
  readonly class?: string;
  readonly children: ComponentChildren;
}): JSX.Element {
  return (
    <label class={props.class ?? 'tick small'}>
      <input
        type="checkbox"
        checked={props.isOn}
        onChange={(event) => props.onTurn(event.currentTarget.checked)}
      />
      <span>{props.children}</span>
    </label>
  );
}

/**
 * Buttons that copy texts, as they are when one is pressed, or show them if they may not; `done` is
 * said then, `note` always.
 */
export function CopyButtons(props: {
  readonly texts: readonly { readonly label: string; readonly text: () => string }[];
  readonly done?: string;
  readonly note?: string;
}): JSX.Element {
  const { texts, done = 'Copied.', note = '' } = props;
  const [copied, setCopied] = useState<{ label: string; text: string; done: boolean } | null>(null);
  const copy = async (label: string, text: string): Promise<void> => {
    let done = true;
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      // The page has no right to, as without https.
      done = false;
    }
    setCopied({ label, text, done });
  };
  return (
    <>
      {texts.map(({ label, text }) => (
        <button key={label} type="button" onClick={() => void copy(label, text())}>
          {label}
        </button>
      ))}
      {copied?.done === false && (
        <label class="small">
          {copied.label}
          <TextField kind="lines" readOnly rows={3} value={copied.text} />
        </label>
      )}
      <span class="small soft" role="status">
        {copied?.done === true && done} {copied !== null && note}
      </span>
    </>
  );
}

/** Copies the address of a puzzle on a workbench, worked out when it is pressed. */
export function CopyLink(props: { readonly hash: () => string }): JSX.Element {
  const [base] = useState(shareBase);
  const label = base.isHereAlone ? 'Copy link for this machine only' : 'Copy link';
  const text = (): string => `${base.address}${props.hash()}`;
  // Who can open it, and where it leads, if that is not plain.
  const place = base.isElsewhere ? `It leads to ${base.host}.` : '';
  const note = base.isHereAlone ? `Only this machine can open it. ${HOW_TO_SHARE}` : place;
  return <CopyButtons texts={[{ label, text }]} done="The link is copied." note={note} />;
}

/** The workbench of this site, or that of `nonomill serve --share-base`. */
export function shareBase() {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="share-base"]');
  const { origin, pathname, host, hostname } = new URL(meta?.content ?? './', location.href);
  return {
    /** Up to its `#`. */
    address: `${origin}${pathname}`,
    /** As people know it. */
    host,
    /** Whether nobody but who sits at this machine can open it. */
    isHereAlone: isLoopback(hostname),
    isElsewhere: origin !== location.origin,
  };
}

/** What to do if nobody else can open a link. */
export const HOW_TO_SHARE =
  'nonomill serve --share-base <address> makes links to a workbench on the web.';

/** Whether a key is meant for what has the focus: a field to write in, or a grid. */
function isTaken(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true;
  const { target } = event;
  return (
    target instanceof Element &&
    target.closest('input:not([type=checkbox]), select, textarea, [role=application]') !== null
  );
}

/** Calls `pressed` for each key that is not meant for what has the focus. */
export function useKeys(pressed: (event: KeyboardEvent) => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (!isTaken(event)) pressed(event);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  });
}
