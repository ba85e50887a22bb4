import type { Draft, Puzzle } from '../../../solver/core/puzzle/types.js';
import { non } from '../../../solver/formats/single/non.js';
import {
  type EntrySink,
  type Format,
  type FoundEntry,
  type FoundReject,
  DEFAULT_PARSER_LIMITS,
} from '../../../solver/formats/contract/format.js';
import {
  DETECTION_LENGTH,
  FORMATS,
  canReadText,
  formatsLike,
} from '../../../solver/formats/registry.js';
import { checked, nothing, type Given } from './given.js';

/** The puzzle that a pasted text holds, with its picture if it comes with one that fits. */
export function fromText(source: string): Given {
  const read = readText(source);
  if (read.problem !== null) return nothing('', read.problem);
  const { draft, title } = read;
  return checked(draft, title, () => draft.goal);
}

/** A puzzle as text, to be changed: as .non, which holds colours too. */
export function asText(puzzle: Puzzle, title: string): string {
  const named = { name: null, title: title === '' ? null : title, puzzle, goal: null };
  return [...non.write!([named])].join('');
}

/**
 * Reads a pasted table with the same reader of records as files. Pasted text is short: the fields
 * are cut here in a simple way, with quotes, at the separator that is most frequent in the header.
 */
function readPastedCsv(format: Format, text: string, sink: EntrySink): void {
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
    first + 1,
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

/** The first puzzle of a text, or why there is none. */
type ReadText =
  | { readonly draft: Draft; readonly title: string; readonly problem: null }
  | { readonly draft: null; readonly problem: string };

/** Reads a pasted text with the format that fits it best. */
function readText(text: string): ReadText {
  const head = text.slice(0, DETECTION_LENGTH);
  const readable = FORMATS.filter((format) => canReadText(format) && format.binary !== true);
  const candidates = formatsLike(head, readable);
  if (candidates.length === 0) {
    const known = readable.map(({ name }) => name);
    return {
      draft: null,
      problem: `This is not in any of the formats that can be read here: ${known.join(', ')}.`,
    };
  }
  let problem: string | null = null;
  for (const format of candidates) {
    const found: FoundEntry[] = [];
    const rejects: FoundReject[] = [];
    const sink: EntrySink = {
      entry: (entry) => void found.push(entry),
      reject: (reject) => void rejects.push(reject),
    };
    if (format.createParser === null) readPastedCsv(format, text, sink);
    else {
      const parser = format.createParser(sink, DEFAULT_PARSER_LIMITS);
      parser.write(text);
      parser.end();
    }
    if (found.length > 0) {
      const { draft, title, name } = found[0];
      return { draft, title: title ?? name ?? '', problem: null };
    }
    const [reject] = rejects;
    const line = reject?.line == null ? '' : `line ${reject.line}: `;
    problem ??= `Read as ${format.name}: ${reject === undefined ? 'it holds no puzzle' : line + reject.reason}.`;
  }
  return { draft: null, problem: problem! };
}
