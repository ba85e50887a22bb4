import { useEffect, useState } from 'preact/hooks';
import { decodePicture, pictureAmong } from './decode-picture.js';
import { settingsFor, type PictureSettings } from './picture-settings.js';

/** A picture that was chosen, dropped or pasted, and its settings. */
export interface ChosenPicture {
  readonly settings: PictureSettings | null;
  /** Why there is none, in words. */
  readonly problem: string | null;
  readonly onPicture: (file: File) => void;
  readonly onSettings: (settings: PictureSettings) => void;
}

/** Takes pictures that are dropped on the page or pasted into it; `onChange` is told of each setting. */
export function usePicture(onChange: (settings: PictureSettings) => void): ChosenPicture {
  const [settings, setSettings] = useState<PictureSettings | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const onSettings = (next: PictureSettings): void => {
    setSettings(next);
    onChange(next);
  };
  const onPicture = (file: File): void => {
    decodePicture(file).then(
      (image) => {
        setProblem(null);
        onSettings(settingsFor(image, file.name.replace(/\.[^.]*$/, '')));
      },
      (error: unknown) => setProblem(error instanceof Error ? error.message : String(error)),
    );
  };
  useEffect(() => {
    const take = (event: Event, files: FileList | undefined): void => {
      const file = pictureAmong(files);
      if (file === null) return;
      event.preventDefault();
      onPicture(file);
    };
    const pasted = (event: ClipboardEvent): void => take(event, event.clipboardData?.files);
    const dropped = (event: DragEvent): void => take(event, event.dataTransfer?.files);
    const dragged = (event: DragEvent): void => {
      // Without this, the browser would open the picture in place of the page.
      if (event.dataTransfer?.types.includes('Files') === true) event.preventDefault();
    };
    window.addEventListener('paste', pasted);
    window.addEventListener('drop', dropped);
    window.addEventListener('dragover', dragged);
    return () => {
      window.removeEventListener('paste', pasted);
      window.removeEventListener('drop', dropped);
      window.removeEventListener('dragover', dragged);
    };
  });
  return { settings, problem, onPicture, onSettings };
}
