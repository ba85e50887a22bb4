import { verdictText, gatesVerdict } from '../../record/outcome.js';
import { createHash } from 'node:crypto';
import {
  countText,
  numberOf,
  shareText,
  timeText,
  starsText,
  durationText,
} from '../../../solver/core/text/numbers.js';
import { resumeWords } from '../../runs/request.js';
import { type Numbers, plainFigures } from '../summary/numbers.js';
import { corporaText, fileName, plainText } from '../../../solver/core/text/plain-text.js';
import { commandText } from '../../../solver/core/text/typed.js';
import { columnTitle, markupText, type TableColumn } from '../../../solver/core/text/escape.js';
import { runCharts } from '../figures/run-charts.js';
import { runFigures } from '../figures/run-figures.js';
import { PAGE_STYLE, PLACES, WAYS } from './page-style.js';
import { typedOptions } from '../../record/options.js';
import {
  provable,
  stateText,
  depthText,
  medianScoreText,
  scoreRangeText,
  summaryTopics,
  type Listing,
  sinceTopic,
  type Since,
} from '../summary/summary-topics.js';
import { type ChartFigure, decidedTimes } from '../figures/chart.js';
import { shareCharts } from '../statistics/answer.js';
import { type Ambiguity, findAmbiguity } from '../../../solver/craft/advice/ambiguity.js';
import { UNKNOWN, type Cells, type Puzzle } from '../../../solver/core/puzzle/types.js';
import type { SolvedPuzzle } from '../../store/stored.js';
import { isPlace, puzzleName } from '../../record/puzzle-id.js';
import {
  cellPaths,
  filledCellPaths,
  framedSvg,
  puzzleSvg,
  solvingSvg,
} from '../figures/puzzle-svg.js';
import { NEEDS_WORDS, scoreText } from '../../../solver/core/result/difficulty-words.js';
import { looksLikeNoise } from '../../../solver/core/puzzle/picture.js';
import { readCells, textToCells } from '../../../solver/core/puzzle/text.js';
import { DEFAULT_SOLVE_LIMITS } from '../../../solver/engine/model/limits.js';
import { replaySolving } from '../../../solver/craft/replay/replay.js';

