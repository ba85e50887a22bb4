import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { HOW_TO_SHARE, shareBase, type ShareBase } from './share-base.js';

/** A button that copies the address of a puzzle, as it follows the `#` of a workbench, worked out when it is pressed. */
export function CopyLink(props: { readonly hash: () => string }): JSX.Element {
  const { hash } = props;
  const [base] = useState(shareBase);
  const [copied, setCopied] = useState<'yes' | { readonly address: string } | null>(null);
  const copy = (): void => {
    const address = `${base.address}${hash()}`;
    const done = (): void => setCopied('yes');
    // Without the right to write there, as on a page without https, the address is shown to be copied by hand.
    const refused = (): void => setCopied({ address });
    try {
      navigator.clipboard.writeText(address).then(done, refused);
    } catch {
      refused();
    }
  };
  return (
    <>
      <button type="button" onClick={copy}>
        {base.isHereAlone ? 'Copy link for this machine only' : 'Copy link'}
      </button>
      {copied !== null && copied !== 'yes' && (
        <label class="row small">
          The link
          <input
            type="text"
            readOnly
            value={copied.address}
            onFocus={(event) => event.currentTarget.select()}
          />
        </label>
      )}
      <span class="small soft" role="status">
        {copied === 'yes' && 'The link is copied. '}
        {copied !== null && reachText(base)}
      </span>
    </>
  );
}

/** Who can open a link, and where it leads, if that is not plain. */
function reachText({ host, isHereAlone, isElsewhere }: ShareBase): string {
  if (isHereAlone) return `Only this machine can open it. ${HOW_TO_SHARE}`;
  return isElsewhere ? `It leads to ${host}.` : '';
}
