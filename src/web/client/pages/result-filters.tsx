import type { JSX } from 'preact';
import { STATUSES } from '../../../result/outcome.js';
import { FILTER_WORDS } from '../list-query.js';
import { Field } from '../parts/field.js';

const TECHNIQUES = ['line', 'probe', 'search', 'none'];
const DEPTHS = ['0', '1', '2', '3', 'none'];

/** What the table can be narrowed by; every change shows at once and in the address. */
export function ResultFilters(props: {
  readonly query: URLSearchParams;
  readonly show: (changes: Record<string, string | null>) => void;
}): JSX.Element {
  const { query, show } = props;
  const select = (word: string, label: string, values: readonly string[]): JSX.Element => (
    <Field label={label}>
      {(id) => (
        <select
          id={id}
          value={query.get(word) ?? ''}
          onChange={(e) => show({ [word]: e.currentTarget.value })}
        >
          <option value="">any</option>
          {values.map((value) => (
            <option key={value} value={value}>
              {value === 'none' ? 'not known' : value}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
  const text = (word: string, label: string, hint: string, wide = false): JSX.Element => (
    <Field label={label}>
      {(id) => (
        <input
          id={id}
          type="text"
          class={wide ? 'wide' : 'narrow'}
          value={query.get(word) ?? ''}
          placeholder={hint}
          autocomplete="off"
          spellcheck={false}
          onChange={(e) => show({ [word]: e.currentTarget.value.trim() })}
        />
      )}
    </Field>
  );
  const any = FILTER_WORDS.some((word) => query.has(word));
  const none = Object.fromEntries(FILTER_WORDS.map((word) => [word, null]));
  return (
    <form class="filters" role="search" onSubmit={(event) => event.preventDefault()}>
      {select('status', 'Status', STATUSES)}
      {select('technique', 'Technique', TECHNIQUES)}
      {select('depth', 'Guess depth', DEPTHS)}
      {text('size', 'Size', '25x25 or 10-20')}
      {text('min', 'At least, ms', '0')}
      {text('max', 'At most, ms', 'any')}
      {text('name', 'Name begins with', 'or *part', true)}
      {any && (
        <button type="button" onClick={() => show(none)}>
          Clear
        </button>
      )}
    </form>
  );
}
