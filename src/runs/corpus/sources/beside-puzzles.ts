import { pictureNamed, pictureReason } from './picture-kinds.js';

// What people keep in a folder beside their puzzles. Two kinds are told apart: what holds no puzzles by its
// nature, and what may hold some, in a form that is not read.

/** Notes, programs with their styles and locks, and logs. */
const NOTES_AND_PROGRAMS = /\.(md|markdown|rst|css|py|js|ts|sh|lock|log)$/i;

/** Files that explain a collection, or that a system leaves there: a `todo.non` is none of them. */
const EXPLANATIONS =
  /^(readme|licen[cs]e|copying|notice|authors|contributors|credits|changelog|changes|todo|makefile|thumbs\.db|desktop\.ini)(\.(txt|html?|pdf))?$/i;

/** Whether a file or a folder is hidden. */
export function isHidden(name: string): boolean {
  return name.startsWith('.');
}

/** Whether a file is hidden, or holds no puzzles by its nature: folders are read as if it were not there. */
export function isNoCorpus(name: string): boolean {
  return isHidden(name) || NOTES_AND_PROGRAMS.test(name) || EXPLANATIONS.test(name);
}

/** Kinds of files that no format of puzzles uses, but that people draw, print or pack puzzles in. */
const OTHER_KINDS: readonly (readonly [name: RegExp, reason: string])[] = [
  [/\.pdf$/i, 'a PDF, not a format of puzzles'],
  [/\.html?$/i, 'a web page, not a format of puzzles'],
  [/\.(ya?ml|toml)$/i, 'neither YAML nor TOML is a format of puzzles'],
  [/\.(zip|tar|7z)$/i, 'an archive, not puzzles: unpack it'],
];

/**
 * Why a file of a folder is not opened, as its name tells: it may hold puzzles, but in no form that is read. Or null.
 * If pictures can be asked for, that is said.
 */
export function whyNotOpened(name: string, canReadPictures: boolean): string | null {
  const picture = pictureNamed(name);
  if (picture !== null) return pictureReason(picture, canReadPictures);
  return OTHER_KINDS.find(([kind]) => kind.test(name))?.[1] ?? null;
}
