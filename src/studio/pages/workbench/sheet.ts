/** The sides of A4, and its margin, in points. */
const A4 = [595.28, 841.89] as const;
const MARGIN = 48;

/** The most points for each pixel of a drawing: a puzzle of 5x5 should not fill the page. */
const LARGEST = 1.25;

/** So many pixels to an inch print as sharp as a book. */
const SHARP = 300;

/**
 * The size of an SVG on its page, in points, as large as fits, and how many pixels each of its own
 * becomes.
 */
export function sheetSize(svg: string) {
  const [, across, down] = /width="([\d.]+)" height="([\d.]+)"/.exec(svg)!.map(Number);
  const points = Math.min(LARGEST, (A4[0] - 2 * MARGIN) / across, (A4[1] - 2 * MARGIN) / down);
  return { width: across * points, height: down * points, scale: (points * SHARP) / 72 };
}

/** A picture for a page: its file, a JPEG, and the pixels of that. */
interface Sheet extends ReturnType<typeof sheetSize> {
  readonly jpeg: Uint8Array;
  readonly pixels: readonly [width: number, height: number];
}

/** Pictures as a file of PDF, each at the top of a page of A4. */
export function sheetsPdf(sheets: readonly Sheet[]): Uint8Array<ArrayBuffer> {
  const first = 3;
  const pages = sheets.map((_, i) => `${first + 3 * i} 0 R`);
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${pages.join(' ')}] /Count ${sheets.length} >>`,
    ...sheets.flatMap(({ width, height, jpeg, pixels }, i) => {
      const left = (A4[0] - width) / 2;
      const below = A4[1] - MARGIN - height;
      const place = [width, 0, 0, height, left, below].map((one) => one.toFixed(2));
      const content = `${place.join(' ')} cm /Picture Do`;
      const [contents, picture] = [1, 2].map((next) => `${first + 3 * i + next} 0 R`);
      const look = `/Width ${pixels[0]} /Height ${pixels[1]} /ColorSpace /DeviceRGB /BitsPerComponent 8`;
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${A4.join(' ')}] ` +
          `/Resources << /XObject << /Picture ${picture} >> >> /Contents ${contents} >>`,
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
        `<< /Type /XObject /Subtype /Image ${look} /Filter /DCTDecode /Length ${jpeg.length} >>\n` +
          `stream\n${Array.from(jpeg, (byte) => String.fromCharCode(byte)).join('')}\nendstream`,
      ];
    }),
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, i) => {
    const offset = text.length;
    text += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`;
  const end = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
  // Each letter is one byte.
  return Uint8Array.from(text + table + end, (letter) => letter.charCodeAt(0));
}
