import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import Database from 'better-sqlite3';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import type { ParserOptions } from 'prettier';
import { parsers } from 'prettier/plugins/markdown';
import { SaxesParser } from 'saxes';
import {
  csvField,
  csvLine,
  githubCommand,
  markdownTable,
  markdownText,
  markupText,
  sqlLiteral,
} from '../../../../src/solver/core/text/escape.js';
import { plainText } from '../../../../src/solver/core/text/plain-text.js';
import { commandText } from '../../../../src/solver/core/text/typed.js';
import { assertEach, depth } from '../../../support/tests.js';
import { holds } from '../../../support/property.js';

/** What anyone may have called a puzzle, a file or a run. */
const HOSTILE = [
  '<script>alert(1)</script>',
  '[x](javascript:alert(1))',
  '![x](http://example.com/a.png)',
  '<http://example.com>',
  'https://example.com and www.example.com and a@example.com',
  'a | b `c` \\| | d',
  'one\ntwo\r\nthree',
  '=cmd|" /C calc"!A0',
  '+1',
  '-1',
  '@SUM(A1)',
  ' =1+1',
  '\u001b[31mred\u0007',
  '\u0000',
  '\ud800 half',
  ']]> --> &amp; &#27; %0A::error::x',
  '"; DROP TABLE runs; --',
  "it's '' two",
  '$(rm -rf /) `id` $HOME',
  '# head',
  '1. first',
  '- item',
  '> quote',
  '@user #1 :smile: ~~no~~ **bold** _em_ {{ liquid }} $x^2$',
  '\u202egnp.exe',
  '日本語 🧩',
  '',
];

const TEXT = fc.oneof(
  fc.constantFrom(...HOSTILE),
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom(
      ...Array.from('<>&"\'|\\`*_[](){}!#+-.:/@~$^%=;, \n\r\t\u001b\ud83e\udde9'),
    ),
  }),
);

/** Carries out `check` for hostile texts and for any others. */
function forAnyText(check: (text: string) => void): void {
  for (const text of HOSTILE) check(text);
  fc.assert(fc.property(TEXT, check), { numRuns: depth(150, 5000) });
}

/** As a text is where nothing but Unicode and XML can be. */
const inXml = (text: string): string =>
  text.replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd');

test('any text is what a parser of XML reads, in an element and in an attribute', () => {
  forAnyText((text) => {
    const read: string[] = [];
    const parser = new SaxesParser();
    parser.on('text', (words) => read.push(words));
    parser.on('opentag', ({ attributes }) => read.push(attributes.a));
    parser.on('error', (error) => assert.fail(`${JSON.stringify(text)}: ${error.message}`));
    parser.write(`<x a="${markupText(text)}">${markupText(text)}</x>`).close();
    const found = read.filter((one) => one !== '');
    assert.deepEqual(found, Array(text === '' ? 0 : 2).fill(inXml(text)));
  });
});

interface MarkdownNode {
  readonly type: string;
  readonly value?: string;
  readonly children?: readonly MarkdownNode[];
}

/** A document as a parser of GitHub's Markdown reads it. */
async function markdown(text: string): Promise<MarkdownNode> {
  return (await parsers.markdown.parse(text, {} as ParserOptions)) as MarkdownNode;
}

const typesOf = ({ type, children = [] }: MarkdownNode): string[] => [
  type,
  ...children.flatMap(typesOf),
];

/** What plain words are made of. */
const PLAIN = new Set(['root', 'paragraph', 'sentence', 'word', 'whitespace', 'text']);

test('any text is nothing but words to a parser of Markdown', async () => {
  const check = async (text: string): Promise<void> => {
    const read = await markdown(markdownText(text));
    for (const type of typesOf(read))
      assert.ok(PLAIN.has(type), `${JSON.stringify(text)}: ${type}`);
  };
  for (const text of HOSTILE) await check(text);
  await fc.assert(fc.asyncProperty(TEXT, check), { numRuns: depth(100, 3000) });
});

