import { readFileSync } from 'node:fs';
import { builtFile } from '../../files/built-file.js';

const MANIFEST = builtFile('../package.json');

/** The version of this program, from its package. */
export const VERSION = (JSON.parse(readFileSync(MANIFEST, 'utf8')) as { version: string }).version;
