import type { JSX } from 'preact';
import { cellValueText } from '../../../solver/craft/replay/colour-name.js';
import { puzzleOfDrawing, type Drawn } from './drawn.js';
import type { Tool } from './tools.js';

/** The tools, the key of each, and its icon in a square of 16. */
export const TOOLS: readonly {
  readonly tool: Tool;
  readonly key: string;
  readonly name: string;
  readonly icon: string;
}[] = [
  { tool: 'pencil', key: 'p', name: 'Pencil', icon: 'M11.5 1.5l3 3L5 14l-4 1 1-4z' },
  { tool: 'line', key: 'l', name: 'Line', icon: 'M2 12.8L12.8 2 14 3.2 3.2 14z' },
  {
    tool: 'rectangle',
    key: 'r',
    name: 'Rectangle',
    icon: 'M2 3h12v10H2zm1.6 1.6v6.8h8.8V4.6z',
  },
  {
    tool: 'fill',
    key: 'f',
    name: 'Fill an area',
    icon: 'M6.5 1L13 7.5 7 13.5 1 7.5zM13.8 9.5c1 1.5 1.6 2.4 1.6 3.2a1.6 1.6 0 0 1-3.2 0c0-.8.6-1.7 1.6-3.2z',
  },
  {
    tool: 'select',
    key: 's',
    name: 'Select a region',
    icon: 'M2 2h3.5v1.5h-2v2H2zM7 2h2v1.5H7zM10.5 2H14v3.5h-1.5v-2h-2zM2 7h1.5v2H2zM12.5 7H14v2h-1.5zM2 10.5h1.5v2h2V14H2zM7 12.5h2V14H7zM12.5 10.5H14V14h-3.5v-1.5h2z',
  },
  {
    tool: 'lock',
    key: 'k',
    name: 'Lock cells, which fixes then leave as they are',
    icon: 'M4.6 7V5a3.4 3.4 0 0 1 6.8 0v2H13v8H3V7zm1.7 0h3.4V5a1.7 1.7 0 0 0-3.4 0z',
  },
];

/** What a press on the board does, and the colours to draw in. */
export function Toolbar(props: {
  readonly drawn: Drawn;
  readonly tool: Tool;
  readonly brush: number;
  readonly onTool: (tool: Tool) => void;
  readonly onBrush: (brush: number) => void;
  /** Null if there is nothing to take back, or to make again. */
  readonly onUndo: (() => void) | null;
  readonly onRedo: (() => void) | null;
  /** The fields for its size. */
  readonly size: JSX.Element;
}): JSX.Element {
  const { size, drawn, tool, brush, onTool, onBrush, onUndo, onRedo } = props;
  return (
    <div class="toolbar">
      <div class="row tight" role="group" aria-label="Tools">
        {TOOLS.map((one) => (
          <button
            key={one.tool}
            type="button"
            class="icon"
            aria-label={one.name}
            aria-keyshortcuts={one.key}
            aria-pressed={tool === one.tool}
            title={`${one.name} (${one.key.toUpperCase()})`}
            onClick={() => onTool(one.tool)}
          >
            <Icon path={one.icon} />
          </button>
        ))}
      </div>
      <div class="row tight">
        <TurnButton name="Undo" hint="Ctrl+Z" icon={UNDO} onTurn={onUndo} />
        <TurnButton name="Redo" hint="Ctrl+Y" icon={REDO} onTurn={onRedo} />
      </div>
      {size}
      {drawn.colours > 1 && <Brushes drawn={drawn} brush={brush} onBrush={onBrush} />}
    </div>
  );
}

const UNDO = 'M6 2v3c5.2 0 8 2.8 8.5 8-1.8-3-4.5-4-8.5-4v3L1 7z';
const REDO = 'M10 2v3C4.8 5 2 7.8 1.5 13c1.8-3 4.5-4 8.5-4v3l5-5z';

function TurnButton(props: {
  readonly name: string;
  readonly hint: string;
  readonly icon: string;
  readonly onTurn: (() => void) | null;
}): JSX.Element {
  const { name, hint, icon, onTurn } = props;
  return (
    <button
      type="button"
      class="icon"
      aria-label={name}
      title={`${name} (${hint})`}
      disabled={onTurn === null}
      onClick={() => onTurn?.()}
    >
      <Icon path={icon} />
    </button>
  );
}

function Icon({ path }: { readonly path: string }): JSX.Element {
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true">
      <path d={path} fill-rule="evenodd" />
    </svg>
  );
}

/** The colours to draw in; what is there already in the picked colour becomes blank. */
function Brushes(props: {
  readonly drawn: Drawn;
  readonly brush: number;
  readonly onBrush: (brush: number) => void;
}): JSX.Element {
  const { drawn, brush, onBrush } = props;
  const puzzle = puzzleOfDrawing(drawn);
  return (
    <div class="row tight" role="group" aria-label="Colour to draw in">
      {Array.from({ length: drawn.colours }, (_, i) => i + 1).map((value) => (
        <button
          key={value}
          type="button"
          class="icon"
          aria-label={cellValueText(value, puzzle)}
          aria-pressed={value === brush}
          title={`${cellValueText(value, puzzle)}${value < 10 ? ` (${value})` : ''}`}
          onClick={() => onBrush(value)}
        >
          <span
            class="swatch"
            aria-hidden="true"
            style={{ background: drawn.palette?.[value] ?? 'currentColor' }}
          />
        </button>
      ))}
    </div>
  );
}
