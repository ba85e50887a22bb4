import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { QrCode } from '../../../../solver/craft/qr-code.js';
import { puzzlinkAddress, puzzlinkUnfit } from '../../../../solver/formats/single/puzzlink.js';
import type { Puzzle } from '../../../../solver/core/puzzle/types.js';
import { HOW_TO_SHARE, shareBase } from './copy-link.js';
import { playHash } from '../window/try-address.js';

/**
 * A button that shows where a puzzle is played, as a link and as a QR code: at the workbench that
 * shared links lead to or, if nobody else can open that, at puzz.link. Neither holds its title.
 */
export function QrCodeButton({ puzzle }: { readonly puzzle: Puzzle }): JSX.Element {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" aria-expanded={open} onClick={() => setOpen(!open)}>
        QR code
      </button>
      {open && <Places puzzle={puzzle} />}
    </>
  );
}

function Places({ puzzle }: { readonly puzzle: Puzzle }): JSX.Element {
  const [base] = useState(shareBase);
  const own = base.isHereAlone ? null : `${base.address}${playHash(puzzle, '')}`;
  const puzzlink = puzzlinkAddress(puzzle);
  const address = own ?? puzzlink;
  const host = own === null ? 'puzz.link' : base.host;
  return (
    <div class="card">
      {address === null ? (
        <p class="small">
          No code: puzz.link, where it would lead, {puzzlinkUnfit(puzzle)}. {HOW_TO_SHARE} These
          hold every puzzle.
        </p>
      ) : (
        <Code key={address} address={address} host={host} />
      )}
      {own !== null && puzzlink !== null && <a href={puzzlink}>Play it at puzz.link</a>}
    </div>
  );
}

function Code(props: { readonly address: string; readonly host: string }): JSX.Element {
  const { address, host } = props;
  const [code, setCode] = useState<QrCode | 'too long' | null>(null);
  useEffect(() => {
    let shown = true;
    // Few people ask for it, so that it is loaded only then.
    void import('../../../../solver/craft/qr-code.js').then(({ qrCode }) => {
      if (shown) setCode(qrCode(address) ?? 'too long');
    });
    return () => {
      shown = false;
    };
  }, [address]);
  return (
    <>
      {code === 'too long' && (
        <p class="small">
          No code: the address of {address.length} characters is too long for a camera to read it.
        </p>
      )}
      {code !== null && code !== 'too long' && <Drawn code={code} host={host} />}
      <a href={address}>Play it at {host}</a>
    </>
  );
}

/** How many modules wide the white border must be, for a camera to find the code. */
const BORDER = 4;

function Drawn(props: { readonly code: QrCode; readonly host: string }): JSX.Element {
  const { side, path } = props.code;
  const whole = side + 2 * BORDER;
  return (
    <svg
      role="img"
      aria-label={`QR code of its address at ${props.host}`}
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
