import { WORSE, type ChangeKind } from '../../../core/run-record/changes.js';
import { sourceOf } from '../../../core/result/puzzle-id.js';
import { kindOf } from './night-changes.js';
import { matchNights, type MatchParts, type SeenPuzzles } from './match-nights.js';
import type { NightReject, NightRows } from './night-rows.js';

/** A puzzle that is worse in a run than it was in one before. */
export interface WorsePuzzle {
  readonly kind: ChangeKind;
  /** The last run that had its best verdict, and the id that it had there. */
  readonly best: { readonly runId: number; readonly puzzleId: number };
  /** What it is now: a puzzle, a reject, or gone with a file. */
  readonly now:
    | { readonly kind: 'puzzle'; readonly puzzleId: number }
    | { readonly kind: 'reject'; readonly id: number }
    | { readonly kind: 'gone'; readonly file: string };
  /** Whether its clues are others. */
  readonly edited: boolean;
}

/** A run, compared with the best that each of its puzzles was before. */
export interface ComparedNight {
  /** How many puzzles it has, and how many of them were there before with the same clues. */
  readonly puzzles: number;
  readonly same: number;
  /** How many were there before, edited ones and rejects included. */
  readonly common: number;
  readonly worse: readonly WorsePuzzle[];
}

/** A run as it is compared. */
export interface Night {
  readonly rows: NightRows;
  /** Whether a puzzle that it does not have is gone: not of a part, nor of a run with a limit. */
  readonly isWhole: boolean;
  /** Files that hold nothing now, or were left out: their puzzles are not gone, but lost. */
  readonly emptied: () => ReadonlySet<string>;
}

/** What is known of one puzzle. */
interface Known {
  /** Where it was last, and in which run. */
  id: number;
  seen: number;
  /** The last id with which it was a puzzle, no reject. */
  contentId: number;
  /** Its best verdict, the last run that had it, and its id there. */
  verdict: number;
  bestRun: number;
  bestId: number;
  /** Whether its clues are others since then. */
  edited: boolean;
}

/**
 * The best verdict that each puzzle had in runs that follow each other, as long as it is in the
 * corpus. A reject in its place keeps it there.
 */
export class BestVerdicts implements SeenPuzzles {
  ids = new Float64Array();
  private known: readonly Known[] = [];

  constructor(private readonly parts: MatchParts) {}

  /** How many puzzles are known. */
  get size(): number {
    return this.known.length;
  }

  contentId(place: number): number {
    return this.known[place].contentId;
  }

  runId(place: number): number {
    return this.known[place].seen;
  }

  /** Compares a run; with `take` its verdicts count from now on. */
  compare({ rows, isWhole, emptied }: Night, take: boolean): ComparedNight {
    const { known } = this;
    const { runId, ids, verdicts } = rows;
    const worse: WorsePuzzle[] = [];
    const next = take ? new Array<Known>(ids.length) : [];
    const kept: Known[] = [];
    let [same, common] = [0, 0];
    const isWorse = (
      { bestRun, bestId, edited: wasEdited }: Known,
      kind: ChangeKind | null,
      now: WorsePuzzle['now'],
      isEdited = false,
    ): void => {
      if (kind === null || !WORSE.includes(kind)) return;
      const edited = isEdited || wasEdited;
      worse.push({ kind, best: { runId: bestRun, puzzleId: bestId }, now, edited });
    };
    const alone = matchNights(this.parts, this, rows, {
      pair: (left, right, edited) => {
        const was = known[left];
        common++;
        if (!edited) same++;
        const id = ids[right];
        const verdict = verdicts[right];
        if (verdict > was.verdict) {
          const kind = kindOf(was.verdict, verdict, edited);
          isWorse(was, kind, { kind: 'puzzle', puzzleId: id }, edited);
        }
        if (!take) return;
        const isBest = verdict <= was.verdict;
        next[right] = {
          ...{ id, seen: runId, contentId: id, verdict: isBest ? verdict : was.verdict },
          ...(isBest
            ? { bestRun: runId, bestId: id, edited: false }
            : { bestRun: was.bestRun, bestId: was.bestId, edited: edited || was.edited }),
        };
      },
      rejected: (left, { id }: NightReject) => {
        common++;
        isWorse(known[left], 'lost', { kind: 'reject', id });
        if (take) kept.push({ ...known[left], id, seen: runId });
      },
    });
    const empty = alone.before.length === 0 ? new Set<string>() : emptied();
    for (const left of alone.before) {
      const was = known[left];
      const file =
        empty.size === 0 ? null : this.parts.files.fileOf(was.seen, sourceOf(was.id));
      const isEmptied = file !== null && empty.has(file);
      if (isEmptied) isWorse(was, 'lost', { kind: 'gone', file });
      if (take && (isEmptied || !isWhole)) kept.push(was);
    }
    if (take) {
      for (const right of alone.after) {
        const id = ids[right];
        const own = { id, seen: runId, contentId: id };
        const best = { verdict: verdicts[right], bestRun: runId, bestId: id, edited: false };
        next[right] = { ...own, ...best };
      }
      this.replace(kept.length === 0 ? next : sorted([...next, ...kept]));
    }
    return { puzzles: ids.length, same, common, worse };
  }

  private replace(known: readonly Known[]): void {
    this.known = known;
    this.ids = Float64Array.from(known, ({ id }) => id);
  }
}

/** In the order of their ids; of two in one place the later one counts. */
function sorted(known: readonly Known[]): Known[] {
  const byId = new Map(known.map((one) => [one.id, one]));
  return [...byId.values()].sort((a, b) => a.id - b.id);
}
