import type { JSX } from 'preact';
import { useState } from 'preact/hooks';

/** A button that copies the address of this page with a puzzle after its `#`, worked out when it is pressed. */
export function CopyLink(props: { readonly hash: () => string }): JSX.Element {
  const { hash } = props;
  const [copied, setCopied] = useState<'yes' | { readonly address: string } | null>(null);
  const copy = (): void => {
    const address = `${location.origin}${location.pathname}${hash()}`;
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
        Copy link
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
        {copied === 'yes' && 'The link is copied.'}
      </span>
    </>
  );
}
