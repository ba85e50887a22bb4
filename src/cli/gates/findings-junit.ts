import { plainText } from '../../text/plain-text.js';
import { listed, type Finding } from '../../store/gates/findings.js';

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
