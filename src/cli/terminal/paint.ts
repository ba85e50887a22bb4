const CODES = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  magenta: [35, 39],
  cyan: [36, 39],
} as const;

/** The colours that text can have: the terminal's own, which suit its background. */
export type Colour = keyof typeof CODES;

/** `text` in a colour, or unchanged if the terminal shows none. */
export function paint(text: string, colour: Colour, colours: boolean): string {
  if (!colours || text === '') return text;
  const [on, off] = CODES[colour];
  return `\u001b[${on}m${text}\u001b[${off}m`;
}
