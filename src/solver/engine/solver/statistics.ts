import { countText, durationText } from '../../core/text/numbers.js';

/** What the engine counts of its work, in words: a new one needs a line here, and its `add`. */
export const STATISTICS = {
  conflicts: 'conflicts',
  decisions: 'guesses',
  lineSolves: 'line solves',
  /** By a search that learns, guesses included; those that it took back. */
  settled: 'values settled',
  explained: 'explanations by lines',
  restarts: 'restarts',
  turns: 'turns',
  learned: 'clauses learned',
  /** In the clauses that were learned, after minimising. */
  literals: 'literals in them',
  minimised: 'literals minimised away',
  ranks: 'sum of their ranks',
  images: 'images of clauses learned',
  reductions: 'reductions',
  deleted: 'clauses deleted',
  estimates: 'estimates',
  beliefRounds: 'rounds of estimates',
} as const;

/** The stages of the work on a puzzle, in the order of the engine, and their words. */
export const STAGES = {
  lines: 'lines alone',
  brief: 'brief search',
  probing: 'probing for the search',
  proof: 'turns for a proof',
  solution: 'turns for a solution',
  beliefs: 'estimates of what is likely',
  backbone: 'cells the same in all solutions',
  counting: 'counting in parts',
  depth: 'guess depth',
} as const;

/** These, and what is done besides. */
export const ALL_STAGES = { ...STAGES, rating: 'rating' } as const;

type StatisticName = keyof typeof STATISTICS;
type StageName = keyof typeof ALL_STAGES;

const STATISTIC_NAMES = Object.keys(STATISTICS) as StatisticName[];
const STAGE_NAMES = Object.keys(ALL_STAGES) as StageName[];

/** A stretch of the work: how long it took, and what was counted meanwhile. */
type Stretch = ReturnType<typeof nothing>;

/** Collects what the engine says about its work on one puzzle. */
export class Statistics {
  readonly total = nothing();
  private readonly byStage = new Map<StageName, Stretch>();
  /** What each turn of the search looks for, the estimates in it included. */
  readonly turns: (Stretch & { readonly stage: 'proof' | 'solution' })[] = [];
  private stage: StageName | null = null;
  private began = 0;
  private last: readonly number[] = STATISTIC_NAMES.map(() => 0);

  /** The stages that there were, in the order in which they began. */
  get stages(): readonly (readonly [StageName, Stretch])[] {
    return [...this.byStage];
  }

  /** Takes the number of the stage that begins, or -1, and all sums since the puzzle began. */
  readonly tellStage = (stage: number, sums: readonly number[]): void => {
    const now = performance.now();
    if (this.stage !== null) this.add(this.stage, now - this.began, sums);
    this.last = sums;
    this.stage = STAGE_NAMES[stage] ?? null;
    this.began = now;
    if (this.stage !== 'proof' && this.stage !== 'solution') return;
    if (this.turns.length < sums[TURNS]) this.turns.push({ stage: this.stage, ...nothing() });
  };

  enter(stage: StageName | null): void {
    this.tellStage(stage === null ? -1 : STAGE_NAMES.indexOf(stage), this.last);
  }

  private add(stage: StageName, ms: number, sums: readonly number[]): void {
    const own = this.byStage.get(stage) ?? nothing();
    this.byStage.set(stage, own);
    const isInTurn = stage === 'proof' || stage === 'solution' || stage === 'beliefs';
    const turn = isInTurn ? this.turns.at(-1) : undefined;
    for (const part of [this.total, own, turn]) {
      if (part === undefined) continue;
      part.ms += ms;
      for (let i = 0; i < STATISTIC_NAMES.length; i++) {
        part.sums[STATISTIC_NAMES[i]] += sums[i] - this.last[i];
      }
    }
  }
}

const TURNS = STATISTIC_NAMES.indexOf('turns');

function nothing() {
  const sums = Object.fromEntries(STATISTIC_NAMES.map((name) => [name, 0]));
  return { ms: 0, sums: sums as Record<StatisticName, number> };
}

/** Counts and times by stage: `12.3 ms: conflicts 960, …; lines alone 0.2 ms, …`. */
export function statisticsWords({ total, stages }: Statistics): string {
  const counted = STATISTIC_NAMES.filter((name) => total.sums[name] > 0)
    .map((name) => `${STATISTICS[name]} ${countText(total.sums[name])}`)
    .join(', ');
  const times = stages
    .map(([stage, { ms }]) => `${ALL_STAGES[stage]} ${durationText(ms)}`)
    .join(', ');
  return `${durationText(total.ms)}: ${counted}; ${times}`;
}

/** The mean rank of the clauses that were learned; null if there is none. */
export function meanRank({ learned, ranks }: Stretch['sums']): number | null {
  return learned === 0 ? null : ranks / learned;
}
