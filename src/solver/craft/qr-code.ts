import { encode } from 'uqr';

/** A QR code, ready to be drawn. */
export interface QrCode {
  /** How many modules (its small squares) wide it is, without the white border. */
  readonly side: number;
  /** Its dark modules as an SVG path; a module is 1 wide. */
  readonly path: string;
}

/** The most characters: codes of more than 109 modules a side cannot be scanned from paper. */
const LONGEST = 1091;

/** The QR code of a text; null if the text is too long. */
export function qrCode(text: string): QrCode | null {
  if (text.length > LONGEST) return null;
  const { data, size } = encode(text, { ecc: 'L', border: 0 });
  let path = '';
  data.forEach((row, y) => {
    // Run by run, so that no hairlines show between modules.
    for (let from = row.indexOf(true); from >= 0;) {
      let to = from + 1;
      while (row[to]) to++;
      path += `M${from} ${y}h${to - from}v1H${from}z`;
      from = row.indexOf(true, to);
    }
  });
  return { side: size, path };
}
