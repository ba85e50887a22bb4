import { NEEDS, type Needs } from '../../../solver/core/result/difficulty.js';
import {
  STATUSES,
  TECHNIQUES,
  type Status,
  type Technique,
} from '../../../solver/core/result/outcome.js';
import { CROSS_CHECKS } from '../../../solver/core/result/result-columns.js';
import type { PuzzleResult } from '../../../solver/core/result/result.js';

/** Of an author's picture, or a start position: whether it fits the clues. */
type Fit = 'fits' | 'wrong' | 'open';

/**
 * What of a result is one of a few words: a million results are of some hundred kinds, so that most
 * figures are made of how many there are of each. A word that its column does not have is
 * undefined.
 */
export interface ResultKind {
  readonly status: Status | null | undefined;
  readonly technique: Technique | null | undefined;
  readonly needs: Needs | null | undefined;
  readonly crossCheck: PuzzleResult['crossCheck'] | undefined;
  /** Null without a picture, or a start position. */
  readonly goalFit: Fit | null | undefined;
  readonly startFit: Fit | null | undefined;
  /** Whether it has a checked proof. */
  readonly isProven: boolean;
  /** Whether it was taken over from another run, which its time is of. */
  readonly isReused: boolean;
  /** Whether its score is a lower bound. */
  readonly isBound: boolean;
  /** Whether it was tried once. */
  readonly isFirstTry: boolean;
}

/** The values of a field in their order, and the place of that of a result `r` of a puzzle `p`. */
type KindValues = readonly [values: readonly (string | boolean | null)[], placeSql: string];

const KIND_VALUES: readonly (readonly [keyof ResultKind, KindValues])[] = Object.entries({
  status: oneOf('r.status', STATUSES),
  technique: oneOf('r.technique', TECHNIQUES),
  needs: oneOf('r.needs', NEEDS),
  crossCheck: oneOf('r.cross_check', CROSS_CHECKS),
  goalFit: [[null, 'fits', 'wrong'], 'ifnull(1 + (r.goal_matches = 0), 0)'],
  startFit: [
    [null, 'fits', 'wrong', 'open'],
    `CASE WHEN p.start IS NULL THEN 0 WHEN r.solution IS NOT NULL THEN 1
      WHEN r.status = 'contradiction' THEN 2 ELSE 3 END`,
  ],
  isProven: [[false, true], 'r.proof IS NOT NULL'],
  isReused: [[false, true], 'r.reused_run IS NOT NULL'],
  isBound: [[false, true], 'r.difficulty_bound IS 1'],
  isFirstTry: [[false, true], 'r.attempts IS 1'],
} satisfies Record<keyof ResultKind, KindValues>).map(([field, values]) => [
  field as keyof ResultKind,
  values,
]);

/** A word of a list, or null; what comes after all of them is another one. */
function oneOf(column: string, words: readonly string[]): KindValues {
  const cases = words.map((word, i) => `WHEN '${word}' THEN ${i + 1}`).join(' ');
  const other = `(${column} IS NOT NULL) * ${words.length + 1}`;
  return [[null, ...words], `CASE ${column} ${cases} ELSE ${other} END`];
}

/** Each field takes 4 bits, except for the last ones, which are one. */
const bitsOf = ([, [values]]: (typeof KIND_VALUES)[number]): number => (values.length > 2 ? 4 : 1);

const SHIFTS = KIND_VALUES.map((_, i) =>
  KIND_VALUES.slice(0, i).reduce((sum, field) => sum + bitsOf(field), 0),
);

/** The number of the kind of a result in SQL: ten words in one value. */
export const KIND_SQL = KIND_VALUES.map(([, [, place]], i) => `((${place}) << ${SHIFTS[i]})`).join(
  ' | ',
);

/** By field, the bits of each of its values. */
const BITS = Object.fromEntries(
  KIND_VALUES.map(([field, [values]], i) => [
    field,
    new Map(values.map((value, place) => [value, place << SHIFTS[i]])),
  ]),
) as unknown as Readonly<Record<keyof ResultKind, ReadonlyMap<unknown, number>>>;

/**
 * The number of a kind whose words are all known. It is written out, as this is asked of every
 * result of a run: a loop over the fields takes three times as long. Null and false are 0.
 */
export function numberOfKind(kind: ResultKind): number {
  const { status, technique, needs, crossCheck, goalFit, startFit } = kind;
  return (
    BITS.status.get(status)! |
    (technique === null ? 0 : BITS.technique.get(technique)!) |
    (needs === null ? 0 : BITS.needs.get(needs)!) |
    (crossCheck === null ? 0 : BITS.crossCheck.get(crossCheck)!) |
    (goalFit === null ? 0 : BITS.goalFit.get(goalFit)!) |
    (startFit === null ? 0 : BITS.startFit.get(startFit)!) |
    (kind.isProven ? IS_PROVEN : 0) |
    (kind.isReused ? IS_REUSED : 0) |
    (kind.isBound ? IS_BOUND : 0) |
    (kind.isFirstTry ? IS_FIRST_TRY : 0)
  );
}

const IS_PROVEN = BITS.isProven.get(true)!;
const IS_REUSED = BITS.isReused.get(true)!;
const IS_BOUND = BITS.isBound.get(true)!;
const IS_FIRST_TRY = BITS.isFirstTry.get(true)!;

/** The number of the same kind of a result that was taken over. */
export function takenOverKind(number: number): number {
  return number | IS_REUSED;
}

/** Whether a start position fits the clues, as far as it was found out. */
export function fitOfStart(hasSolution: boolean, status: Status): Fit {
  if (hasSolution) return 'fits';
  return status === 'contradiction' ? 'wrong' : 'open';
}

/** The kind of a number. */
export function kindOfNumber(number: number): ResultKind {
  return Object.fromEntries(
    KIND_VALUES.map((field, i) => {
      const [name, [values]] = field;
      return [name, values[(number >> SHIFTS[i]) & (2 ** bitsOf(field) - 1)]];
    }),
  ) as unknown as ResultKind;
}
