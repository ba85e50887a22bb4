import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** test/goldens of the sources, seen from dist/test/support. */
const GOLDENS = fileURLToPath(new URL('../../../test/goldens', import.meta.url));

/**
 * Compares `text` with test/goldens/<name>, which only `npm test -- <word> --update-goldens`
 * rewrites.
 */
export function assertGolden(name: string, text: string): void {
  const file = join(GOLDENS, name);
  if (process.env['UPDATE_GOLDENS'] === '1') {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    return;
  }
  const [, word = '<word>'] = /([\w-]+)\.test\.[jt]s/.exec(new Error().stack ?? '') ?? [];
  const accept = `npm test -- ${word} --update-goldens`;
  const message = `differs from test/goldens/${name}; if that is meant, "${accept}" accepts it`;
  assert.equal(text, readFileSync(file, 'utf8'), message);
}
