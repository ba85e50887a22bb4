import { numberOf } from '../../solver/core/text/numbers.js';
import { plainText } from '../../solver/core/text/plain-text.js';

/**
 * What became of a puzzle between two runs of a corpus:
 *
 *   lost       it has no verdict any more, or is no puzzle, or its file holds nothing
 *   ambiguous  it had one solution, and has several now, or none
 *   guessing   it has one solution still, but not by lines alone any more
 *   decided    it has got a verdict
 *   other      another verdict, other than these
 *   edited     other clues under its old name, which lost nothing by it
 *   new, gone  only one of the runs has it
 *   mended     it was one of the first three the night before, and is none any more
 *   moved      the same clues under another name
 *   accepted   one of the first three, and somebody accepted it so
 *
 * The first three are in comparison with the best that it was in all nights.
 */
export const CHANGE_KINDS = [
  ...(['lost', 'ambiguous', 'guessing'] as const),
  ...(['decided', 'other', 'edited', 'new', 'gone'] as const),
  ...(['mended', 'moved', 'accepted'] as const),
] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** How many puzzles changed in each way. */
export type ChangeCounts = Readonly<Record<ChangeKind, number>>;

export function noChanges(): Record<ChangeKind, number> {
  return Object.fromEntries(CHANGE_KINDS.map((kind) => [kind, 0])) as Record<ChangeKind, number>;
}

/** The kinds that make a puzzle worse: what `--require no-worse` looks for. */
export const WORSE: readonly ChangeKind[] = ['lost', 'ambiguous', 'guessing'];

export function countWorse(counts: ChangeCounts): number {
  return WORSE.reduce((sum, kind) => sum + counts[kind], 0);
}

/** What happened to a puzzle, after its name or their number. */
export const CHANGE_WORDS: Readonly<Record<ChangeKind, string>> = {
  lost: 'lost the verdict',
  ambiguous: 'not unique any more',
  guessing: 'not by lines any more',
  decided: 'got a verdict',
  other: 'with another verdict',
  edited: 'with other clues',
  new: 'new',
  gone: 'gone',
  mended: 'good again',
  moved: 'under another name',
  accepted: 'worse, but accepted',
};

/** Puzzles that went with their file, or came back with it. */
export interface FileChange {
  /** Its file holds nothing, was left out, or is not among the corpora; or it has them again. */
  readonly kind: 'empty' | 'left out' | 'gone' | 'back';
  readonly path: string;
  readonly puzzles: number;
  /** The last run that had them, and the first that did not. */
  readonly best: number;
  readonly since: number;
  readonly isAccepted: boolean;
}

/** What the puzzles of a file count as. */
function kindOfFile({ kind, isAccepted }: FileChange): ChangeKind {
  if (isAccepted) return 'accepted';
  return kind === 'gone' ? 'gone' : kind === 'back' ? 'mended' : 'lost';
}

/** Whether the puzzles of a file count as worse. */
export function isLost({ kind, isAccepted }: FileChange): boolean {
  return !isAccepted && (kind === 'empty' || kind === 'left out');
}

/** How many puzzles of whole files count as a kind. */
export function puzzlesOfFiles(files: readonly FileChange[], kind: ChangeKind): number {
  const ofKind = files.filter((file) => kindOfFile(file) === kind);
  return ofKind.reduce((sum, { puzzles }) => sum + puzzles, 0);
}

const FILE_WORDS: Readonly<Record<FileChange['kind'], string>> = {
  empty: 'holds nothing now',
  'left out': 'was left out',
  gone: 'is not there any more',
  back: 'has them again',
};

/** What became of a file, after its path, in the eyes of a run. */
export function fileWhy({ kind, since, isAccepted }: FileChange, runId: number): string {
  const when = kind === 'back' || since === runId ? '' : `, since run ${since}`;
  return `${FILE_WORDS[kind]}${when}${isAccepted ? ', accepted' : ''}`;
}

/** `book/b.csv  1,200 puzzles: the file holds nothing now`. */
export function wholeFileText(file: FileChange, runId: number): string {
  const what = `the file ${fileWhy(file, runId)}`;
  return `${plainText(file.path)}  ${numberOf(file.puzzles, 'puzzle')}: ${what}`;
}

/** What a filter of results asks of the puzzles of a run since the last night. */
export const SINCE_WORDS = ['new', 'changed', 'worse'] as const;
export type SinceWord = (typeof SINCE_WORDS)[number];
