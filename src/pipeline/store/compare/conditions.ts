import { typedOption, typedOptions } from '../../record/options.js';
import { DOES_AGAIN, FOLDER, type Run } from '../stored-runs.js';

/** Something that differs in how two runs were made. */
export interface ConditionDifference {
  /** An option as it is typed, or `corpora`, `nonomill`, `Node.js`, `host`, `processor`. */
  readonly name: string;
  /** In words; `-` if it was not set, and `set` for a switch. */
  readonly left: string;
  readonly right: string;
}

/** Something that differs in how several runs were made, with its value for each of them. */
export interface RunCondition {
  readonly name: string;
  readonly values: readonly string[];
}

type Conditions = Pick<Run, 'options' | 'retries' | 'toolVersion' | 'nodeVersion' | 'host' | 'cpu'>;

/** In which options, versions and machines two runs differ: this may explain other results. */
export function conditionDifferences(left: Conditions, right: Conditions): ConditionDifference[] {
  return differingConditions([left, right]).map(({ name, values }) => ({
    name,
    left: values[0],
    right: values[1],
  }));
}

/** The same for any number of runs; values are in the order of the runs. */
export function differingConditions(runs: readonly Conditions[]): RunCondition[] {
  const options = runs.map((run) => new Map([...optionsOf(run.options), ...retriedLimits(run)]));
  const names = new Set(options.flatMap((all) => [...all.keys()]));
  const of = (name: string, value: (run: Conditions) => string): RunCondition => ({
    name,
    values: runs.map(value),
  });
  return [
    ...[...names].map((name) => ({ name, values: options.map((all) => all.get(name) ?? '-') })),
    of('nonomill', ({ toolVersion }) => toolVersion),
    of('Node.js', ({ nodeVersion }) => nodeVersion),
    of('host', ({ host }) => host),
    of('processor', ({ cpu }) => cpu),
  ].filter(({ values }) => values.some((value) => value !== values[0]));
}

/**
 * The same for runs whose corpora and machines are shown anyway: without these, and without what
 * only some of the runs have noted about their machines.
 */
export function standingConditions(runs: readonly Conditions[]): RunCondition[] {
  const shown = new Set(['corpora', 'host', 'processor']);
  return differingConditions(runs).filter(
    ({ name, values }) =>
      !shown.has(name) && !(name.startsWith('machine.') && values.includes('-')),
  );
}

/** Options that are set, as they are typed. */
function optionsOf({ corpora, ...options }: Run['options']): [string, string][] {
  return [
    ...typedOptions(options)
      .filter(([name]) => name !== FOLDER && name !== DOES_AGAIN)
      .map(([name, value]): [string, string] => [name, value || 'set']),
    ...(Array.isArray(corpora)
      ? [['corpora', shortened(corpora.map(String))] as [string, string]]
      : []),
  ];
}

/**
 * The limits of the retries of a run that are not its own, after its own: `50 (retried with 2000)`.
 * Some of its results were found under them.
 */
function retriedLimits({ options, retries }: Conditions): [string, string][] {
  const limits = ['timeoutMs', 'maxSteps', 'memoryMiB'] as const;
  return limits.flatMap((name): [string, string][] => {
    const own = options[name] ?? null;
    const retried = retries.filter(({ round }) => round === null);
    const others = new Set(retried.map((retry) => retry[name]).filter((limit) => limit !== own));
    if (others.size === 0) return [];
    const [first, ...rest] = [own, ...others].map((limit) => typedOption(name, limit));
    return [[first[0], `${first[1]} (retried with ${rest.map(([, text]) => text).join(', ')})`]];
  });
}

/** How many words are named; a shell may have typed thousands of corpora. */
const NAMED = 5;

function shortened(words: readonly string[]): string {
  const named = words.slice(0, NAMED).join(' ');
  return words.length > NAMED ? `${named} and ${words.length - NAMED} more` : named;
}
