import { open } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { BESIDE_DATABASE, DATABASE_START } from '../../files/database-files.js';
import { REPORT_FILES, incomplete } from '../../record/report-files.js';
import { pictureNamed, pictureReason } from './picture-kinds.js';

/** What `run` and `report` write into the folder of a report. */
const REPORT = Object.values(REPORT_FILES).flatMap((name) => [name, incomplete(name)]);

const SUMMARY = /^\{\s*"run":\s*\{\s*"runId":/;
/** How the recipe of a data set begins. */
const RECIPE = /^\{\s*"nonomill":/;

/** Names of databases; only files with such names are opened to see whether they are one. */
const DATABASE_NAMES = new Set(['.sqlite', '.sqlite3', '.db', '.db3', '']);

/**
 * `paths` without what runs wrote, databases and reports, and what is kept with data sets, known by
 * their first bytes. People keep them beside their puzzles, and a run over the same folder must
 * find the same corpora again.
 */
export async function withoutRunFiles(paths: readonly string[]): Promise<string[]> {
  const written = new Set<string>();
  for (const path of paths) {
    if (basename(path) === 'recipe.json' && RECIPE.test(await head(path))) {
      for (const name of ['recipe.json', 'checksums.txt']) written.add(join(dirname(path), name));
      continue;
    }
    if (basename(path) === REPORT_FILES.json && SUMMARY.test(await head(path))) {
      for (const name of REPORT) written.add(join(dirname(path), name));
    } else if (
      DATABASE_NAMES.has(extname(path).toLowerCase()) &&
      (await head(path)).startsWith(DATABASE_START)
    ) {
      for (const end of BESIDE_DATABASE) written.add(join(path + end));
    }
  }
  return written.size === 0 ? [...paths] : paths.filter((path) => !written.has(join(path)));
}

/** The first bytes of a file; nothing if it cannot be read, which is reported when it is opened. */
async function head(path: string): Promise<string> {
  try {
    const file = await open(path, 'r');
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(64), 0, 64, 0);
      return buffer.toString('latin1', 0, bytesRead);
    } finally {
      await file.close();
    }
  } catch {
    return '';
  }
}

// What people keep in a folder beside their puzzles. Two kinds are told apart: what holds no
// puzzles by its nature, and what may hold some, in a form that is not read.

/** Styles, scripts, locks and logs. */
const NEVER_PUZZLES = /\.(css|sh|lock|log)$/i;

/** Notes and programs, which may have puzzles in them. */
const NOTES_AND_PROGRAMS = /\.(md|markdown|rst|py|[cm]?[jt]sx?)$/i;

/** Files that explain a collection, or that a system leaves there: a `todo.non` is none of them. */
const EXPLANATIONS =
  /^(readme|licen[cs]e|copying|notice|authors|contributors|credits|changelog|changes|todo|makefile|thumbs\.db|desktop\.ini)(\.(txt|html?|pdf|md|markdown|rst))?$/i;

/** What says how a folder is run. */
const CONFIG_FILE = 'nonomill.toml';

/** Whether a file or a folder is hidden. */
export function isHidden(name: string): boolean {
  return name.startsWith('.');
}

/**
 * Whether a file is hidden, or holds no puzzles by its nature: folders are read as if it were not
 * there.
 */
export function isNoCorpus(name: string): boolean {
  return (
    isHidden(name) || NEVER_PUZZLES.test(name) || EXPLANATIONS.test(name) || name === CONFIG_FILE
  );
}

/** Whether a file of a folder in which no puzzle is recognised is not worth a word. */
export function isNoteOrProgram(name: string): boolean {
  return NOTES_AND_PROGRAMS.test(name);
}

/**
 * Kinds of files that no format of puzzles uses, but that people draw, print or pack puzzles in.
 */
const OTHER_KINDS: readonly (readonly [name: RegExp, reason: string])[] = [
  [/\.pdf$/i, 'a PDF, not a format of puzzles'],
  [/\.(xlsx?|xlsm|ods|numbers)$/i, 'a spreadsheet, not a format of puzzles: save it as CSV'],
  [/\.(docx?|odt|rtf|pages)$/i, 'a document, not a format of puzzles: save it as plain text'],
  [/\.html?$/i, 'a web page, not a format of puzzles'],
  [/\.ya?ml$/i, 'YAML is not a format of puzzles: save it as CSV or JSON'],
  [
    /\.toml$/i,
    'TOML without the section [clues] of a puzzle: write one, or save it as CSV or JSON',
  ],
  [/\.(zip|tar|7z)$/i, 'an archive, not puzzles: unpack it'],
];

/**
 * Why a file is not read, as its name tells, or null: it may hold puzzles, but in no form that is
 * read. Files of folders with such names are not opened, unless a format has their extension. If
 * pictures can be asked for, that is said.
 */
export function whyNotOpened(name: string, canReadPictures: boolean): string | null {
  if (name === CONFIG_FILE) return 'it says how commands run, and is not a puzzle';
  const picture = pictureNamed(name);
  if (picture !== null) return pictureReason(picture, canReadPictures);
  return OTHER_KINDS.find(([kind]) => kind.test(name))?.[1] ?? null;
}
