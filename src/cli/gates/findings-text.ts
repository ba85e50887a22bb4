import { countText } from '../../text/numbers.js';
import { plainText } from '../../text/plain-text.js';
import type { Finding, FindingItem } from './findings.js';

/** A finding as lines for people: a headline, one item a line, and how many more there are. */
export function findingLines(finding: Finding): string[] {
  const { headline, gate, items, total } = finding;
  const lines = [`nonomill: ${headline} (${gate})${items.length > 0 ? ':' : ''}`];
  for (const item of items) lines.push(`  ${plainText(itemText(item, finding.kind))}`);
  if (items.length > 0 && total > items.length) {
    lines.push(`  and ${countText(total - items.length)} more`);
  }
  return lines;
}

function itemText({ path, line, called, what }: FindingItem, kind: Finding['kind']): string {
  if (kind === 'not-met' || kind === 'misfit' || kind === 'duplicate') {
    return `${called}, ${what}; ${path}`;
  }
  const place = line === null ? called : `${path}:${line}`;
  return line === null || called === path ? `${place}: ${what}` : `${place} (${called}): ${what}`;
}
