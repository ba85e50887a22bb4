import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { TextField } from './text-field.js';

/** Something that can be copied: what its button says, and the text. */
export interface Copyable {
  readonly label: string;
  readonly text: string;
}

/**
 * Buttons that copy texts. Without the right to write to the clipboard, the text is shown to be
 * copied by hand.
 */
export function CopyTexts({ texts }: { readonly texts: readonly Copyable[] }): JSX.Element {
  const [copied, setCopied] = useState<(Copyable & { readonly done: boolean }) | null>(null);
  const copy = (one: Copyable): void => {
    const tell = (done: boolean) => (): void => setCopied({ ...one, done });
    try {
      navigator.clipboard.writeText(one.text).then(tell(true), tell(false));
    } catch {
      tell(false)();
    }
  };
  return (
    <>
      {texts.map((one) => (
        <button key={one.label} type="button" onClick={() => copy(one)}>
          {one.label}
        </button>
      ))}
      <span class="small soft" role="status">
        {copied?.done === true && 'Copied.'}
      </span>
      {copied?.done === false && (
        <label class="small">
          {copied.label}
          <TextField kind="lines" readOnly rows={3} value={copied.text} />
        </label>
      )}
    </>
  );
}
