import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { PICTURE_TYPES } from './decode-picture.js';
import { pictureAmong } from './use-picture.js';

/** A field to choose a picture with; it names the one that is there, however that came. */
export function PictureField(props: {
  readonly label: string;
  readonly file: File | null;
  readonly onPicture: (file: File) => void;
}): JSX.Element {
  const { label, file, onPicture } = props;
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    const named = new DataTransfer();
    if (file !== null) named.items.add(file);
    field.current!.files = named.files;
  }, [file]);
  return (
    <label class="field picture-file">
      {label}
      <input
        type="file"
        ref={field}
        accept={PICTURE_TYPES}
        onChange={(event) => {
          const chosen = pictureAmong(event.currentTarget.files ?? undefined);
          if (chosen !== null) onPicture(chosen);
        }}
      />
    </label>
  );
}
