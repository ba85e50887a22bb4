import type { JSX } from 'preact';

/** The ways to enter a puzzle. */
export type Tab = 'text' | 'draw';

const TABS = [
  { name: 'text', label: 'Type or paste' },
  { name: 'draw', label: 'Draw a picture' },
] as const;

/** The tabs over the panels `panel-text` and `panel-draw`; arrow keys change between them. */
export function Tabs(props: {
  readonly tab: Tab;
  readonly onPick: (tab: Tab) => void;
}): JSX.Element {
  const { tab, onPick } = props;
  const other: Tab = tab === 'text' ? 'draw' : 'text';
  const key = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    onPick(other);
    document.getElementById(`tab-${other}`)?.focus();
  };
  return (
    <div class="tabs" role="tablist" aria-label="How to enter a puzzle">
      {TABS.map(({ name, label }) => (
        <button
          key={name}
          type="button"
          role="tab"
          id={`tab-${name}`}
          aria-selected={tab === name}
          aria-controls={tab === name ? `panel-${name}` : undefined}
          tabIndex={tab === name ? 0 : -1}
          onClick={() => onPick(name)}
          onKeyDown={key}
        >
          {label}
        </button>
      ))}
    </div>
  );
}
