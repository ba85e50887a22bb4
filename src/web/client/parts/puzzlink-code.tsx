import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { QrCode } from '../../../charts/qr-code.js';
import { puzzlinkAddress } from '../../../formats/single/puzzlink.js';
import type { Puzzle } from '../../../puzzle/types.js';

/** A button that shows a puzzle's address at puzz.link, as a link and as a QR code; nothing for a puzzle that has none. */
export function PuzzlinkCode({ puzzle }: { readonly puzzle: Puzzle }): JSX.Element | null {
  const [open, setOpen] = useState(false);
  const address = puzzlinkAddress(puzzle);
  if (address === null) return null;
  return (
    <>
      <button type="button" aria-expanded={open} onClick={() => setOpen(!open)}>
        QR code
      </button>
      {open && <Code key={address} address={address} />}
    </>
  );
}

function Code({ address }: { readonly address: string }): JSX.Element {
  const [code, setCode] = useState<QrCode | null>(null);
  useEffect(() => {
    let shown = true;
    // Few people ask for it, so that it is loaded only then.
    void import('../../../charts/qr-code.js').then(({ qrCode }) => {
      if (shown) setCode(qrCode(address));
    });
    return () => {
      shown = false;
    };
  }, [address]);
  return (
    <div class="card">
      {code !== null && <Drawn code={code} />}
      <a href={address}>Play it at puzz.link</a>
    </div>
  );
}

/** How many modules wide the white border must be, for a camera to find the code. */
const BORDER = 4;

function Drawn({ code: { side, path } }: { readonly code: QrCode }): JSX.Element {
  const whole = side + 2 * BORDER;
  return (
    <svg
      role="img"
      aria-label="QR code of its address at puzz.link"
      width={4 * whole}
      height={4 * whole}
      viewBox={`${-BORDER} ${-BORDER} ${whole} ${whole}`}
      shape-rendering="crispEdges"
    >
      <rect x={-BORDER} y={-BORDER} width={whole} height={whole} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
