/**
 * What people should know about one column of the database. The help of commands, the pages and
 * docs/pipeline/results.md take their words from here.
 */
export interface Column {
  /** What it says, in one sentence or two. */
  readonly meaning: string;
  /** Which values it has, and in which unit. */
  readonly values: string;
  /** When it is null; left out if it never is. */
  readonly isNull?: string;
  /** How it is worked out, with the paper if there is one; left out if `meaning` says enough. */
  readonly how?: string;
}

export interface Table {
  readonly row: string;
  /** By name, in the order of the table. */
  readonly columns: Readonly<Record<string, Column>>;
}

/** A number from `least` to `most`, and for a puzzle of n cells to n x `perCell` at most. */
export interface Bounds {
  readonly least: number;
  readonly most: number;
  readonly perCell: number;
}

/**
 * What the values of a column are:
 *
 *   count    a whole number               choice   one of a list
 *   real     a number with a fraction     decimal  a whole number of any length, as text
 *   flag     true or false                text     anything, in at most `bytes` bytes of UTF-8
 *   time     milliseconds since 1970      cells    a picture: rows joined by '/'
 */
export type Kind =
  | ({ readonly is: 'count' } & Bounds)
  | ({ readonly is: 'real' } & Bounds)
  | { readonly is: 'flag' }
  | { readonly is: 'time' }
  | { readonly is: 'choice'; readonly choices: readonly string[] }
  | { readonly is: 'decimal'; readonly digits: number }
  | { readonly is: 'text'; readonly bytes: number }
  | { readonly is: 'cells' };

/** A column whose values this program works out, checks and sends. */
export interface TypedColumn extends Column {
  /** What it is called in JavaScript and in JSON. */
  readonly field: string;
  readonly kind: Kind;
}

export function count(bounds?: Partial<Bounds>): { readonly is: 'count' } & Bounds {
  return { is: 'count', least: 0, most: Number.MAX_SAFE_INTEGER, perCell: Infinity, ...bounds };
}

export function real(bounds?: Partial<Bounds>): { readonly is: 'real' } & Bounds {
  return { is: 'real', least: 0, most: Number.MAX_VALUE, perCell: Infinity, ...bounds };
}

export function choice<const Choices extends readonly string[]>(
  choices: Choices,
): { readonly is: 'choice'; readonly choices: Choices } {
  return { is: 'choice', choices };
}

/** The values of a kind, as JavaScript has them. */
type ValueOf<K extends Kind> = K extends {
  readonly is: 'choice';
  readonly choices: readonly (infer Choice)[];
}
  ? Choice
  : K extends { readonly is: 'flag' }
    ? boolean
    : K extends { readonly is: 'count' | 'real' | 'time' }
      ? number
      : string;

/**
 * The fields of some columns, by their names in JavaScript; those that say when they are null may
 * be null.
 */
export type FieldsOf<Columns extends Readonly<Record<string, TypedColumn>>> = {
  readonly [Name in keyof Columns as Columns[Name]['field']]:
    | ValueOf<Columns[Name]['kind']>
    | (Columns[Name] extends { readonly isNull: string } ? null : never);
};

/**
 * Why `value` cannot be in a column, or null: it says what was expected. `cells` is the size of the
 * puzzle. Null is for the caller to look at.
 */
export function kindReason(kind: Kind, value: unknown, cells: number): string | null {
  switch (kind.is) {
    case 'count':
    case 'real': {
      const most = mostOf(kind, cells);
      const isRight =
        typeof value === 'number' &&
        value >= kind.least &&
        value <= most &&
        (kind.is === 'real' || Number.isInteger(value));
      const what = kind.is === 'real' ? 'a number' : 'a whole number';
      return isRight ? null : `${what} from ${kind.least} to ${most}`;
    }
    case 'flag':
      return typeof value === 'boolean' ? null : 'true or false';
    case 'time': {
      const isRight = typeof value === 'number' && value >= 0 && value <= LAST_MS;
      return isRight ? null : 'milliseconds since 1970';
    }
    case 'choice':
      return typeof value === 'string' && kind.choices.includes(value)
        ? null
        : `one of ${kind.choices.join(', ')}`;
    case 'decimal': {
      const isRight =
        typeof value === 'string' && value.length <= kind.digits && /^(0|[1-9]\d*)$/.test(value);
      return isRight ? null : `a whole number of at most ${kind.digits} digits`;
    }
    case 'text':
      return typeof value === 'string' && new TextEncoder().encode(value).length <= kind.bytes
        ? null
        : `text of at most ${kind.bytes} bytes`;
    case 'cells':
      return typeof value === 'string' ? null : 'a picture as text';
  }
}

/** The most that a number may be for a puzzle of `cells` cells. */
export function mostOf({ most, perCell }: Bounds, cells: number): number {
  return Math.min(most, perCell * cells);
}

/** The latest time that a Date can hold. */
export const LAST_MS = 8.64e15;
