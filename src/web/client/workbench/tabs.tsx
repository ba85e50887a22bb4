import type { JSX } from 'preact';

/** The ways to enter a puzzle. */
export type Tab = 'text' | 'draw' | 'picture';

const TABS = [
  { name: 'draw', label: 'Draw a picture' },
  { name: 'picture', label: 'From a picture' },
  { name: 'text', label: 'Type or paste' },
] as const;

/** The tabs over the panels `panel-text`, `panel-draw` and `panel-picture`; arrow keys change between them. */
export function Tabs(props: {
  readonly tab: Tab;
  readonly onPick: (tab: Tab) => void;
}): JSX.Element {
  const { tab, onPick } = props;
  const key = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    const step = event.key === 'ArrowLeft' ? TABS.length - 1 : 1;
    const { name } = TABS[(TABS.findIndex((one) => one.name === tab) + step) % TABS.length];
    onPick(name);
    document.getElementById(`tab-${name}`)?.focus();
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
