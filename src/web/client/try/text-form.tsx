import type { JSX } from 'preact';

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

/** A field to type or paste a puzzle into. */
export function TextForm(props: {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly onCheck: (text: string) => void;
}): JSX.Element {
  const { text, onText, onCheck } = props;
  const showExample = (): void => {
    onText(EXAMPLE);
    onCheck(EXAMPLE);
  };
  return (
    <form
      class="card-body"
      onSubmit={(event) => {
        event.preventDefault();
        onCheck(text);
      }}
    >
      <label class="field" for="puzzle-text">
        A puzzle in any text format: .non, JSON, lists of clues, or a picture of # and .
      </label>
      <textarea
        id="puzzle-text"
        value={text}
        spellcheck={false}
        autocomplete="off"
        onInput={(event) => onText(event.currentTarget.value)}
      />
      <div class="row">
        <button type="submit" class="strong" disabled={text.trim() === ''}>
          Check it
        </button>
        <button type="button" onClick={showExample}>
          Show an example
        </button>
      </div>
    </form>
  );
}
