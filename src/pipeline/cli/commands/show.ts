import { ambiguityFields, findAmbiguity } from '../../../solver/craft/advice/ambiguity.js';
import { timeText } from '../../../solver/core/text/numbers.js';
import { difficultyText } from '../../../solver/core/result/difficulty-words.js';
import { plainText } from '../../../solver/core/text/plain-text.js';
import { calledText, isPlace } from '../../record/puzzle-id.js';
import { verdictText } from '../../record/outcome.js';
import { cluesToJson, type JsonClues } from '../../../solver/core/puzzle/clues-json.js';
import { cellsToText, textToCells } from '../../../solver/core/puzzle/text.js';
import type { Cells } from '../../../solver/core/puzzle/types.js';
import { requireShowable } from '../../store/queries/damaged-rows.js';
import { findRun } from '../../store/stored-runs.js';
import { resultsOfPuzzle, solvedPuzzle } from '../../store/queries/stored-results.js';
import type { SolvedPuzzle } from '../../store/stored.js';
import {
  ambiguityLines,
  clueTextLines,
  cluesFit,
  givenWords,
  isDrawn,
  solutionLines,
  workText,
  stepsJson,
  stepsText,
  verdictInWords,
} from '../showing.js';
import { command } from '../command.js';
import { shared } from '../flags.js';
import { Failure, type Terminal } from '../terminal.js';
import { wantedPuzzleId, withStore } from '../with-store.js';

export const show = command({
  name: 'show',
  summary: 'Show one stored puzzle: clues, picture, how it was solved.',
  operands: '<puzzle>',
  missing: 'a puzzle: its name, id or title',
  description:
    'Shows a puzzle of the database with what a run found about it. Name it by its name (or the ' +
    'beginning of it), its puzzle_id, its place (puzzles.csv#17, entries counted from 0), its title or ' +
    'its fingerprint. On a terminal it is drawn with its clues; elsewhere clues and picture are plain ' +
    'text.',
  sections: { Options: shared('db', 'run', 'steps', 'map', 'json') },
  examples: {
    'nonomill show heart': 'With the result of the latest run that has it.',
    'nonomill show data/gallery.json#3 --run 2': 'With the result of run 2.',
    'nonomill show heart --steps': 'Which line settles which cells, and why.',
  },
  async execute({ db, operands: [puzzle], run, steps, map, json }, { terminal }) {
    await withStore(db, async (store) => {
      const runId = run === null ? null : findRun(store, run).runId;
      const id = wantedPuzzleId(store, puzzle, runId);
      const results =
        runId === null ? resultsOfPuzzle(store, id) : [solvedPuzzle(store, runId, id)!];
      if (results.length === 0)
        throw new Failure('NM_PUZZLE_UNKNOWN', `no run has a result of "${puzzle}"`);
      for (const { runId } of results) requireShowable(store, runId, id);
      await terminal.print(shown(results, { steps, map, json }, terminal));
    });
    return 'done';
  },
});

function shown(
  results: readonly SolvedPuzzle[],
  { steps, map, json }: Readonly<Record<'steps' | 'map' | 'json', boolean>>,
  { output }: Terminal,
): string {
  const { puzzle, result } = results[0];
  if (steps) return json ? stepsJson(puzzle) : stepsText(puzzle, output.room);
  const wantsMap = result.status === 'multiple' && (map || (!json && isDrawn(output)));
  const found = wantsMap ? findAmbiguity(puzzle) : null;
  if (json) return resultJson(results[0], found === null ? null : ambiguityFields(puzzle, found));
  const text = resultText(results, output);
  return found === null ? text : `${text}\n${ambiguityLines(puzzle, found, output).join('\n')}\n`;
}

function resultText([latest, ...older]: readonly SolvedPuzzle[], room: Terminal['output']): string {
  const { name, title, puzzle, goal, result, path, ordinal, runId } = latest;
  const { width, height } = puzzle;
  const called =
    title === null || isSlug(name, title) || isPlace(latest)
      ? calledText(latest)
      : `${title} (${name})`;
  const cells = (text: string | null): Cells | null =>
    text === null ? null : textToCells(text, width, height);
  const lines = [
    `${plainText(called)}, ${width}x${height}: ${verdictInWords(result, puzzle.start !== null)}`,
    `${plainText(path)}, entry ${ordinal}; run ${runId}, ${timeText(result.finishedAt)}`,
    workText(result),
  ];
  const { reusedRun, reusedFrom } = result;
  if (reusedRun !== null) {
    const where = reusedFrom === null ? '' : ` of ${plainText(reusedFrom)}`;
    lines.push(`Taken over from run ${reusedRun}${where}, which has solved it.`);
  }
  const difficulty = difficultyText(result);
  if (difficulty !== null) lines.push(difficulty);
  lines.push(...givenWords({ ...result, puzzle, goal, solution: cells(result.solution) }));
  if (result.error !== null) lines.push(plainText(result.error));
  if (!isDrawn(room) || !cluesFit(puzzle, room)) lines.push('', ...clueTextLines(puzzle));
  lines.push(
    '',
    ...solutionLines(puzzle, cells(result.solution), cells(result.secondSolution), room),
  );
  for (const other of older) {
    lines.push(`Run ${other.runId}: ${verdictText(other.result)}, ${workText(other.result)}`);
  }
  return lines.join('\n').trimEnd() + '\n';
}

function resultJson({ puzzle, goal, result, ...place }: SolvedPuzzle, map: object | null): string {
  const { width, height, rows, columns, colours, palette, start } = puzzle;
  const text = (cells: Cells | null): string | null =>
    cells === null ? null : cellsToText(cells, width, height, colours);
  const clues = JSON.parse(cluesToJson(rows, columns, colours)) as JsonClues;
  const shown = { width, height, ...clues, palette, start: text(start), goal: text(goal) };
  return (
    JSON.stringify({ ...place, ...shown, ...result, ...(map === null ? {} : { map }) }, null, 2) +
    '\n'
  );
}

/** Whether the name only repeats the title: `hot-air-balloon`. */
function isSlug(name: string, title: string): boolean {
  const letters = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  return letters(name) === letters(title);
}
