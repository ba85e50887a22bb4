/** The characters that JSON is cut at, as their codes. */
export const LINE_FEED = 10;
export const QUOTE = 34;
export const COMMA = 44;
export const COLON = 58;
export const OPEN_LIST = 91;
export const BACKSLASH = 92;
export const CLOSE_LIST = 93;
export const OPEN_OBJECT = 123;
export const CLOSE_OBJECT = 125;

/** What a character is outside a string: part of a value, a sign, or out of place. */
export const PLAIN = 0;
export const SIGN = 1;
export const STRANGE = 2;
export const SPACE = 3;

const KINDS = new Uint8Array(128).fill(STRANGE);
for (const sign of '\n",:[]{}') KINDS[sign.charCodeAt(0)] = SIGN;
for (const space of ' \t\r') KINDS[space.charCodeAt(0)] = SPACE;
for (const plain of '0123456789+-.eEtrufalsn') KINDS[plain.charCodeAt(0)] = PLAIN;

/** PLAIN, SIGN, STRANGE or SPACE. */
export function kindOf(code: number): number {
  return code < 128 ? KINDS[code] : STRANGE;
}

/** Whether a character separates elements, or opens or closes something. */
export function isBetween(code: number): boolean {
  return (
    code === COMMA ||
    code === OPEN_LIST ||
    code === OPEN_OBJECT ||
    code === CLOSE_LIST ||
    code === CLOSE_OBJECT
  );
}

/** The number of line feeds from `from` to before `to`. */
export function countLines(text: string, from: number, to: number): number {
  let lines = 0;
  for (let i = text.indexOf('\n', from); i >= 0 && i < to; i = text.indexOf('\n', i + 1)) lines++;
  return lines;
}
