import type { DamagedResults } from '../../store/queries/damaged-rows.js';
import type { Status } from '../../result/outcome.js';
import { NO_DEPTHS } from '../../result/technique-keys.js';
import type { SolvedPuzzle } from '../../store/queries/stored-results.js';
import { countText, numberOf } from '../../text/numbers.js';
import type { DuplicateGroup, Duplicates } from '../../store/queries/duplicates.js';
import type { DifficultyNumbers, CrossChecks } from '../numbers/tally.js';
import { STATE_WORDS } from '../../result/run/run-state.js';
import type { GateVerdict } from '../../store/gates/evaluate.js';
import type { CopiedFile } from '../../store/runs/copied-files.js';
import type { Misfits, Numbers, StoppedRun } from '../numbers/report-numbers.js';
import { fileName, plainText } from '../../text/plain-text.js';

type Named = Pick<SolvedPuzzle, 'name' | 'title' | 'path' | 'ordinal'>;

/** A puzzle's title if it has one, else its name, on one line. */
export function calledText(solved: Named): string {
  return plainText(solved.title ?? '') || shortName(solved) || '(no name)';
}

/** A name on one line; if it is only the puzzle's place, only the end of the path is shown. */
function shortName({ name, path, ordinal }: Omit<Named, 'title'>): string {
  return isPlace({ name, path, ordinal }) ? `${fileName(path)}#${ordinal}` : plainText(name);
}

/** Whether a puzzle has no name of its own: then its place is its name. */
export function isPlace({ name, path, ordinal }: Omit<Named, 'title'>): boolean {
  return name === `${path}#${ordinal}`;
}

/** What was found, in two or three words: `unique, line`, `multiple`, `timeout`. */
export function verdictText({ result }: SolvedPuzzle): string {
  const { status, technique } = result;
  return technique === null || status === 'multiple' ? status : `${status}, ${technique}`;
}

/** `median 7.3   lowest 2.0   highest 14.1`, and how many are lower bounds; of rated puzzles. */
export function scoreFigures({ median, lowest, highest }: DifficultyNumbers): string {
  const score = (value: number | null): string => value?.toFixed(1) ?? '-';
  return `median ${score(median)}, from ${score(lowest)} to ${score(highest)}`;
}

/** The guess depth: `2+` if only a lower bound is known, `-` if nothing is. */
export function depthText({ result }: SolvedPuzzle): string {
  if (result.guessDepth !== null) return String(result.guessDepth);
  return result.guessDepthMin === null ? '-' : `${result.guessDepthMin}+`;
}

/** `120 agreed, 0 disagreed, 3 undecided`. */
export function crossCheckText({ agreed, disagreed, undecided }: CrossChecks): string {
  const [yes, no, open] = [agreed, disagreed, undecided].map(countText);
  return `${yes} agreed, ${no} disagreed, ${open} undecided`;
}

/** `1,200 of 1,234 unique and contradictory puzzles`. */
export function provenText(proven: number, byStatus: ReadonlyMap<Status, number>): string {
  const provable = (byStatus.get('unique') ?? 0) + (byStatus.get('contradiction') ?? 0);
  return `${countText(proven)} of ${numberOf(provable, 'unique or contradictory puzzle')}`;
}

/** Whether a depth of the summary is a number, or a lower bound. */
export function isDepth(key: string): boolean {
  return !(NO_DEPTHS as readonly string[]).includes(key);
}

/** What a depth of the summary means. */
export function depthMeaning(key: string): string {
  if (key === 'none') return 'not classified';
  if (key === 'open') return 'no verdict';
  if (key === 'ambiguous') return 'several solutions';
  if (key === '0') return 'lines alone';
  if (key === '1') return 'one assumption';
  return key.endsWith('+')
    ? `not solved at depth ${Number(key.slice(0, -1)) - 1}`
    : `${key} nested`;
}

