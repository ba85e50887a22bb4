import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const SITES = fileURLToPath(new URL('../..', import.meta.url));

/**
 * The bytes of all scripts that a page needs before it shows anything: its own, and what they
 * import at once.
 */
function firstScripts(site: string): number {
  const html = readFileSync(join(SITES, site, 'index.html'), 'utf8');
  const named = [...html.matchAll(/<(?:script|link)[^>]* (?:src|href)="([^"]+\.js)"/g)];
  const left = named.map(([, path]) => join(SITES, site, path));
  assert.ok(left.length > 0);
  const bytes = new Map<string, number>();
  for (let path = left.pop(); path !== undefined; path = left.pop()) {
    if (bytes.has(path)) continue;
    const script = readFileSync(path, 'utf8');
    bytes.set(path, script.length);
    // `import"./a.js"` and `import{b}from"./a.js"`, not `import("./a.js")`.
    for (const [, name] of script.matchAll(/(?:\bimport|\bfrom) ?"(\.\/[^"]+\.js)"/g)) {
      left.push(join(dirname(path), name));
    }
  }
  return [...bytes.values()].reduce((sum, one) => sum + one, 0);
}

test('who looks at the runs for the first time loads the code of that page alone', (t) => {
  const bytes = firstScripts('web');
  t.diagnostic(`${bytes} bytes`);
  assert.ok(bytes < 40_000, `${bytes} bytes`);
});
