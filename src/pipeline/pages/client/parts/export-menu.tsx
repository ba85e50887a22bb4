import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { FORMAT_DESCRIPTIONS, FORMAT_USERS } from '../../../../solver/formats/descriptions.js';
import { FORMATS } from '../../../../solver/formats/registry.js';
import type { Cells, Puzzle } from '../../../../solver/core/puzzle/types.js';
import { saveText } from '../window/save.js';
import { Field } from './field.js';

/** Saves the puzzle in any format that can hold it; the file is written in the page. */
export function ExportMenu(props: {
  readonly puzzle: Puzzle;
  readonly name: string;
  readonly title: string | null;
  readonly goal: Cells | null;
}): JSX.Element {
  const { puzzle, name, title, goal } = props;
  const [problem, setProblem] = useState<string | null>(null);
  const formats = FORMATS.filter(
    ({ write, holds }) => write !== null && (puzzle.colours === 1 || holds.colour),
  );
  const save = (wanted: string): void => {
    const format = formats.find((candidate) => candidate.name === wanted);
    if (format?.write == null) return;
    try {
      const text = [...format.write([{ name, title, puzzle, goal }])].join('');
      saveText(name + format.extensions[0], 'text/plain', text);
      setProblem(null);
    } catch (error) {
      setProblem((error as Error).message);
    }
  };
  return (
    <>
      <Field label="Save as" class="row small">
        {(id) => (
          <select
            id={id}
            value=""
            onChange={(event) => {
              save(event.currentTarget.value);
              event.currentTarget.value = '';
            }}
          >
            <option value="">choose a format</option>
            {FORMAT_USERS.map(([users, names]) => (
              <optgroup key={users} label={users}>
                {names
                  .flatMap((of) => formats.find((format) => format.name === of) ?? [])
                  .map((format) => (
                    <option
                      key={format.name}
                      value={format.name}
                      title={FORMAT_DESCRIPTIONS[format.name]}
                    >
                      {format.name} ({format.extensions[0]})
                    </option>
                  ))}
              </optgroup>
            ))}
          </select>
        )}
      </Field>
      {problem !== null && <span role="alert">{problem}</span>}
    </>
  );
}
