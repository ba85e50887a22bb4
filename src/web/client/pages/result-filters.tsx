import type { JSX } from 'preact';
import { NEEDS } from '../../../result/difficulty.js';
import { STATUSES } from '../../../result/outcome.js';
import { FILTER_WORDS } from '../../../result/filter-words.js';
import { Field } from '../parts/field.js';

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
  { word: 'status', label: 'Status', values: STATUSES },
  {
    word: 'technique',
    label: 'Technique',
    values: ['line', 'probe', 'search', 'ambiguous', 'none'],
  },
  { word: 'depth', label: 'Guess depth', values: ['0', '1', '2', '2+', '3', 'none'] },
  { word: 'stars', label: 'Stars', values: ['1', '2', '3', '4', '5'] },
  { word: 'needs', label: 'Needs', values: NEEDS },
];

const ENTRIES: readonly Entry[] = [
  { word: 'score', label: 'Score', hint: '6-8' },
  { word: 'size', label: 'Size', hint: '20x15 or 5-9' },
  { word: 'name', label: 'Name begins with', hint: 'or *part', wide: true },
];

/** Filters that are seldom used, folded away unless one is set. */
const MORE: readonly Entry[] = [
  { word: 'min', label: 'At least, ms', hint: '0' },
  { word: 'max', label: 'At most, ms', hint: 'any' },
  { word: 'density', label: 'Filled, %', hint: '40-60' },
  { word: 'sweeps', label: 'Sweeps', hint: '3-' },
  { word: 'file', label: 'File contains', hint: 'any', wide: true },
];

type Show = (changes: Record<string, string | null>) => void;

/** The filters of the table; every change takes effect at once and is kept in the address. */
export function ResultFilters(props: {
  readonly query: URLSearchParams;
  readonly show: Show;
}): JSX.Element {
  const { query, show } = props;
  const any = FILTER_WORDS.some((word) => query.has(word));
  const none = Object.fromEntries(FILTER_WORDS.map((word) => [word, null]));
  const value = (word: string): string => query.get(word) ?? '';
  return (
    <form class="card-body" role="search" onSubmit={(event) => event.preventDefault()}>
      <div class="filters">
        {CHOICES.map((choice) => (
          <Select key={choice.word} {...choice} value={value(choice.word)} show={show} />
        ))}
        {ENTRIES.map((entry) => (
          <Input key={entry.word} {...entry} value={value(entry.word)} show={show} />
        ))}
        {any && (
          <button type="button" onClick={() => show(none)}>
            Clear
          </button>
        )}
      </div>
      <details open={MORE.some(({ word }) => query.has(word))}>
        <summary>More filters</summary>
        <div class="filters">
          {MORE.map((entry) => (
            <Input key={entry.word} {...entry} value={value(entry.word)} show={show} />
          ))}
        </div>
      </details>
    </form>
  );
}

function Select(props: Choice & { readonly value: string; readonly show: Show }): JSX.Element {
  const { word, label, values, value, show } = props;
  return (
    <Field label={label}>
      {(id) => (
        <select
          id={id}
          value={value}
          onChange={(event) => show({ [word]: event.currentTarget.value })}
        >
          <option value="">any</option>
          {values.map((one) => (
            <option key={one} value={one}>
              {one === 'none' ? 'not known' : one}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

function Input(props: Entry & { readonly value: string; readonly show: Show }): JSX.Element {
  const { word, label, hint, wide, value, show } = props;
  return (
    <Field label={label}>
      {(id) => (
        <input
          id={id}
          type="text"
          class={wide === true ? 'wide' : 'narrow'}
          value={value}
          placeholder={hint}
          autocomplete="off"
          spellcheck={false}
          onChange={(event) => show({ [word]: event.currentTarget.value.trim() })}
        />
      )}
    </Field>
  );
}
