import {
  isDistorted,
  type FoundChoice,
  type PictureChoice,
} from '../../generate/picture-search.js';
import { countText } from '../../text/numbers.js';

/** What was chosen for a picture, in a line: size, threshold, crop, verdict, likeness. */
export function choiceWords(choice: PictureChoice, { tried, good }: FoundChoice): string {
  const { size, shades, crop, likeness } = choice;
  const how =
    shades.kind === 'palette'
      ? `${choice.named.puzzle.colours} colours`
      : `threshold ${shades.threshold.toFixed(2)}`;
  const part = crop.kind === 'whole' ? '' : `, ${CROPS[crop.kind]}`;
  return (
    `${size.width}x${size.height}, ${how}${part}: ${verdictWords(choice)}; ` +
    `likeness ${likeness.toFixed(2)} (${countText(tried)} tried, ${countText(good)} good)`
  );
}

const CROPS = { trimmed: 'without its empty border', square: 'a square of it' } as const;

function verdictWords({ verdict: { status, technique } }: PictureChoice): string {
  if (status === 'unique') return technique === 'line' ? 'no guessing' : 'one solution';
  return status === 'multiple' ? 'several solutions' : 'not known whether it has one solution';
}

/** What an author should be warned of in a choice. */
export function choiceWarnings(choice: PictureChoice, goal: 'unique' | 'line'): string[] {
  const warnings: string[] = [];
  if (!choice.good) {
    const what = goal === 'line' ? 'is solved by lines alone' : 'has one solution';
    warnings.push(`none that was tried ${what}; "nonomill fix" may mend it`);
  }
  if (isDistorted(choice.stretch)) warnings.push(distortedWords(choice.stretch));
  return warnings;
}

/** `distorted: 1.5 times as wide, to its height, as the picture`. */
function distortedWords(stretch: number): string {
  const [factor, what] = stretch > 1 ? [stretch, 'wide'] : [1 / stretch, 'high'];
  const side = what === 'wide' ? 'height' : 'width';
  return `distorted: ${factor.toFixed(1)} times as ${what}, to its ${side}, as the picture; another --size has its shape`;
}
