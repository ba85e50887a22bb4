import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Field } from '../../../pipeline/pages/client/parts/field.js';
import { saveFile } from '../../../pipeline/pages/client/window/save.js';
import { pictureFiles, type Pictured } from './picture-files.js';

/** Saves the puzzle as a picture, to print or to share; the file is made in the page. */
export function PictureMenu({ pictured }: { readonly pictured: Pictured }): JSX.Element {
  const [problem, setProblem] = useState<string | null>(null);
  const files = pictureFiles(pictured);
  const save = async (end: string): Promise<void> => {
    const file = files.find((one) => one.end === end);
    if (file !== undefined) saveFile(file.name + file.end, await file.make());
  };
  return (
    <>
      <Field label="Print or share" class="row small">
        {(id) => (
          <select
            id={id}
            value=""
            onChange={(event) => {
              setProblem(null);
              save(event.currentTarget.value).catch((error: unknown) =>
                setProblem(error instanceof Error ? error.message : String(error)),
              );
              event.currentTarget.value = '';
            }}
          >
            <option value="">choose a picture</option>
            {files.map(({ label, end }) => (
              <option key={end} value={end}>
                {label}
              </option>
            ))}
          </select>
        )}
      </Field>
      {problem !== null && <span role="alert">{problem}</span>}
    </>
  );
}
