import type { EntrySink, Format } from '../../../formats/contract/format.js';

/**
 * Reads a pasted table with the same reader of records as files. Pasted text is short: the fields
 * are cut here in a simple way, with quotes, at the separator that is most frequent in the header.
 */
export function readPastedCsv(format: Format, text: string, sink: EntrySink): void {
  const lines = text.split('\n');
  const first = lines.findIndex((line) => line.trim() !== '' && !line.startsWith('#'));
  if (first < 0) return;
  const separator = [',', ';', '\t'].reduce((best, one) =>
    lines[first].split(one).length > lines[first].split(best).length ? one : best,
  );
  const [header, ...records] = cut(lines.slice(first).join('\n'), separator);
  const reader = format.createRecordReader!(
    header.map((field) => field.trim()),
    sink,
  );
  for (const [i, fields] of records.entries()) {
    if (fields.length > 1 || fields[0].trim() !== '') reader.record(fields, first + i + 2);
  }
}

/** The records of a text, each as its fields; a doubled quote inside quotes is one. */
function cut(text: string, separator: string): string[][] {
  const records: string[][] = [[]];
  let field = '';
  let quoted = false;
  const endField = (): void => {
    records[records.length - 1].push(field);
    field = '';
  };
  for (let i = 0; i < text.length; i++) {
    const character = text[i];
    if (quoted) {
      if (character !== '"') field += character;
      else if (text[i + 1] === '"') field += text[i++];
      else quoted = false;
    } else if (character === '"' && field.trim() === '') {
      quoted = true;
      field = '';
    } else if (character === separator) endField();
    else if (character === '\n') {
      endField();
      records.push([]);
    } else if (character !== '\r') field += character;
  }
  endField();
  return records;
}
