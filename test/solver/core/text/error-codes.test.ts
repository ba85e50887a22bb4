import assert from 'node:assert/strict';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ERROR_CODES, type ErrorCode } from '../../../../src/solver/core/text/error-codes.js';
import { ROOT } from '../../../support/nonomill.js';

const CODES = Object.keys(ERROR_CODES) as ErrorCode[];

const TABLE = 'src/solver/core/text/error-codes.ts';

/** Every source by its path; the compiler already refuses a code that is not in the table. */
const SOURCES = new Map(
  readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => [
      `src/${name.replaceAll('\\', '/')}`,
      readFileSync(join(ROOT, 'src', name), 'utf8'),
    ]),
);

test('every code of the table is thrown or answered somewhere', () => {
  // The table itself names them without quotes.
  const texts = [...SOURCES.values()];
  const unused = CODES.filter((code) => !texts.some((text) => text.includes(`'${code}'`)));
  assert.deepEqual(unused, []);
});

test('every code is named once, in words that a search finds', () => {
  for (const code of CODES) assert.match(code, /^NM(_[A-Z]+)+$/);
  const named = [...SOURCES.get(TABLE)!.matchAll(/^ {2}(NM_\w+): \{/gm)].map(([, code]) => code);
  assert.deepEqual(named, CODES);
});

test('what a code means and what helps are sentences', () => {
  for (const [code, { means, help }] of Object.entries(ERROR_CODES)) {
    for (const text of [means, help]) assert.match(text, /^[A-Z].*\.$/, code);
  }
});

test('docs/pipeline/errors.md says what the table says', () => {
  const file = join(ROOT, 'docs', 'pipeline', 'errors.md');
  const page = errorsPage();
  if (process.env['UPDATE_GOLDENS'] === '1') writeFileSync(file, page);
  assert.equal(readFileSync(file, 'utf8'), page, 'npm test -- error-codes --update-goldens');
});

/** docs/pipeline/errors.md, which is made of the table and its headings. */
function errorsPage(): string {
  const subjects = SOURCES.get(TABLE)!
    .split(/^ {2}\/\/ ---- /m)
    .slice(1);
  const parts = subjects.map((text) => {
    const [subject] = text.split('\n', 1);
    const codes = CODES.filter((code) => text.includes(`  ${code}: {`));
    return `## ${subject}\n\n${codes.map(entryText).join('\n')}`;
  });
  return `# Error codes

Every refusal and every failure has a code. The terminal shows it at the end of the message:

    nonomill: no.csv: there is no such file or folder (NM_FILE_ABSENT)

With \`--json\`, the message and the code are on standard output as well, unless the command has written something there before:

    {"error":"no.csv: there is no such file or folder","code":"NM_FILE_ABSENT"}

The pages of \`nonomill serve\` answer in the same form. Errors of the library have the code as \`error.code\`. Messages may be
reworded; a code stays what it is. [exit-codes.md](exit-codes.md) lists the exit codes.

An entry that is not a puzzle has a reason instead, in the table \`rejects\` and in the report. A gate that is not met, two runs that
differ and other answers that are no are results: they have an exit code, but no error code.

This page is made of \`${TABLE}\`; \`npm test -- error-codes --update-goldens\` writes it again.

${parts.join('\n')}`;
}

function entryText(code: ErrorCode): string {
  const { means, help } = ERROR_CODES[code];
  return `### ${code}\n\n${means} ${help}\n`;
}
