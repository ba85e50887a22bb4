import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { TextField } from './text-field.js';
import { isLoopback } from '../../../../solver/core/text/typed.js';

/**
 * A button that copies the address of a puzzle, as it follows the `#` of a workbench, worked out
 * when it is pressed.
 */
export function CopyLink(props: { readonly hash: () => string }): JSX.Element {
  const { hash } = props;
  const [base] = useState(shareBase);
  const [copied, setCopied] = useState<'yes' | { readonly address: string } | null>(null);
  const copy = (): void => {
    const address = `${base.address}${hash()}`;
    const done = (): void => setCopied('yes');
    // Without the right to write there, as on a page without https, the address is shown to be
    // copied by hand.
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
          <TextField readOnly value={copied.address} />
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

interface ShareBase {
  /** The address of a workbench, up to its `#`. */
  readonly address: string;
  /** The host as people know it. */
  readonly host: string;
  /** Whether nobody but who sits at this machine can open it. */
  readonly isHereAlone: boolean;
  /** Whether it is on another host than this page. */
  readonly isElsewhere: boolean;
}

/**
 * The workbench of this site, or the one on the web that its server was told of: see `nonomill
 * serve --share-base`.
 */
export function shareBase(): ShareBase {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="share-base"]');
  const { origin, pathname, host, hostname } = new URL(meta?.content ?? './', location.href);
  return {
    address: `${origin}${pathname}`,
    host,
    isHereAlone: isLoopback(hostname),
    isElsewhere: origin !== location.origin,
  };
}

/** What to do if nobody else can open a link. */
export const HOW_TO_SHARE =
  'nonomill serve --share-base <address> makes links to a workbench on the web.';
