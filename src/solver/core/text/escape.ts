import { plainText } from './plain-text.js';

// One escape for each kind of text that programs read: names from corpora stay words in all.

/** What XML 1.0 cannot hold, halves of characters included. */
const NOT_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** Markup in which characters that XML cannot hold are U+FFFD. */
export function wellFormed(markup: string): string {
  return markup.replace(NOT_XML, '\ufffd');
}

/**
 * Text for an element or a quoted attribute of HTML, SVG or XML, which reads back as it was, line
 * breaks and tabs too; what XML cannot hold becomes U+FFFD.
 */
export function markupText(text: string): string {
  return wellFormed(text).replace(
    /[&<>"'\t\n\r]/g,
    (mark) => ENTITIES[mark] ?? `&#${mark.charCodeAt(0)};`,
  );
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** A line of Markdown, in tables too, in which nothing is special: no link, mention or formula. */
export function markdownText(text: string): string {
  // At the start of a line, these begin a list or make a heading of what is above.
  return cellText(text).replace(
    /^(?:[-+=]|\d(?=\d*[.)](?:\s|$)))/,
    (mark) => `&#${mark.charCodeAt(0)};`,
  );
}

function cellText(text: string): string {
  return plainText(text)
    .replace(/[&<>\\`*_[\]#|~@$^{}!]/g, (mark) => ENTITIES[mark] ?? `&#${mark.charCodeAt(0)};`)
    .replace(/:(?=[^\s\d])/g, '&#58;')
    .replace(/(?<=\bwww)\./gi, '&#46;');
}

/** A column of a table: its title, set to the right if it is of numbers. */
export type TableColumn = string | { readonly number: string };

export function columnTitle(column: TableColumn): string {
  return typeof column === 'string' ? column : column.number;
}

/** A table in Markdown of plain texts, which are escaped here; each line ends with a line break. */
export function markdownTable(
  columns: readonly TableColumn[],
  rows: readonly (readonly string[])[],
): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |\n`;
  const head = columns.map(columnTitle);
  const rule = columns.map((column) => (typeof column === 'string' ? '---' : '---:'));
  const escaped = [head, ...rows].map((cells) => line(cells.map(cellText)));
  return [escaped[0], line(rule), ...escaped.slice(1)].join('');
}

/** Control characters, but for tabs and line breaks, and halves of characters. */
const NOT_CSV = /(?![\t\n\r])[\p{Cc}\p{Cs}]/gu;

/** A field of CSV (RFC 4180): what looks like a formula gets a quote, controls become U+FFFD. */
export function csvField(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const plain = value.replace(NOT_CSV, '\ufffd');
  const safe = /^(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/.test(plain) ? `'${plain}` : plain;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A line of CSV with its line break. */
export function csvLine(fields: readonly (string | number | null)[]): string {
  return fields.map(csvField).join(',') + '\n';
}

/** A workflow command of GitHub Actions, as one line; a property that is null is left out. */
export function githubCommand(
  name: string,
  properties: Readonly<Record<string, string | number | null>>,
  message: string,
): string {
  const escaped = (text: string): string => plainText(text).replaceAll('%', '%25');
  const list = Object.entries(properties).flatMap(([property, value]) => {
    const text = escaped(String(value)).replaceAll(':', '%3A').replaceAll(',', '%2C');
    return value === null ? [] : [`${property}=${text}`];
  });
  return `::${name} ${list.join(',')}::${escaped(message)}`;
}

/**
 * A value as a literal of SQL. What could break a line or act on a terminal is said by its number,
 * `'it''s' || char(10) || 'two lines'`; halves of characters become U+FFFD.
 */
export function sqlLiteral(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const parts = value
    .replace(/\p{Cs}/gu, '\ufffd')
    .split(/([\p{C}\p{Zl}\p{Zp}])/u)
    .flatMap((part, i) => {
      if (i % 2 === 1) return [`char(${part.codePointAt(0)})`];
      return part === '' ? [] : [`'${part.replaceAll("'", "''")}'`];
    });
  return parts.length === 0 ? "''" : parts.length === 1 ? parts[0] : `(${parts.join(' || ')})`;
}
