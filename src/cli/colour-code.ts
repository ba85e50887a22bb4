/** `#ff8000` as `2;255;128;0`: what follows 38; (text) or 48; (ground) on a terminal. */
export function colourCode(colour: string): string {
  const value = Number.parseInt(colour.slice(1), 16);
  return `2;${value >> 16};${(value >> 8) & 255};${value & 255}`;
}
