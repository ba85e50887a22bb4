import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { TextField } from '../../../pipeline/pages/client/controls.js';
import { puzzleToAddress } from '../../../solver/core/puzzle/address.js';
import type { Puzzle } from '../../../solver/core/puzzle/types.js';
import type { FoundEntry, FoundReject } from '../../../solver/formats/contract/format.js';
import {
  canReadText,
  DETECTION_LENGTH,
  FORMATS,
  formatsLike,
  readWhole,
} from '../../../solver/formats/registry.js';
import { non } from '../../../solver/formats/single/non.js';
import type { TypedText } from '../browser.js';
import { checked, type Given, nothing } from './given.js';

const EXAMPLE = [
  ...['title "A cup of tea"', 'width 10', 'height 10'],
  ...['rows', '1,1', '1,1', '1,1', '0', '8', '10', '8,1', '8,1', '10', '6', ''],
  ...['columns', '5', '6', '1,6', '1,1,6', '6', '1,6', '1,1,6', '5', '1,1', '4', ''],
].join('\n');

const addressOf = (puzzle: Puzzle | null): string =>
  puzzle === null ? '' : puzzleToAddress(puzzle);

/** A field to type or paste a puzzle into; begins with the one there, or with what was typed. */
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

/** A puzzle as text, to be changed: as .non, which holds colours too. */
function asText(puzzle: Puzzle, title: string): string {
  const named = { name: null, title: title === '' ? null : title, puzzle, goal: null };
  return [...non.write!([named])].join('');
}

/** The first puzzle of a text in the format that fits it best, with its picture if that fits. */
function fromText(text: string): Given {
  const readable = FORMATS.filter((format) => canReadText(format) && format.binary !== true);
  let problem: string | null = null;
  for (const format of formatsLike(text.slice(0, DETECTION_LENGTH), readable)) {
    const found: FoundEntry[] = [];
    const rejects: FoundReject[] = [];
    readWhole(format, text, {
      entry: (entry) => void found.push(entry),
      reject: (reject) => void rejects.push(reject),
    });
    if (found.length > 0) {
      const [{ draft, title, name }] = found;
      return checked(draft, title ?? name ?? '', () => draft.goal);
    }
    const [reject] = rejects;
    const line = reject?.line == null ? '' : `line ${reject.line}: `;
    problem ??= `Read as ${format.name}: ${reject === undefined ? 'it holds no puzzle' : line + reject.reason}.`;
  }
  const known = readable.map(({ name }) => name).join(', ');
  problem ??= `This is not in any of the formats that can be read here: ${known}.`;
  return nothing('', problem);
}
