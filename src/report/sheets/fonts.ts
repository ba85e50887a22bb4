import { fileURLToPath } from 'node:url';

/**
 * DejaVu Sans, whose licence (that of Bitstream Vera) allows embedding it in documents. Only the
 * characters that are used are embedded.
 */
export const FONT_FILES = {
  plain: fontFile('DejaVuSans.ttf'),
  bold: fontFile('DejaVuSans-Bold.ttf'),
};

function fontFile(name: string): string {
  return fileURLToPath(new URL(`../../../fonts/${name}`, import.meta.url));
}
