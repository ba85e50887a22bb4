import type { Group, Grouping } from '../../../report/statistics/question.js';

/**
 * The words of a filter that list the puzzles of a group by each fact, or null if there are none
 * such: by some facts nobody can filter.
 */
export function wordsOfGroups(
  by: readonly Grouping[],
  groups: readonly Group[],
): Readonly<Record<string, string>> | null {
  const words = by.map((grouping, i) => wordsOf(grouping, groups[i]));
  return words.includes(null) ? null : (Object.assign({}, ...words) as Record<string, string>);
}

function wordsOf({ fact, bins }: Grouping, group: Group): Record<string, string> | null {
  const isValue = bins.by === 'value';
  const isKnown = group.order !== Infinity;
  /**
   * From the first value to the last one of a bin, whose end belongs to the next: values have
   * steps, or are told apart so far.
   */
  const range = (step: number, times = 1): string => {
    const plain = (value: number): string => String(Number((value * times).toPrecision(9)));
    const least = group.from === null ? '' : plain(group.from);
    if (isValue) return `${least}-${least}`;
    const isLast = fact.most !== undefined && group.to !== null && group.to >= fact.most;
    return `${least}-${group.to === null || isLast ? '' : plain(group.to - step)}`;
  };
  switch (fact.name) {
    case 'file':
      return { file: group.label.replaceAll('|', '\\|') };
    case 'size':
    case 'status':
      return { [fact.name]: group.label };
    case 'needs':
      return isKnown ? { needs: group.label } : null;
    case 'technique':
      // Ambiguous puzzles have this technique too, but no filter for techniques finds them.
      return group.label === 'search' ? null : { technique: group.label };
    case 'guess_depth':
      return isValue ? { depth: group.label } : null;
    case 'stars':
      return isValue && isKnown ? { stars: group.label } : null;
    case 'side':
      return isKnown ? { size: range(1) } : null;
    case 'sweeps':
      return isKnown ? { sweeps: range(1) } : null;
    case 'difficulty':
      return isKnown ? { score: range(0.05) } : null;
    case 'density':
      return isKnown ? { density: range(1e-6, 100) } : null;
    case 'solve_ms':
      return isKnown
        ? {
            ...(group.from === null ? {} : { min: String(group.from) }),
            ...(group.to === null ? {} : { max: String(group.to) }),
          }
        : null;
    default:
      return null;
  }
}
