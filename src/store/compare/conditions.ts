import type { Run } from '../runs/runs.js';

/** Something that differs in how two runs were made. */
export interface ConditionDifference {
  /** An option by its name in the database, or `nonomill`, `Node.js`, `host`, `processor`. */
  readonly name: string;
  /** In words; `-` if it was not set. */
  readonly left: string;
  readonly right: string;
}

type Conditions = Pick<Run, 'options' | 'toolVersion' | 'nodeVersion' | 'host' | 'cpu'>;

/** In which options, versions and machines two runs differ: this may explain other results. */
export function conditionDifferences(left: Conditions, right: Conditions): ConditionDifference[] {
  const [a, b] = [optionsOf(left.options), optionsOf(right.options)].map((all) => new Map(all));
  const options = [...new Set([...a.keys(), ...b.keys()])].map((name) => ({
    name,
    left: a.get(name) ?? '-',
    right: b.get(name) ?? '-',
  }));
  const others = [
    { name: 'nonomill', left: left.toolVersion, right: right.toolVersion },
    { name: 'Node.js', left: left.nodeVersion, right: right.nodeVersion },
    { name: 'host', left: left.host, right: right.host },
    { name: 'processor', left: left.cpu, right: right.cpu },
  ];
  return [...options, ...others].filter((difference) => difference.left !== difference.right);
}

/** Nested options by their path; those that are not set are left out. */
function optionsOf(options: object, path = ''): [string, string][] {
  return Object.entries(options).flatMap(([name, value]: [string, unknown]): [string, string][] => {
    const full = path === '' ? name : `${path}.${name}`;
    if (value === null || value === false) return [];
    if (Array.isArray(value)) return [[full, shortened(value.map(String))]];
    if (typeof value === 'object') return optionsOf(value, full);
    return [[full, typeof value === 'string' ? value : JSON.stringify(value)]];
  });
}

/** How many words are named; a shell may have typed thousands of corpora. */
const NAMED = 5;

function shortened(words: readonly string[]): string {
  const named = words.slice(0, NAMED).join(' ');
  return words.length > NAMED ? `${named} and ${words.length - NAMED} more` : named;
}
