import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { PAGE_STYLE } from '../../../../src/pipeline/report/html/page-style.js';

const TOKENS = readFileSync(
  new URL('../../../../../src/pipeline/pages/client/style/tokens.css', import.meta.url),
  'utf8',
);

test('the report and the pages draw techniques in the same colours', () => {
  for (const proof of ['line', 'probe', 'search', 'ambiguous', 'contradiction', 'unproven']) {
    const report = colours(PAGE_STYLE, `--${proof}`);
    assert.equal(report.length, 2, 'one for light, one for dark');
    assert.deepEqual(colours(TOKENS, `--proof-${proof}`), report, proof);
  }
});

test('charts without techniques have the same colour in the report and on the pages', () => {
  const report = colours(PAGE_STYLE, '--accent');
  assert.equal(report.length, 2, 'one for light, one for dark');
  assert.deepEqual(colours(TOKENS, '--accent'), report);
});

function colours(style: string, name: string): string[] {
  return [...style.matchAll(new RegExp(`${name}: (#[0-9a-f]{6})`, 'g'))].map(([, value]) => value);
}
