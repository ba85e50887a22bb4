import type { ComponentChildren, JSX } from 'preact';
import { SINCE_WORDS, FILTER_WORDS } from '../../../record/outcome.js';
import { NEEDS } from '../../../../solver/core/result/difficulty.js';
import { STATUSES } from '../../../../solver/core/result/outcome.js';
import { countText } from '../../../../solver/core/text/numbers.js';
import type { PlainFigures } from '../../../report/summary/numbers.js';
import { Stars } from '../lists.js';
import { Badge } from '../parts.js';
import { Field, TextField } from '../controls.js';

interface Choice {
  readonly word: string;
  readonly label: string;
  readonly values: readonly string[];
}

interface Entry {
  readonly word: string;
  readonly label: string;
  readonly hint: string;
  readonly wide?: boolean;
}

const CHOICES: readonly Choice[] = [
  {
    word: 'technique',
    label: 'Technique',
    values: ['line', 'probe', 'search', 'ambiguous', 'none'],
  },
  { word: 'depth', label: 'Guess depth', values: ['0', '1', '2', '2+', '3', 'none'] },
  { word: 'needs', label: 'Needs', values: NEEDS },
  { word: 'since', label: 'Since the last night', values: SINCE_WORDS },
];

const ENTRIES: readonly Entry[] = [
  { word: 'score', label: 'Score', hint: '6-8, 10-' },
  { word: 'size', label: 'Size', hint: '20x15, 5-9' },
  { word: 'name', label: 'Name begins with', hint: 'or *part, a|b', wide: true },
];

const MORE: readonly Entry[] = [
  { word: 'min', label: 'At least, ms', hint: '0' },
  { word: 'max', label: 'At most, ms', hint: 'any' },
  { word: 'label', label: 'Label', hint: 'hard, *guessing' },
  { word: 'density', label: 'Filled, %', hint: '40-60, 80-' },
  { word: 'sweeps', label: 'Sweeps', hint: '1, 3-' },
  { word: 'look_ahead', label: 'Look-ahead', hint: '2, 4-' },
  { word: 'opening', label: 'Opens with', hint: '3-' },
  { word: 'narrowest', label: 'Narrowest', hint: '1, 2-' },
  { word: 'file', label: 'File contains', hint: 'any, a|b', wide: true },
];

/** What each word of a filter is called on its chip. */
const LABELS: ReadonlyMap<string, string> = new Map([
  ['status', 'Status'],
  ['stars', 'Stars'],
  ...[...CHOICES, ...ENTRIES, ...MORE].map(({ word, label }) => [word, label] as const),
]);

type Show = (changes: Record<string, string | null>) => void;

/**
 * The filters of the table as chips; every change takes effect at once and is kept in the address.
 */
export function ResultFilters(props: {
  readonly figures: Pick<PlainFigures, 'byStatus' | 'byStars'>;
  readonly query: URLSearchParams;
  readonly show: Show;
}): JSX.Element {
  const { figures, query, show } = props;
  const value = (word: string): string => query.get(word) ?? '';
  const statuses = STATUSES.map((of) => ({ of, count: figures.byStatus[of] ?? 0 }));
  const stars = figures.byStars.map(([of, count]) => ({ of, count }));
  const set = FILTER_WORDS.filter((word) => value(word) !== '');
  const chip = (word: string, of: string): ChipOf => {
    const values = value(word)
      .split(',')
      .filter((one) => one !== '');
    const pressed = values.includes(of);
    const others = values.filter((one) => one !== of);
    return {
      pressed,
      toggle: () => show({ [word]: (pressed ? others : [...values, of]).join(',') }),
    };
  };
  return (
    <form class="card-body" role="search" onSubmit={(event) => event.preventDefault()}>
      <div class="chips">
        {statuses.filter(isThere).map(({ count, of }) => (
          <Chip key={of} {...chip('status', of)} count={count}>
            <Badge word={of} />
          </Chip>
        ))}
        {stars.filter(isThere).map(({ count, of }) => (
          <Chip key={of} {...chip('stars', String(of))} count={count}>
            <Stars stars={of} />
          </Chip>
        ))}
      </div>
      {set.length > 0 && (
        <div class="chips" role="group" aria-label="Filters that are set">
          {set.map((word) => (
            <button
              key={word}
              type="button"
              class="chip set"
              title="Take this filter away"
              onClick={() => show({ [word]: null })}
            >
              {LABELS.get(word)}: {orWords(word, value(word))} <span aria-hidden="true">×</span>
            </button>
          ))}
          <button
            type="button"
            class="plain small"
            onClick={() => show(Object.fromEntries(set.map((word) => [word, null])))}
          >
            Clear all
          </button>
        </div>
      )}
      <details>
        <summary>More filters</summary>
        {CHOICES.map(({ word, label, values }) => (
          <div key={word} class="chips small" role="group" aria-label={label}>
            <span class="soft">{label}</span>
            {values.map((one) => (
              <Chip key={one} {...chip(word, one)}>
                {one === 'none' ? 'not known' : one}
              </Chip>
            ))}
          </div>
        ))}
        <div class="filters">
          {[...ENTRIES, ...MORE].map((entry) => (
            <Input key={entry.word} {...entry} value={value(entry.word)} show={show} />
          ))}
        </div>
      </details>
    </form>
  );
}

const isThere = ({ count }: { readonly count: number }): boolean => count > 0;

interface ChipOf {
  readonly pressed: boolean;
  readonly toggle: () => void;
}

/**
 * A value of a filter that is set beside others and taken away by a click, and how many puzzles of
 * the whole run it fits, if that is known.
 */
function Chip(
  props: ChipOf & { readonly count?: number; readonly children: ComponentChildren },
): JSX.Element {
  const { pressed, toggle, count, children } = props;
  return (
    <button type="button" class="chip" aria-pressed={pressed} onClick={toggle}>
      {children} {count !== undefined && <span class="soft">{countText(count)}</span>}
    </button>
  );
}

/** The values of a word as people say them, as any of them will do. */
function orWords(word: string, value: string): string {
  const sign = word === 'name' || word === 'file' ? '|' : ',';
  return value.split(sign).join(' or ');
}

function Input(props: Entry & { readonly value: string; readonly show: Show }): JSX.Element {
  const { word, label, hint, wide, value, show } = props;
  return (
    <Field label={label}>
      {(id) => (
        <TextField
          id={id}
          class={wide === true ? 'wide' : 'narrow'}
          value={value}
          placeholder={hint}
          onTake={(text) => show({ [word]: text.trim() })}
        />
      )}
    </Field>
  );
}
