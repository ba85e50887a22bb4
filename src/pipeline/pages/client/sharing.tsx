import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Cells, Puzzle } from '../../../solver/core/puzzle/types.js';
import { FORMAT_DESCRIPTIONS, FORMAT_USERS } from '../../../solver/formats/descriptions.js';
import { FORMATS } from '../../../solver/formats/registry.js';
import { puzzlinkAddress, puzzlinkUnfit } from '../../../solver/formats/single/one-line.js';
import { Choice, HOW_TO_SHARE, shareBase } from './controls.js';
import { playHash } from './puzzle-text.js';
import { saveText } from './saving.js';
import { useLoaded } from './window.js';

/** Saves the puzzle in any format that can hold it; the file is written in the page. */
export function ExportMenu(props: {
  readonly puzzle: Puzzle;
  readonly name: string;
  readonly title: string | null;
  readonly goal: Cells | null;
}): JSX.Element {
  const { puzzle, name, title, goal } = props;
  const [problem, setProblem] = useState<string | null>(null);
  const formats = FORMATS.filter(
    ({ write, holds }) => write !== null && (puzzle.colours === 1 || holds.has('colour')),
  );
  const save = (wanted: string): void => {
    const format = formats.find((candidate) => candidate.name === wanted);
    if (format?.write == null) return;
    try {
      const text = [...format.write([{ name, title, puzzle, goal }])].join('');
      saveText(name + format.extensions[0], 'text/plain', text);
      setProblem(null);
    } catch (error) {
      setProblem((error as Error).message);
    }
  };
  return (
    <>
      <Choice
        label="Save as"
        class="row small"
        value=""
        options={[['', 'choose a format']]}
        groups={FORMAT_USERS.map(([users, names]) => [
          users,
          names
            .flatMap((of) => formats.find((format) => format.name === of) ?? [])
            .map((format) => [
              format.name,
              `${format.name} (${format.extensions[0]})`,
              FORMAT_DESCRIPTIONS[format.name],
            ]),
        ])}
        choose={save}
      />
      {problem !== null && <span role="alert">{problem}</span>}
    </>
  );
}

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

/** How many modules wide the white border must be, for a camera to find the code. */
const BORDER = 4;

function Code(props: { readonly address: string; readonly host: string }): JSX.Element {
  const { address, host } = props;
  // Few people ask for it, so that it is loaded only then.
  const code = useLoaded(async () => {
    const { qrCode } = await import('../../../solver/craft/qr-code.js');
    return qrCode(address) ?? 'too long';
  }, [address]);
  const whole = typeof code === 'object' ? code.side + 2 * BORDER : 0;
  return (
    <>
      {code === 'too long' && (
        <p class="small">
          No code: the address of {address.length} characters is too long for a camera to read it.
        </p>
      )}
      {code !== undefined && code !== 'too long' && (
        <svg
          role="img"
          aria-label={`QR code of its address at ${host}`}
          width={4 * whole}
          height={4 * whole}
          viewBox={`${-BORDER} ${-BORDER} ${whole} ${whole}`}
          shape-rendering="crispEdges"
        >
          <rect x={-BORDER} y={-BORDER} width={whole} height={whole} fill="#fff" />
          <path d={code.path} fill="#000" />
        </svg>
      )}
      <a href={address}>Play it at {host}</a>
    </>
  );
}
