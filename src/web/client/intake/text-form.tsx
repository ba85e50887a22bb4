import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Given } from './given.js';
import { asText, fromText } from './read-text.js';

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

/** A field to type or paste a puzzle into; it begins with the puzzle that is there. */
export function TextForm(props: {
  readonly given: Given;
  /** What was pasted to begin with, or null: it is checked at once. */
  readonly pasted: string | null;
  readonly onCheck: (found: Given) => void;
}): JSX.Element {
  const { given, pasted, onCheck } = props;
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? (given.puzzle === null ? '' : asText(given.puzzle, given.title));
  const field = useRef<HTMLTextAreaElement>(null);
  const check = (source: string): void => {
    setTyped(source);
    onCheck(fromText(source));
  };
  useEffect(() => {
    if (given.puzzle !== null) return;
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
      <textarea
        id="puzzle-text"
        ref={field}
        value={text}
        spellcheck={false}
        autocomplete="off"
        onInput={(event) => setTyped(event.currentTarget.value)}
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
