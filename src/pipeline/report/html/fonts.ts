import { fileURLToPath } from 'node:url';
import { builtFile } from '../../files/built-file.js';

/**
 * DejaVu Sans, whose licence (that of Bitstream Vera) allows embedding it in documents. Only the
 * characters that are used are embedded.
 */
export const FONT_FILES = {
  plain: fontFile('DejaVuSans.ttf'),
  bold: fontFile('DejaVuSans-Bold.ttf'),
};

function fontFile(name: string): string {
  return fileURLToPath(builtFile(`fonts/${name}`));
}
