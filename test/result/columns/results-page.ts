import {
  STATUSES,
  STATUS_MEANINGS,
  STOPS,
  STOP_MEANINGS,
  TECHNIQUES,
  TECHNIQUE_MEANINGS,
} from '../../../src/result/outcome.js';
import { EXPORTED, TABLES } from '../../../src/result/columns/tables.js';
import type { Table } from '../../../src/result/column.js';

/** docs/results.md, which is made of what `src/result/columns/` says. */
export function resultsPage(): string {
  return `# The database

What each column of each table says: its values with their unit, when it is null, and how it is worked out. This
page is made of \`src/result/result-columns.ts\` and \`src/result/columns/\`, as are the help of \`run\` and \`export\` and the figures of the pages;
\`npm test -- columns --update-goldens\` writes it again.

Any SQLite tool opens the database. \`puzzles\` and \`results\` are views over \`puzzle_rows\` and \`result_rows\`, which
hold the same in half the bytes: read the views, since what the rows look like may change with any version. \`PRAGMA user_version\` names its version; a newer nonomill brings an older
database up to date when a run writes to it. \`nonomill export\` writes the results of a run with the columns of
their puzzles. The library has the same columns in camelCase: \`solve_ms\` is \`solveMs\`.

${Object.entries(TABLES)
  .map(([name, table]) => tableText(name, table))
  .join('\n')}
${tableText('export', EXPORTED)}
## Statuses

${list(STATUSES, STATUS_MEANINGS)}

\`unique\`, \`multiple\` and \`contradiction\` are verdicts. \`unique\` with the technique \`line\` is what publishers call
line-solvable.

## Techniques

${list(TECHNIQUES, TECHNIQUE_MEANINGS)}

## What stops the work

${list(STOPS, STOP_MEANINGS)}
`;
}

function tableText(name: string, { row, columns }: Table): string {
  const rows = Object.entries(columns).map(([column, { meaning, values, isNull }]) => {
    return `| \`${column}\` | ${withFlags(meaning)} | ${withFlags(values)} | ${isNull ?? 'never'} |`;
  });
  const notes = Object.entries(columns)
    .filter(([, { how }]) => how !== undefined)
    .map(([column, { how }]) => `- **\`${column}\`**: ${how}\n`);
  return `## \`${name}\`

${row}

| column | meaning | values | null if |
| --- | --- | --- | --- |
${rows.join('\n')}
${notes.length === 0 ? '' : `\n${notes.join('')}`}`;
}

function list<Word extends string>(
  words: readonly Word[],
  meanings: Readonly<Record<Word, string>>,
): string {
  return words.map((word) => `- \`${word}\`: ${withFlags(meanings[word])}`).join('\n');
}

/** Puts flags in code marks, if they are not in them yet. */
function withFlags(text: string): string {
  return text.replaceAll(/`[^`]*`|--[a-z-]+[a-z]/g, (word) =>
    word.startsWith('`') ? word : `\`${word}\``,
  );
}
