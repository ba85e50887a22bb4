import { puzzleOfRow, cellsOfText } from '../puzzle-text.js';
import { puzzleSvg } from '../../../report/figures/puzzle-svg.js';
import type { Format, NamedPuzzle } from '../../../../solver/formats/contract/format.js';
import { plainText } from '../../../../solver/core/text/plain-text.js';
import { useState } from 'preact/hooks';
import { FORMAT_DESCRIPTIONS } from '../../../../solver/formats/descriptions.js';
import { FORMATS } from '../../../../solver/formats/registry.js';
import { numberOf } from '../../../../solver/core/text/numbers.js';
import type { PuzzleAnswer } from '../../answers.js';
import { fetchJson } from '../window.js';
import { Choice } from '../controls.js';
import { saveText } from '../saving.js';
import type { Selection } from './selection.js';

/** The formats in which a page can save several puzzles in one file. */
const OFFERED = FORMATS.filter(
  ({ write, holds, binary, pictureOnly }) =>
    write !== null && holds.has('many') && binary !== true && pictureOnly !== true,
);

/** What can be done with the selected puzzles of a run, at the lower edge of the screen. */
export function SelectionBar(props: { readonly run: string; readonly selection: Selection }) {
  const { run, selection } = props;
  const [message, setMessage] = useState('');
  const use = (work: (puzzles: readonly NamedPuzzle[]) => void): void => {
    setMessage('Fetching the puzzles …');
    selectedPuzzles(run, [...selection.ids])
      .then((puzzles) => {
        work(puzzles);
        setMessage('');
      })
      .catch((error: unknown) => setMessage((error as Error).message));
  };
  return (
    <div class="selection-bar" role="region" aria-label="Selected puzzles">
      <strong>{numberOf(selection.ids.size, 'puzzle')} selected</strong>
      <Choice
        label="Save as"
        class="row small"
        value=""
        options={[
          ['', 'choose a format'],
          ...OFFERED.map(({ name, extensions }) => {
            return [name, `${name} (${extensions[0]})`, FORMAT_DESCRIPTIONS[name]] as const;
          }),
        ]}
        choose={(wanted) => {
          const format = OFFERED.find(({ name }) => name === wanted);
          if (format !== undefined) use((puzzles) => save(format, puzzles, run));
        }}
      />
      <button type="button" onClick={() => use(printPuzzles)}>
        Print
      </button>
      <button type="button" onClick={selection.clear}>
        Select none
      </button>
      <span class="small" role="status">
        {message}
      </span>
    </div>
  );
}

/** @throws Error if the format cannot hold one of the puzzles */
function save(
  { name, write, holds, extensions }: Format,
  puzzles: readonly NamedPuzzle[],
  run: string,
): void {
  const coloured = puzzles.find(({ puzzle }) => puzzle.colours > 1);
  if (coloured !== undefined && !holds.has('colour')) {
    throw new Error(
      `${name} holds no colours: take "${coloured.title ?? coloured.name}" out, or choose another format.`,
    );
  }
  saveText(`nonomill-run-${run}${extensions[0]}`, 'text/plain', [...write!(puzzles)].join(''));
}

/** How many puzzles are asked for at the same time. */
const AT_ONCE = 4;

/** The puzzles with these ids, in the order in which they were selected. */
async function selectedPuzzles(run: string, ids: readonly number[]): Promise<NamedPuzzle[]> {
  const found: NamedPuzzle[] = [];
  for (let first = 0; first < ids.length; first += AT_ONCE) {
    const answers = ids
      .slice(first, first + AT_ONCE)
      .map((id) => fetchJson<PuzzleAnswer>(`/api/runs/${run}/puzzles/${id}`));
    for (const { result } of await Promise.all(answers)) {
      const { puzzle: row } = result;
      const goal = cellsOfText(row.goal, row);
      found.push({ name: row.name, title: row.title, puzzle: puzzleOfRow(row), goal });
    }
  }
  return found;
}

/** Has the browser print puzzles, numbered, with empty grids; names are on the last page. */
function printPuzzles(puzzles: readonly NamedPuzzle[]): void {
  const paper = document.createElement('div');
  paper.className = 'paper';
  const names = document.createElement('ol');
  puzzles.forEach(({ name, title, puzzle }, i) => {
    const figure = document.createElement('figure');
    const caption = document.createElement('figcaption');
    caption.textContent = `${i + 1}.`;
    const line = document.createElement('li');
    line.textContent = plainText(title ?? name ?? '');
    names.append(line);
    const number = `Puzzle ${i + 1}`;
    const drawing = { id: `paper-${i}`, title: number, description: 'to be solved', puzzle };
    // Numbers, and texts that are escaped there.
    figure.innerHTML = puzzleSvg({ ...drawing, solution: null, secondSolution: null });
    figure.prepend(caption);
    paper.append(figure);
  });
  paper.append(names);
  document.body.append(paper);
  window.addEventListener('afterprint', () => paper.remove(), { once: true });
  window.print();
}