/** `61 groups of equal puzzles, 70 puzzles too many`. */
export function duplicatesText({
  groups,
  surplus,
}: Pick<Duplicates, 'groups' | 'surplus'>): string {
  const many = numberOf(surplus, 'puzzle', 'puzzles');
  return `${numberOf(groups, 'group', 'groups')} of equal puzzles, ${many} too many`;
}

/** `heart = heart-2 = old/heart, and 3 more`: the names of the puzzles of a group. */
export function groupText({ puzzles, first }: DuplicateGroup): string {
  const more = puzzles - first.length;
  return first.map(calledText).join(' = ') + (more > 0 ? `, and ${countText(more)} more` : '');
}

/** `2 of 120 authors' pictures and 1 of 4 start positions do not fit`; empty if all do. */
export function misfitsText({ goals, starts }: Omit<Misfits, 'first'>): string {
  const share = (wrong: number, given: number, what: string): string[] =>
    wrong === 0 ? [] : [`${countText(wrong)} of ${numberOf(given, ...named(what))}`];
  const wrong = [
    ...share(goals.wrong, goals.given, "author's picture"),
    ...share(starts.wrong, starts.given, 'start position'),
  ];
  const sentences: string[] = [];
  if (wrong.length > 0) {
    const verb = goals.wrong + starts.wrong === 1 ? 'does' : 'do';
    sentences.push(`${wrong.join(' and ')} ${verb} not fit`);
  }
  if (starts.open > 0) {
    sentences.push(
      `whether ${numberOf(starts.open, 'start position fits', 'start positions fit')} is not known`,
    );
  }
  return sentences.join('; ');
}

function named(what: string): [string, string] {
  return what.startsWith('author') ? [what, "authors' pictures"] : [what, `${what}s`];
}

/** What became of a run: `complete`, or `interrupted, 1,200 of about 20,000 entries done`. */
export function stateText({ state, stopped, puzzles, rejects, copies }: Numbers): string {
  const far = ({ done, of, isEstimate }: StoppedRun): string =>
    countText(done) + (of === null ? '' : ` of ${isEstimate ? 'about ' : ''}${countText(of)}`);
  if (stopped?.kind === 'retry') {
    return `${STATE_WORDS[state]}; a retry was interrupted, ${far(stopped)} tried again`;
  }
  if (state === 'complete') return STATE_WORDS[state];
  const copied = copies.reduce((sum, copy) => sum + copy.results + copy.rejects, 0);
  const known = { done: puzzles + rejects + copied, of: null, isEstimate: false } as const;
  return `${STATE_WORDS[state]}, ${far(stopped ?? { kind: 'run', ...known })} entries done`;
}

/** `3 entries are in d3/b.csv too, a copy of d3/a.csv`, for the first copies, and how many more there are. */
export function copiesTexts(copies: readonly CopiedFile[], limit: number): string[] {
  const texts = copies.slice(0, limit).map(({ path, of, results, rejects }) => {
    const entries = numberOf(results + rejects, 'entry is', 'entries are');
    return plainText(`${entries} in ${path} too, a copy of ${of}`);
  });
  const more = copies.slice(limit);
  if (more.length === 0) return texts;
  const entries = more.reduce((sum, { results, rejects }) => sum + results + rejects, 0);
  const rest = `and ${numberOf(entries, 'entry', 'entries')} in ${numberOf(more.length, 'more copy', 'more copies')}`;
  return [...texts, rest];
}

/** `1 damaged result is left out of all figures`, and which ones; empty if there are none. */
export function damagedTexts({ rows, first }: DamagedResults): string[] {
  if (rows === 0) return [];
  const what = numberOf(rows, 'damaged result is', 'damaged results are');
  const more = rows > first.length ? [`and ${countText(rows - first.length)} more`] : [];
  return [`${what} left out of all figures`, ...first.map((text) => plainText(text)), ...more];
}

/** `FAIL  --require line: 3 of 20 puzzles do not have one solution without guessing`. */
export function gateText({ flag, holds, why }: GateVerdict): string {
  return holds ? `PASS  ${flag}` : `FAIL  ${flag}: ${why.join('; ')}`;
}
