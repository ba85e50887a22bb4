import { useState } from 'preact/hooks';
import type { Underlay } from '../grid/paint-marks.js';
import { pictureOnCanvas } from './decode-picture.js';

/** A picture to draw after, which shows through the cells and changes nothing. */
export interface ChosenUnderlay {
  readonly underlay: Underlay | null;
  /** Why there is none, in words. */
  readonly problem: string | null;
  readonly choose: (file: File) => void;
  readonly setStrength: (strength: number) => void;
  readonly remove: () => void;
}

/** The longest side that is kept, in pixels. */
const LONGEST = 1600;

/** How strongly a picture shows at first. */
const STRENGTH = 0.35;

export function useUnderlay(): ChosenUnderlay {
  const [underlay, setUnderlay] = useState<Underlay | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  return {
    underlay,
    problem,
    choose: (file) => {
      pictureOnCanvas(file, LONGEST).then(
        (image) => {
          setProblem(null);
          setUnderlay({ image, strength: STRENGTH });
        },
        (error: unknown) => setProblem(error instanceof Error ? error.message : String(error)),
      );
    },
    setStrength: (strength) => {
      if (underlay !== null) setUnderlay({ ...underlay, strength });
    },
    remove: () => setUnderlay(null),
  };
}
