/*
 * The codes of characters that text is cut at, for loops that look at one after the other: numbers,
 * as bundlers put these where they are used.
 */

export const TAB = 9;
export const LINE_FEED = 10;
export const RETURN = 13;
export const SPACE = 32;
export const QUOTE = 34;
export const HASH = 35;
export const COMMA = 44;
export const POINT = 46;
export const SLASH = 47;
export const ZERO = 48;
export const ONE = 49;
export const NINE = 57;
export const COLON = 58;
export const QUESTION_MARK = 63;
export const OPEN_LIST = 91;
export const BACKSLASH = 92;
export const CLOSE_LIST = 93;
export const OPEN_OBJECT = 123;
export const CLOSE_OBJECT = 125;
