import { tableText } from '../terminal/table-text.js';

/**
 * How something of the machine suits runs.
 *
 *   good  nothing to do
 *   weak  runs work, but slower, with less room, or less surely than they could
 *   bad   no run is possible
 */
type Suits = 'good' | 'weak' | 'bad';

/** What was found about one thing that runs need. */
export interface MachineJudgement {
  readonly check: string;
  readonly state: Suits;
  /** What there is, in a few words. */
  readonly found: string;
  /** What to do about it; null if nothing. */
  readonly todo: string | null;
}

export function good(check: string, found: string): MachineJudgement {
  return { check, state: 'good', found, todo: null };
}

export function weak(check: string, found: string, todo: string): MachineJudgement {
  return { check, state: 'weak', found, todo };
}

export function bad(check: string, found: string, todo: string): MachineJudgement {
  return { check, state: 'bad', found, todo };
}

/** ANSI colours of the states: green, yellow, red. */
const PAINT: Readonly<Record<Suits, string>> = { good: '32', weak: '33', bad: '31' };

/** A line for each finding, what to do below them, and in one sentence what it comes to. */
export function judgementsText(
  judgements: readonly MachineJudgement[],
  { columns, colours }: { readonly columns: number; readonly colours: boolean },
): string {
  const paint = (state: string): string =>
    colours && state in PAINT ? `\u001b[${PAINT[state as Suits]}m${state}\u001b[39m` : state;
  const head = [{ title: 'check' }, { title: 'is', paint }, { title: 'found' }];
  const rows = judgements.map(({ check, state, found }) => [check, state, found]);
  const todos = judgements.flatMap(({ check, todo }) =>
    todo === null ? [] : [`${check}: ${todo}\n`],
  );
  const table = tableText(head, rows, columns);
  return [
    table,
    ...(todos.length === 0 ? [] : ['\n', ...todos]),
    `\n${verdictOf(judgements)}\n`,
  ].join('');
}

function verdictOf(judgements: readonly MachineJudgement[]): string {
  if (judgements.some(({ state }) => state === 'bad')) return 'No run is possible here.';
  return judgements.some(({ state }) => state === 'weak')
    ? 'Runs are possible here, and could do better.'
    : 'Nothing here holds a run back.';
}
