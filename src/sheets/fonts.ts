import { fileURLToPath } from 'node:url';

/**
 * DejaVu Sans, whose licence (that of Bitstream Vera) lets it be embedded in documents. Only the
 * characters that are used get into a file.
 */
export const FONTS = { plain: fontFile('DejaVuSans.ttf'), bold: fontFile('DejaVuSans-Bold.ttf') };

function fontFile(name: string): string {
  return fileURLToPath(import.meta.resolve(`dejavu-fonts-ttf/ttf/${name}`));
}
