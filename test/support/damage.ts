/** One way to damage a proof, with the lines that it has then. */
export interface Damage {
  readonly what: string;
  readonly lines: readonly string[];
}

/**
 * Damages one step of a proof (its lines without "end"): drops or turns a literal, changes a
 * number, leaves the step out, repeats it, or swaps it with the next.
 */
export function damage(lines: readonly string[], random: () => number): Damage {
  const first = lines.findIndex((line) => line.startsWith('claim ')) + 1;
  const place = first + Math.floor(random() * (lines.length - first));
  const words = lines[place].split(' ');
  const word = 1 + Math.floor(random() * (words.length - 1));
  const number = Number(words[word]);
  const replaced = (...instead: string[]): string[] => lines.toSpliced(place, 1, ...instead);
  const rewritten = (...instead: string[]): string[] =>
    replaced(words.toSpliced(word, 1, ...instead).join(' '));
  const isNumber = words.length > 1 && Number.isInteger(number);
  switch (Math.floor(random() * (isNumber ? 6 : 3))) {
    case 0:
      return { what: 'a step left out', lines: replaced() };
    case 1:
      return { what: 'a step twice', lines: replaced(lines[place], lines[place]) };
    case 2:
      return { what: 'two steps swapped', lines: replaced().toSpliced(place + 1, 0, lines[place]) };
    case 3:
      return { what: 'a number dropped', lines: rewritten() };
    case 4:
      return { what: 'a literal turned', lines: rewritten(String(-number)) };
    default:
      return {
        what: 'another number',
        lines: rewritten(String(number + (random() < 0.5 ? 1 : -1))),
      };
  }
}
