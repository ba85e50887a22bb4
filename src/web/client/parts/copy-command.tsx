import type { JSX } from 'preact';
import { useState } from 'preact/hooks';

/** A command to type, with a button that copies it; a browser that may not copy selects it to be copied by hand. */
export function CopyCommand({ command }: { readonly command: string }): JSX.Element {
  const [copied, setCopied] = useState(false);
  const copy = (event: MouseEvent): void => {
    const code = (event.currentTarget as Element).previousElementSibling!;
    const select = (): void => getSelection()?.selectAllChildren(code);
    try {
      navigator.clipboard.writeText(command).then(() => setCopied(true), select);
    } catch {
      select();
    }
  };
  return (
    <div class="command">
      <code>{command}</code>
      <button type="button" onClick={copy}>
        Copy
      </button>
      <span class="small soft" role="status">
        {copied && 'Copied: paste it into a terminal.'}
      </span>
    </div>
  );
}
