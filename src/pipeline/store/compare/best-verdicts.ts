import { WORSE, type ChangeKind } from '../../record/changes.js';
import { sourceOf } from '../../../solver/core/result/puzzle-id.js';
import { changeKind } from './night-changes.js';
import { matchNights, type MatchParts, type SeenPuzzles } from './match-nights.js';
import type { NightRows } from './night-rows.js';

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
export interface RunToCompare {
  readonly rows: NightRows;
  /** Whether a puzzle that it does not have is gone: not of a part, nor of a run with a limit. */
  readonly isWhole: boolean;
  /** Files that hold nothing now, or were left out: their puzzles are not gone, but lost. */
  readonly emptied: () => ReadonlySet<string>;
}

/** What is known of puzzles, a value for each in its place; places are in the order of `ids`. */
class Known {
  /** Where it was last, and in which run. */
  readonly ids: Float64Array;
  readonly seen: Float64Array;
  /** The last id with which it was a puzzle, no reject. */
  readonly contentIds: Float64Array;
  /** Its best verdict, the last run that had it, and its id there. */
  readonly verdicts: Uint8Array;
  readonly bestRuns: Float64Array;
  readonly bestIds: Float64Array;
  /** 1 if its clues are others since then. */
  readonly edited: Uint8Array;

  constructor(readonly size: number) {
    this.ids = new Float64Array(size);
    this.seen = new Float64Array(size);
    this.contentIds = new Float64Array(size);
    this.verdicts = new Uint8Array(size);
    this.bestRuns = new Float64Array(size);
    this.bestIds = new Float64Array(size);
    this.edited = new Uint8Array(size);
  }

  /** Notes a verdict that is the best so far. */
  setBest(place: number, runId: number, id: number, verdict: number): void {
    this.verdicts[place] = verdict;
    this.bestRuns[place] = runId;
    this.bestIds[place] = id;
  }

  /** Notes where a puzzle is; what else is known of it stays. */
  setSeen(place: number, runId: number, id: number): void {
    this.seen[place] = runId;
    this.ids[place] = id;
    this.contentIds[place] = id;
  }

  /** Copies all but the places from another list. */
  copyBest(place: number, from: Known, at: number): void {
    this.setBest(place, from.bestRuns[at], from.bestIds[at], from.verdicts[at]);
    this.edited[place] = from.edited[at];
  }
}

/**
 * The best verdict that each puzzle had in runs that follow each other, as long as it is in the
 * corpus. A reject in its place keeps it there.
 */
export class BestVerdicts implements SeenPuzzles {
  private known = new Known(0);

  constructor(private readonly parts: MatchParts) {}

  get ids(): Float64Array {
    return this.known.ids;
  }

  contentId(place: number): number {
    return this.known.contentIds[place];
  }

  runId(place: number): number {
    return this.known.seen[place];
  }

  /** Takes the verdicts of a run: what is compared later is compared with them, too. */
  take(run: RunToCompare): void {
    const { known } = this;
    const { runId, ids, verdicts } = run.rows;
    const next = new Known(ids.length);
    const passed: { readonly at: number; readonly id: number; readonly seen: number }[] = [];
    const alone = matchNights(this.parts, this, run.rows, {
      pair: (left, right, edited) => {
        const [id, verdict] = [ids[right], verdicts[right]];
        next.setSeen(right, runId, id);
        if (verdict <= known.verdicts[left]) {
          next.setBest(right, runId, id, verdict);
          return;
        }
        next.copyBest(right, known, left);
        if (edited) next.edited[right] = 1;
      },
      rejected: (at, { id }) => passed.push({ at, id, seen: runId }),
    });
    for (const right of alone.after) {
      next.setSeen(right, runId, ids[right]);
      next.setBest(right, runId, ids[right], verdicts[right]);
    }
    const emptied = new Set(this.emptiedOf(alone.before, run).map(({ place }) => place));
    for (const at of alone.before) {
      if (run.isWhole && !emptied.has(at)) continue;
      passed.push({ at, id: known.ids[at], seen: known.seen[at] });
    }
    this.known = passed.length === 0 ? next : this.with(next, passed);
  }

  /** Compares a run with the best that each of its puzzles was. */
  compare(run: RunToCompare): ComparedNight {
    const { known } = this;
    const { ids, verdicts } = run.rows;
    const worse: WorsePuzzle[] = [];
    let [same, common] = [0, 0];
    const add = (
      place: number,
      kind: ChangeKind,
      now: WorsePuzzle['now'],
      isEdited = false,
    ): void => {
      const best = { runId: known.bestRuns[place], puzzleId: known.bestIds[place] };
      worse.push({ kind, best, now, edited: isEdited || known.edited[place] === 1 });
    };
    const alone = matchNights(this.parts, this, run.rows, {
      pair: (left, right, edited) => {
        common++;
        if (!edited) same++;
        if (verdicts[right] <= known.verdicts[left]) return;
        const kind = changeKind(known.verdicts[left], verdicts[right], edited);
        if (kind === null || !WORSE.includes(kind)) return;
        add(left, kind, { kind: 'puzzle', puzzleId: ids[right] }, edited);
      },
      rejected: (left, { id }) => {
        common++;
        add(left, 'lost', { kind: 'reject', id });
      },
    });
    for (const { place, file } of this.emptiedOf(alone.before, run)) {
      common++;
      add(place, 'lost', { kind: 'gone', file });
    }
    return { puzzles: ids.length, same, common, worse };
  }

  /** Those of some places whose file holds nothing in a night. */
  private emptiedOf(
    places: readonly number[],
    { emptied }: RunToCompare,
  ): readonly { readonly place: number; readonly file: string }[] {
    const empty = places.length === 0 ? new Set<string>() : emptied();
    if (empty.size === 0) return [];
    const { known } = this;
    return places
      .map((place) => {
        const file = this.parts.files.fileOf(known.seen[place], sourceOf(known.ids[place]));
        return { place, file };
      })
      .filter(({ file }) => empty.has(file));
  }

  /** A night with puzzles that it does not have itself; of two in one place its own counts. */
  private with(
    run: Known,
    passed: readonly { readonly at: number; readonly id: number; readonly seen: number }[],
  ): Known {
    const places = new Map(passed.map((one) => [one.id, one]));
    for (const id of run.ids) places.delete(id);
    const all = [
      ...Array.from(run.ids, (id, at) => ({ id, at, keptAt: null as number | null, seen: 0 })),
      ...Array.from(places.values(), ({ id, at, seen }) => ({ id, at, keptAt: at, seen })),
    ].sort((a, b) => a.id - b.id);
    const joined = new Known(all.length);
    for (const [place, { id, at, keptAt, seen }] of all.entries()) {
      const from = keptAt === null ? run : this.known;
      joined.setSeen(place, keptAt === null ? run.seen[at] : seen, id);
      joined.contentIds[place] = from.contentIds[at];
      joined.copyBest(place, from, at);
    }
    return joined;
  }
}
