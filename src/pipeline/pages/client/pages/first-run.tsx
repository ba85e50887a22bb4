import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { RunsAnswer } from '../../api.js';

/** What to do while there is no run: commands to copy, as the pages only read. */
export function FirstRun({ commands }: Pick<RunsAnswer, 'commands'>): JSX.Element {
  const { samples, own } = commands;
  return (
    <section class="card first-run">
      <h2>There is no run yet</h2>
      {samples !== null && (
        <>
          <p>Begin with the samples that came with nonomill. They take a few seconds:</p>
          <CopyCommand command={samples} />
        </>
      )}
      <p>Your own puzzles are a file, or a folder of files, in any format that nonomill reads:</p>
      <CopyCommand command={own} />
      <p class="soft">
        The run shows up here as soon as it begins. Or <a href="/try">try a single puzzle</a>, which
        needs no run.
      </p>
    </section>
  );
}

/**
 * A command to type, with a button that copies it; a browser that may not copy selects it to be
 * copied by hand.
 */
function CopyCommand({ command }: { readonly command: string }): JSX.Element {
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
