import { plainText } from '../../text/plain-text.js';
import type { Finding } from '../../store/gates/findings.js';

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
