/** The lines of a proof with the "end" that fits them, so that only their meaning can be wrong. */
export function sealed(lines: readonly string[]): string {
  const text = lines.map((line) => `${line}\n`).join('');
  const first = lines.findIndex((line) => line.startsWith('claim '));
  const solutions = lines.slice(first).filter((line) => line.startsWith('solution ')).length;
  const heading = first + 1 + solutions;
  return `${text}end ${lines.length - heading} ${fnv1a(text)}\n`;
}

function fnv1a(text: string): string {
  let hash = 2166136261n;
  for (const character of text) {
    hash = ((hash ^ BigInt(character.codePointAt(0)!)) * 16777619n) % 2n ** 32n;
  }
  return hash.toString(16).padStart(8, '0');
}
