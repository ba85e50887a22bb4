import { countText } from '../../text/numbers.js';
import { plainText } from '../../text/plain-text.js';
import { listed, type Finding, type FindingItem } from '../../store/gates/findings.js';

// Findings, as people, build servers and GitHub Actions read them.

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

/**
 * Findings as workflow commands of GitHub Actions: an annotation for each item, and one with the
 * number of each finding, since only the first annotations of a step are shown. The format is
 * documented under "Workflow commands for GitHub Actions".
 */
export function githubLines(findings: readonly Finding[]): string[] {
  return findings.flatMap(({ gate, headline, items }) => [
    `::error title=${property(gate)}::${message(headline)}`,
    ...items.map(({ path, line, called, what }) => {
      const place = `file=${property(path)}${line === null ? '' : `,line=${line}`}`;
      return `::error ${place},title=${property(gate)}::${message(`${called}: ${what}`)}`;
    }),
  ]);
}

function message(text: string): string {
  return plainText(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return message(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

/** What a JUnit report counts in addition to the findings. */
export interface GateCounts {
  /** The number of the run's entries: results and rejects. */
  readonly entries: number;
  /** The name of the run. */
  readonly run: string;
}

/**
 * Findings as JUnit XML, which build servers read: a failed test for each item, and a passed test
 * for each gate that is met, with the number of entries that were checked.
 */
export function junitXml(findings: readonly Finding[], { entries, run }: GateCounts): string {
  const cases = findings.flatMap(({ gate, kind, headline, total, items }) => {
    const failed = items.map(({ path, line, called, what }) => {
      const place = `${path}${line === null ? '' : `:${line}`}`;
      return testCase(`${gate} (${kind})`, called, `${what}; ${place}`);
    });
    const unlisted = total - listed(items);
    if (unlisted > 0) failed.push(testCase(`${gate} (${kind})`, `${unlisted} more`, headline));
    return failed;
  });
  const passed = `    <testcase classname="nonomill" name="${entries} entries read"/>`;
  const attributes = `tests="${cases.length + 1}" failures="${cases.length}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${attributes}>`,
    `  <testsuite name="${escape(run)}" ${attributes}>`,
    passed,
    ...cases,
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

function testCase(classname: string, name: string, why: string): string {
  return (
    `    <testcase classname="${escape(classname)}" name="${escape(name)}">` +
    `<failure message="${escape(why)}"/></testcase>`
  );
}

function escape(text: string): string {
  return plainText(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
