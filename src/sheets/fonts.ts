import { fileURLToPath } from 'node:url';

/**
 * DejaVu Sans, whose licence (that of Bitstream Vera) allows embedding it in documents. Only the
 * characters that are used are embedded.
 */
export const FONTS = { plain: fontFile('DejaVuSans.ttf'), bold: fontFile('DejaVuSans-Bold.ttf') };

function fontFile(name: string): string {
  return fileURLToPath(import.meta.resolve(`dejavu-fonts-ttf/ttf/${name}`));
}
