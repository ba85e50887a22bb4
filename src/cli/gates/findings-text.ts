import { countText } from '../../text/numbers.js';
import { plainText } from '../../text/plain-text.js';
import { listed, type Finding, type FindingItem } from '../../store/gates/findings.js';

/**
 * A finding as lines for people: a headline, one item a line, and how many more there are, with the
 * command that lists them.
 */
export function findingLines(finding: Finding, listCommand: string | null): string[] {
  const { headline, gate, items, total } = finding;
  const lines = [`nonomill: ${headline} (${gate})${items.length > 0 ? ':' : ''}`];
  for (const item of items) lines.push(`  ${plainText(itemText(item, finding.kind))}`);
  const more = total - listed(items);
  if (items.length > 0 && more > 0) {
    lines.push(`  and ${countText(more)} more${listCommand === null ? '' : `: ${listCommand}`}`);
  }
  return lines;
}

function itemText({ path, line, called, what }: FindingItem, kind: Finding['kind']): string {
  if (called !== path && (kind === 'not-met' || kind === 'misfit' || kind === 'duplicate')) {
    return `${called}, ${what}; ${path}${line === null ? '' : `:${line}`}`;
  }
  const place = line === null ? called : `${path}:${line}`;
  return line === null || called === path ? `${place}: ${what}` : `${place} (${called}): ${what}`;
}
