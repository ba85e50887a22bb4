import {
  STATUSES,
  STATUS_MEANINGS,
  STOPS,
  TECHNIQUES,
  type Technique,
} from '../../../../src/solver/core/result/outcome.js';
import { EXPORTED, TABLES } from '../../../../src/pipeline/record/tables.js';

const TECHNIQUE_MEANINGS: Readonly<Record<Technique, string>> = {
  line: 'Line solving alone solves it.',
  probe: 'Contradictions of one assumed cell at a time are needed.',
  search: 'It takes more than that, or it has several solutions.',
};

const STOP_MEANINGS: Readonly<Record<(typeof STOPS)[number], string>> = {
  count: 'Enough solutions were found: see --count.',
  timeout: 'The time was over.',
  steps: 'The budget of line solves was spent.',
  memory: 'There was no more memory.',
  crash: 'The thread died.',
};

/** docs/pipeline/results.md, which is made of what `src/solver/core/result/` says. */
export function resultsPage(): string {
  return `# The database

What each column of each table says: its values with their unit, when it is null, and how it is worked out. This
page is made of \`src/solver/core/result/\`; \`npm test -- columns --update-goldens\` writes it again.

Any SQLite tool opens the database, and its \`.schema\` shows types and checks. Words are words and numbers are numbers. Tables whose names end
in \`_rows\` are packed: read the views \`results\` and \`puzzles\`. \`results\` also shows the rows of an earlier run for what a run took over.
\`nonomill export\` writes the results of a run with the columns of their puzzles. The library has the same columns in camelCase: \`solve_ms\` is \`solveMs\`.

\`PRAGMA user_version\` names the version, which is 1.

${Object.entries(TABLES)
  .map(([name, table]) => tableText(name, table))
  .join('\n')}
${tableText('export', EXPORTED)}
## What ties the columns of \`results\` together

\`src/pipeline/record/result-rules.ts\` has rules that hold of every row, such as: if \`status\` is "unique", \`solutions\` is "1". They are CHECKs of the table,
as \`.schema\` shows: SQLite takes no row that breaks one. Rows of other databases are asked again: \`merge\` refuses such a part, and \`--reuse-from\` takes none
of them over.

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

function tableText(name: string, { row, columns }: typeof EXPORTED): string {
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