/** `index.html`, which opens from disk, without a network; its policy allows its styles alone. */
export async function reportPage(numbers: Numbers): Promise<string> {
  const { run, puzzles } = numbers;
  // Of one puzzle each chart would be one bar, as its table says; the chart library takes as long
  // to load and to draw that as all the rest of such a run.
  const draw = puzzles > 1 ? (await import('./chart-svg.js')).chartSvg : () => '';
  const listings = summaryTopics(numbers).filter((topic) => topic.kind === 'listing');
  const since = sinceTopic(numbers);
  const hash = createHash('sha256').update(PAGE_STYLE).digest('base64');
  const title = run.name === null ? `Run ${run.runId}` : `Run ${run.runId}: ${plainText(run.name)}`;
  const policy = `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`;
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    `<title>${markupText(title)} - nonomill</title>`,
    `<style>${PAGE_STYLE}</style>`,
    '</head>',
    '<body>',
    `<header><h1>${markupText(title)}</h1><p class="note">${markupText(story(numbers))}</p>${since === null ? '' : sinceSection(since)}${gateVerdict(numbers)}${figures(numbers)}</header>`,
    '<main>',
    ...listings.filter(({ isFirst }) => isFirst === true).map(listingSection),
    puzzles === 0 ? '' : chartCards(numbers, draw) + galleries(numbers) + ambiguousSection(numbers),
    ...listings.filter(({ isFirst }) => isFirst !== true).map(listingSection),
    conditions(numbers),
    '</main>',
    `<footer><p>Written by nonomill ${markupText(run.toolVersion)}.</p></footer>`,
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

function story(numbers: Numbers): string {
  const { run, state, corpora, stopped } = numbers;
  const unfinished =
    state !== 'complete'
      ? ` It is not complete (${stateText(numbers)}): "${commandText(resumeWords(run.options, run.name), process.platform)}" goes on with it.`
      : stopped === null
        ? ''
        : ` It is ${stateText(numbers)}.`;
  return `${corporaText(corpora)}. Started ${timeText(run.startedAt)}.${unfinished}`;
}

/** What is new, before anything else. */
function sinceSection({ heading, facts, lists, next }: Since): string {
  const said = facts.map(([about, text]) => {
    const word = about === '' ? '' : `<b>${about}</b> `;
    return `<li>${word}${markupText(text)}</li>`;
  });
  const tables = lists.map((list) => {
    const cells = list.rows.map((row) => row.cells);
    const more = list.total - cells.length;
    const rest = more > 0 ? `<p class="note">and ${countText(more)} ${list.more}</p>` : '';
    return `<h3>${list.heading}</h3>${htmlTable(list.heading, list.columns, cells)}${rest}`;
  });
  const command = next?.command == null ? '' : `: <code>${markupText(next.command)}</code>`;
  const accept =
    next?.accept == null ? '' : `; or, if it may stay so: <code>${markupText(next.accept)}</code>`;
  const then =
    next === null ? '' : `<p><b>next</b> ${markupText(next.what)}${command}${accept}</p>`;
  return `<section class="since"><h2>${markupText(heading)}</h2><ul>${said.join('')}</ul>${then}${tables.join('')}</section>`;
}

/** Whether the gates hold, before anything else; the section below lists them. */
function gateVerdict({ gates: { verdicts } }: Numbers): string {
  if (verdicts.length === 0) return '';
  const failed = verdicts.filter(({ holds }) => !holds).length;
  const kind = failed === 0 ? 'holds' : 'fails';
  return `<p class="gate-verdict ${kind}">${gatesVerdict(verdicts.length, failed)}</p>`;
}

function figures(numbers: Numbers): string {
  const { run, difficulty, crossCheck, proven, byStatus } = numbers;
  const first = runFigures({ ...numbers, wallMs: run.wallMs });
  const figure = (term: string, value: string, note: string): string =>
    `<div><dt>${term}</dt><dd>${value}<small>${note}</small></dd></div>`;
  const all = provable(byStatus);
  const items = [
    ...first.map(({ term, value, note }) => figure(term, value, note)),
    difficulty.rated > 0 &&
      figure('Median score', medianScoreText(difficulty), scoreRangeText(difficulty)),
    crossCheck !== null && figure(...crossCheckFigure(crossCheck)),
    proven !== null &&
      figure('Proven', shareText(proven, all), `${countText(proven)} of ${countText(all)}`),
  ];
  return `<dl class="figures">${items.filter((item) => item !== false).join('')}</dl>`;
}

/** A verdict that a second engine contradicts is wrong: it comes first. */
function crossCheckFigure(
  checks: NonNullable<Numbers['crossCheck']>,
): [term: string, value: string, note: string] {
  const { agreed, disagreed, undecided } = checks;
  const differ = numberOf(disagreed, 'differs', 'differ');
  const agree = numberOf(agreed, 'agrees', 'agree');
  const [shown, other] = disagreed > 0 ? [differ, agree] : [agree, 'none differs'];
  return ['Cross-check', shown, `${other}, ${countText(undecided)} undecided`];
}

/** What people should look at: a sentence, and a table. */
function listingSection({ heading, note, remark, columns, rows, total }: Listing): string {
  const left =
    total > rows.length &&
    `The first ${countText(rows.length)} are listed, and ${countText(total - rows.length)} more are not.`;
  const said = [`${note}.`, remark, left].filter(Boolean).join(' ');
  const cells = rows.map((row) => row.cells);
  return `<section><h2>${heading}</h2><p class="note">${markupText(said)}</p>${htmlTable(heading, columns, cells)}</section>`;
}

function conditions({ run, corpora, files }: Numbers): string {
  const machine = [
    ['host', run.host],
    ['processor', run.cpu],
    ['Node.js', run.nodeVersion],
    ['nonomill', run.toolVersion],
    ['started', run.startedAt],
    ['finished', run.finishedAt ?? '-'],
  ];
  const options = typedOptions(run.options).map((option) => option.map(plainText));
  const shown = options.filter(([name]) => name !== 'corpora');
  return (
    `<section><h2>Corpora</h2><p>${markupText(corporaText(corpora))}</p>${fileTable(corpora.files, files)}</section>` +
    `<div class="two"><section><h2>Options</h2>${htmlTable('Options', ['option', 'value'], shown)}</section>` +
    `<section><h2>Machine</h2>${htmlTable('Machine', ['what', 'value'], machine)}</section></div>`
  );
}

/** The files, folded away; a folder may hold tens of thousands, so only the first are listed. */
function fileTable(count: number, files: Numbers['files']): string {
  const rows = files.map((file) => [
    plainText(file.path),
    // Of a module, what it is called: its path and its hash are with the options.
    file.format.replace(/^.*[/\\](.+)@[0-9a-f]{16}$/, '$1'),
    file.bytes === null ? '' : countText(file.bytes),
    file.entries === null ? '' : countText(file.entries),
    file.sha256 === null ? '' : file.sha256.slice(0, 16),
  ]);
  const columns = ['file', 'format', { number: 'bytes' }, { number: 'entries' }, 'SHA-256'];
  const first = count > rows.length ? `The first ${countText(rows.length)} of ` : '';
  return foldedTable(first + numberOf(count, 'file'), columns, rows);
}

function chartCards(numbers: Numbers, draw: (figure: ChartFigure) => string): string {
  const { difficulty } = numbers;
  const cards = (cardsOf: readonly ChartFigure[]): string =>
    `<div class="charts">${cardsOf.map((figure) => figureCard(figure, draw(figure))).join('')}</div>`;
  const figures = plainFigures(numbers);
  const charts = runCharts({
    ...figures,
    decided: decidedTimes(numbers.decidedMs, numbers.puzzles - numbers.reused),
    limitMs: numbers.timeoutMs,
  });
  const found = cards(charts.verdicts);
  const hard = [...charts.difficulty, ...shareCharts(figures.sizes)];
  if (hard.length === 0) return found;
  const note =
    difficulty.rated > 0
      ? `${numberOf(difficulty.rated, 'puzzle has', 'puzzles have')} one solution, and so a score: the ` +
        'logarithm of the effort. One more is twice the effort. It orders puzzles as people do, but ' +
        'says nothing about minutes; differences below 0.5 mean nothing. docs/solver/difficulty.md of ' +
        'nonomill has the definition and the evidence.'
      : 'No puzzle has a score.';
  return `${found}<section><h2>How hard for people</h2><p class="note">${note}</p>${cards(hard)}</section>`;
}

function figureCard({ title, note, table, legend: entries }: ChartFigure, drawn: string): string {
  const named = drawn === '' ? '' : legend(entries ?? []);
  const { head, rows, words = 1 } = table;
  const columns = head.map((word, i) => (i < words ? word : { number: word }));
  const folded = foldedTable(`${title} as a table`, columns, rows);
  return `<section class="card"><h3>${title}</h3><p class="note">${note}</p>${named}${drawn}${folded}</section>`;
}

type Rows = readonly (readonly string[])[];

/** A table of plain texts, which are escaped here. */
function htmlTable(caption: string, columns: readonly TableColumn[], rows: Rows): string {
  const kind = (i: number): string => (typeof columns[i] === 'string' ? '' : ' class="number"');
  const head = columns.map((column, i) => {
    return `<th scope="col"${kind(i)}>${markupText(columnTitle(column))}</th>`;
  });
  const body = rows.map(
    (row) => `<tr>${row.map((cell, i) => `<td${kind(i)}>${markupText(cell)}</td>`).join('')}</tr>`,
  );
  return (
    `<div class="scroll" tabindex="0" role="region" aria-label="${markupText(caption)}">` +
    `<table><thead><tr>${head.join('')}</tr></thead><tbody>${body.join('')}</tbody></table></div>`
  );
}

function foldedTable(summary: string, columns: readonly TableColumn[], rows: Rows): string {
  return `<details><summary>${markupText(summary)}</summary>${htmlTable(summary, columns, rows)}</details>`;
}

/** What the colours of a chart mean: nothing if it has one alone. */
function legend(entries: NonNullable<ChartFigure['legend']>): string {
  if (entries.length === 0) return '';
  const items = entries.map(({ colour, words }) => `<li class="${colour}">${words}</li>`).join('');
  return `<ul class="legend">${items}</ul>`;
}

/** Milliseconds for the map of one puzzle, and for all of them: a report must not wait for long. */
const PUZZLE_MS = 500;
const ALL_MS = 3000;

const SHOWN = 6;

/**
 * The nearest misses among the ambiguous puzzles, each with a map of where its solutions differ:
 * those with the fewest cells that vary, and of these the smallest. Nothing if there are none.
 */
function ambiguousSection({ nearMisses, byStatus }: Numbers): string {
  if (nearMisses.first.length === 0) return '';
  const deadline = performance.now() + ALL_MS;
  const cards = nearMisses.first
    .map((solved) => mapped(solved, Math.min(PUZZLE_MS, deadline - performance.now())))
    .sort((a, b) => (a.open === b.open ? cellsOf(a.solved) - cellsOf(b.solved) : a.open - b.open))
    .slice(0, SHOWN)
    .map(({ solved, map }) => `<li class="card mapped">${mapCard(solved, map)}</li>`);
  const total = byStatus.multiple ?? 0;
  const among =
    nearMisses.seen < total ? `; the first ${countText(nearMisses.seen)} were looked at` : '';
  const shown =
    cards.length < total
      ? `The ${countText(cards.length)} nearest misses of ${numberOf(total, 'puzzle')} with several solutions: the fewest cells vary${among}.`
      : `${numberOf(total, 'puzzle has', 'puzzles have')} several solutions.`;
  return (
    '<section><h2>Why puzzles are ambiguous</h2>' +
    `<p class="note">${shown} The marked cells vary; the switches go through their ways.</p>` +
    `<ul class="gallery">${cards.join('')}</ul></section>`
  );
}

function mapped(solved: SolvedPuzzle, timeoutMs: number) {
  const map = timeoutMs > 0 ? findAmbiguity(solved.puzzle, { timeoutMs }) : null;
  // Cells that vary, or may vary; infinitely many if that was not found out in time.
  const open = map === null ? Infinity : map.settled.filter((value) => value === UNKNOWN).length;
  return { solved, map, open };
}

function cellsOf({ puzzle: { width, height } }: SolvedPuzzle): number {
  return width * height;
}

function mapCard(solved: SolvedPuzzle, map: Ambiguity | null): string {
  const { puzzle, puzzleId } = solved;
  const called = puzzleName(solved);
  const heading = `<h3>${markupText(called)}</h3>`;
  if (map === null) {
    return `${heading}<p class="verdict">Where its solutions differ was not found out in time.</p>`;
  }
  const words = mapWords(map);
  const title = `Where the solutions of ${called} differ`;
  const switched = map.places.slice(0, PLACES);
  return [
    heading,
    `<p class="verdict">${markupText(words)}</p>`,
    framedSvg(
      { id: `map-${puzzleId}`, title, description: words, puzzle },
      below(puzzle, map),
      outlines(puzzle, map),
    ),
    ...switched.map((place, i) => switchOf(place, i + 1, `way-${puzzleId}-${i + 1}`)),
    map.places.length > PLACES
      ? `<p class="place">${numberOf(map.places.length - PLACES, 'more place varies', 'more places vary')}.</p>`
      : '',
  ].join('');
}

function mapWords({ settled, undecided, places, solutions, solutionsExact }: Ambiguity): string {
  const same = settled.filter((value) => value !== UNKNOWN).length;
  const unknown =
    undecided.length === 0
      ? ''
      : ` Of ${numberOf(undecided.length, 'cell')} that is not known: there was not enough time.`;
  const total = `${solutionsExact ? '' : 'at least '}${String(solutions)}`;
  const ways =
    places.length === 1
      ? ` 1 place varies, in ${total} ways.`
      : ` ${countText(places.length)} places vary, each by itself: ${total} solutions.`;
  return `All solutions agree in ${countText(same)} of ${numberOf(settled.length, 'cell')}.${unknown}${places.length === 0 ? '' : ways}`;
}

/** The cells that all solutions share, those that are not known, and the ways of each place. */
function below(puzzle: Puzzle, { settled, undecided, places }: Ambiguity): string {
  const { width } = puzzle;
  const fixed = settled.slice();
  for (const { cells, variants } of places.slice(PLACES)) {
    cells.forEach((cell, i) => (fixed[cell] = variants[0][i]));
  }
  const unknown = cellPaths(undecided, width);
  const ways = places.slice(0, PLACES).flatMap(({ cells, variants }, place) =>
    variants.slice(0, WAYS).map((variant, way) => {
      const shown: Cells = new Uint8Array(settled.length).fill(UNKNOWN);
      cells.forEach((cell, i) => (shown[cell] = variant[i]));
      return `<g class="way p${place + 1} w${way + 1}">${filledCellPaths(puzzle, shown)}</g>`;
    }),
  );
  return `${filledCellPaths(puzzle, fixed)}<path class="unknown" d="${unknown}"/>${ways.join('')}`;
}

function outlines({ width }: Puzzle, { places }: Ambiguity): string {
  const varying = places.flatMap(({ cells }) => cells);
  return `<path class="varies" d="${cellPaths(varying, width, 1)}"/>`;
}

function switchOf(
  { count, exact, variants }: Ambiguity['places'][number],
  number: number,
  group: string,
): string {
  const labels = variants
    .slice(0, WAYS)
    .map(
      (_, i) =>
        `<label><input type="radio" name="${group}"${i === 0 ? ' checked' : ''}/> ${i + 1}</label>`,
    );
  const ways = `${exact ? '' : 'at least '}${String(count)} ways`;
  const more = count > BigInt(labels.length) ? `, of which ${labels.length} are shown` : '';
  return `<fieldset class="s${number}"><legend>Place ${number}: ${ways}${more}</legend>${labels.join('')}</fieldset>`;
}

/** Beyond this many cells, the picture as text would be longer than the page. */
const MOST_TEXT = 2500;

/** The hardest puzzles drawn, each once: by score, then by time, then by guess depth. */
function galleries({ hardest }: Numbers): string {
  const drawn = new Set<number>();
  const solvings = new Solvings();
  const show = (title: string, note: string, puzzles: readonly SolvedPuzzle[]): string => {
    const left = puzzles.filter(({ puzzleId }) => !drawn.has(puzzleId));
    if (left.length === 0) return '';
    for (const { puzzleId } of left) drawn.add(puzzleId);
    const more = puzzles.length - left.length;
    const above =
      more === 0 ? '' : ` ${more} more of them ${more === 1 ? 'is' : 'are'} shown above.`;
    const cards = left.map(
      (solved) => `<li class="card">${puzzleCard(solved)}${solvings.show(solved)}</li>`,
    );
    return `<section><h2>${title}</h2><p class="note">${note}${above}</p><ul class="gallery">${cards.join('')}</ul></section>`;
  };
  const byScore = 'By stars, then by score; lower bounds (+) are the hardest.';
  return [
    show('The hardest puzzles', byScore, hardest.byScore),
    show('The slowest puzzles', 'In the order of their solve times.', hardest.byTime),
    show('The deepest puzzles', 'In the order of their guess depths.', hardest.byGuessDepth),
  ].join('');
}

function puzzleCard(solved: SolvedPuzzle): string {
  const { puzzle, result, name, title, path, puzzleId, ordinal } = solved;
  const depth = depthText(solved);
  const { needs, stars, solution, secondSolution } = result;
  const { width, height } = puzzle;
  const cells = solution === null ? null : readCells(solution, width, height);
  const isNoise = cells !== null && looksLikeNoise(cells, width);
  const facts = [
    `${width}x${height}`,
    ...(isNoise ? ['looks like noise'] : []),
    verdictText(result),
    ...(depth === '-' ? [] : [`depth ${depth}`]),
    ...(needs === null
      ? []
      : [`${starsText(stars)} ${scoreText(result)}`, `needs ${NEEDS_WORDS[needs]}`]),
  ];
  const place = [
    ...(title === null || isPlace(solved) ? [] : [plainText(name)]),
    `${fileName(path)}, entry ${countText(ordinal)}`,
  ];
  const called = puzzleName(solved);
  const description = `${facts.join(', ')}; ${pictureWords(solved)}`;
  const drawn = { id: `puzzle-${puzzleId}`, title: called, description, puzzle };
  return [
    `<h3>${markupText(called)}</h3>`,
    `<p class="place">${markupText(place.join(' · '))}</p>`,
    `<p class="verdict">${factsText([...facts, durationText(result.solveMs)])}</p>`,
    puzzleSvg({ ...drawn, solution, secondSolution }),
    textAlternative(solved),
  ].join('');
}

/** Facts side by side; lines break only between two of them. */
function factsText(facts: readonly string[]): string {
  return markupText(facts.map((fact) => fact.replace(/ /g, '\u00a0')).join(' · '));
}

function pictureWords({ result }: SolvedPuzzle): string {
  if (result.solution === null) {
    return result.status === 'contradiction' ? 'it has no solution' : 'no solution was found';
  }
  return result.secondSolution === null
    ? 'drawn with its solution'
    : 'drawn with one solution, the cells marked that differ in another';
}

function textAlternative({ puzzle, result }: SolvedPuzzle): string {
  if (result.solution === null || puzzle.width * puzzle.height > MOST_TEXT) return '';
  const text = markupText(result.solution.replaceAll('/', '\n'));
  return `<details><summary>Solution as text</summary><pre>${text}</pre></details>`;
}

/** How much of a report solutions step by step may take. */
export const SOLVING_LIMITS = {
  /** Line solves for one puzzle: the hardest would take minutes, and nobody could follow them. */
  lineSolves: 20_000,
  /** Steps of one puzzle; one that takes more is not shown. */
  steps: 600,
  /** Milliseconds after which no further puzzle is begun. */
  timeMs: 1000,
  /** The most characters of one puzzle, and of all. */
  length: 100_000,
  lengthInAll: 1_500_000,
};

/** How many steps are described below the animation. */
const MOST_WORDS = 100;

/**
 * Solves some of a report's puzzles once more to show how: an animation without a script, and the
 * steps in words, folded away. If the search is too long, only what propagation settles and the
 * known solutions are shown; beyond its limits, nothing.
 */
export class Solvings {
  private left: number;
  private readonly end: number;

  constructor(readonly limits = SOLVING_LIMITS) {
    this.left = limits.lengthInAll;
    this.end = performance.now() + limits.timeMs;
  }

  /** The folded element of one puzzle, or nothing if it takes too long or fills too much. */
  show(solved: SolvedPuzzle): string {
    const { limits } = this;
    const { puzzle, result, puzzleId } = solved;
    const timeoutMs = this.end - performance.now();
    if (result.solution === null || timeoutMs <= 0) return '';
    const known = [result.solution, result.secondSolution].filter((text) => text !== null);
    const { replay } = replaySolving(
      puzzle,
      { ...DEFAULT_SOLVE_LIMITS, timeoutMs, maxSteps: limits.lineSolves, memoryBytes: 2 ** 26 },
      { maxSteps: limits.steps, maxWords: MOST_WORDS },
      known.map((text) => textToCells(text, puzzle.width, puzzle.height)),
    );
    const { steps, cut } = replay;
    if (cut || steps.at(-1)?.kind !== 'solution') return '';
    const items = steps.slice(0, MOST_WORDS).map(({ words, needs }) => {
      const technique = needs === null ? '' : ` (${NEEDS_WORDS[needs]})`;
      return `<li>${markupText(words + technique)}</li>`;
    });
    const rest = steps.length - items.length;
    const title = `${puzzleName(solved)}, being solved`;
    const html = [
      '<details class="solving"><summary>Watch it being solved</summary>',
      solvingSvg({ id: `solving-${puzzleId}`, title, puzzle, steps }),
      '<p class="still">This system asks for reduced motion, so the steps are shown only in words.</p>',
      `<ol tabindex="0" aria-label="Steps">${items.join('')}</ol>`,
      rest > 0 ? `<p class="note">And ${rest} more steps.</p>` : '',
      '</details>',
    ].join('');
    if (html.length > Math.min(limits.length, this.left)) return '';
    this.left -= html.length;
    return html;
  }
}
