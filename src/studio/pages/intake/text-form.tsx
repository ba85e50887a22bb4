import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { TextField } from '../../../pipeline/pages/client/controls.js';
import { puzzleToAddress } from '../../../solver/core/puzzle/address.js';
import type { Draft, Puzzle } from '../../../solver/core/puzzle/types.js';
import {
  DEFAULT_PARSER_LIMITS,
  type EntrySink,
  type Format,
  type FoundEntry,
  type FoundReject,
} from '../../../solver/formats/contract/format.js';
import {
  canReadText,
  DETECTION_LENGTH,
  FORMATS,
  formatsLike,
} from '../../../solver/formats/registry.js';
import { non } from '../../../solver/formats/single/non.js';
import { checked, type Given, nothing } from './given.js';

const EXAMPLE = `title "A cup of tea"
width 10
height 10
rows
1,1
1,1
1,1
0
8
10
8,1
8,1
10
6

columns
5
6
1,6
1,1,6
6
1,6
1,1,6
5
1,1
4
`;

/** What somebody has typed, and the puzzle that was there: of another one, it says nothing. */
export interface TypedText {
  readonly text: string;
  /** As it is in an address; empty for none. */
  readonly of: string;
}

const addressOf = (puzzle: Puzzle | null): string =>
  puzzle === null ? '' : puzzleToAddress(puzzle);

/**
 * A field to type or paste a puzzle into; it begins with the puzzle that is there, or with what was
 * typed before another tab was looked at.
 */
export function TextForm(props: {
  readonly given: Given;
  readonly typed: TypedText | null;
  readonly onTyped: (typed: TypedText) => void;
  /** What was pasted to begin with, or null: it is checked at once. */
  readonly pasted: string | null;
  readonly onCheck: (found: Given) => void;
}): JSX.Element {
  const { given, typed, onTyped, pasted, onCheck } = props;
  const { puzzle, title } = given;
  const typedText = typed?.of === addressOf(puzzle) ? typed.text : null;
  const text = typedText ?? (puzzle === null ? '' : asText(puzzle, title));
  const field = useRef<HTMLTextAreaElement>(null);
  const check = (source: string): void => {
    const found = fromText(source);
    onTyped({ text: source, of: addressOf(found.puzzle) });
    onCheck(found);
  };
  useEffect(() => {
    if (puzzle !== null || typedText !== null) return;
    if (pasted === null) field.current?.focus();
    else check(pasted);
  }, []);
  return (
    <form
      class="card-body"
      onSubmit={(event) => {
        event.preventDefault();
        check(text);
      }}
    >
      <label class="field" for="puzzle-text">
        A puzzle in any text format: .non, JSON, lists of clues, or a picture of # and .
      </label>
      <TextField
        kind="lines"
        id="puzzle-text"
        field={field}
        value={text}
        onType={(now) => onTyped({ text: now, of: addressOf(puzzle) })}
      />
      <div class="row">
        <button type="submit" class="strong" disabled={text.trim() === ''}>
          Check it
        </button>
        <button type="button" onClick={() => check(EXAMPLE)}>
          Show an example
        </button>
      </div>
    </form>
  );
}

/** The puzzle that a pasted text holds, with its picture if it comes with one that fits. */
function fromText(source: string): Given {
  const read = readText(source);
  if (read.problem !== null) return nothing('', read.problem);
  const { draft, title } = read;
  return checked(draft, title, () => draft.goal);
}

/** A puzzle as text, to be changed: as .non, which holds colours too. */
function asText(puzzle: Puzzle, title: string): string {
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