test('any texts are the cells of one table in Markdown', async () => {
  const check = async (cells: readonly string[]): Promise<void> => {
    const read = await markdown(markdownTable(['a', { number: 'b' }], [cells, cells]));
    assertEach(read.children!, ({ type, children }) => [type, children!.length], [['table', 3]]);
    for (const row of read.children![0].children!) assert.equal(row.children!.length, 2);
    const kinds = new Set(typesOf(read));
    for (const type of ['html', 'link', 'image', 'inlineCode', 'strong', 'emphasis', 'delete']) {
      assert.ok(!kinds.has(type), `${JSON.stringify(cells)}: ${type}`);
    }
  };
  for (const text of HOSTILE) await check([text, text]);
  await fc.assert(fc.asyncProperty(fc.tuple(TEXT, TEXT), check), { numRuns: depth(100, 3000) });
});

test('any texts are what a parser of CSV reads, but for formulas and control characters', () => {
  holds(depth(150, 5000), [fc.array(TEXT, { minLength: 1, maxLength: 4 })], (texts) => {
    const [row, ...more] = parse(csvLine([...texts, 1.5, null]));
    assert.equal(more.length, 0);
    const plain = texts.map((text) => text.replace(/(?![\t\n\r])[\p{Cc}\p{Cs}]/gu, '\ufffd'));
    row.slice(0, -2).forEach((field, i) => {
      assert.equal(field.startsWith("'") ? `'${plain[i].replace(/^'/, '')}` : plain[i], field);
      assert.doesNotMatch(field, /^\s*[=+\-@＝＋－＠]/);
    });
    assert.deepEqual(row.slice(-2), ['1.5', '']);
  });
});

test('text that a spreadsheet would take for a formula gets a quote before it', () => {
  const texts = ['=cmd|x', '+1', '-1', '@a', '\tb', '\rc', '\nd', ' =1', '＝1'];
  for (const text of texts) assert.match(csvField(text), /^"?'/, JSON.stringify(text));
  assert.equal(csvField(-1), '-1');
  assert.equal(csvField(null), '');
});

test('a field with a quote, a comma or a line break is put in quotes', () => {
  assert.equal(csvField('a "b", c'), '"a ""b"", c"');
  assert.equal(csvField('two\nlines'), '"two\nlines"');
  assert.equal(csvField('a = b'), 'a = b');
});

test('any text is one line of a workflow command, and reads back', () => {
  forAnyText((text) => {
    const written = githubCommand('error', { file: text, line: null, title: text }, text);
    const parts = /^::error file=([^\r\n:,]*),title=([^\r\n:,]*)::([^\r\n]*)$/.exec(written);
    assert.equal(parts?.length, 4);
    for (const part of parts.slice(1))
      assert.equal(decodeURIComponent(encodedAlone(part)), plainText(text));
  });
});

/** Only what begins with % is a code. */
function encodedAlone(text: string): string {
  return text.replace(/[^%]+?(?=%(?:25|3A|2C)|$)|%(?!25|3A|2C)/gs, encodeURIComponent);
}

test('any text is a literal of SQL that SQLite reads as it was, in one line without control characters', () => {
  const db = new Database(':memory:');
  forAnyText((text) => {
    const literal = sqlLiteral(text);
    assert.doesNotMatch(literal, /\p{Cc}|\p{Zl}|\p{Zp}/u);
    assert.equal(db.prepare(`SELECT ${literal}`).pluck().get(), text.replace(/\p{Cs}/gu, '\ufffd'));
  });
  assert.equal(
    db
      .prepare(`SELECT ${sqlLiteral(0.1)}`)
      .pluck()
      .get(),
    0.1,
  );
  db.close();
});

const skip = spawnSync('sh', ['-c', 'true']).status !== 0 && 'there is no sh';
test('any text without line breaks is a word of a shell', { skip }, () => {
  const words = HOSTILE.filter((text) => !/[\0\ud800-\udfff]|https?:/.test(text) && text !== '');
  const typed = commandText(words, 'linux').replace(/^nonomill/, "printf '%s\\0'");
  const { stdout } = spawnSync('sh', ['-c', typed], { encoding: 'utf8' });
  assert.deepEqual(stdout.split('\0').slice(0, -1), words);
});
