import { createHash } from 'node:crypto';
import { isUndecided } from '../../../solver/core/result/outcome.js';
import { countText, numberOf, shareText, timeText } from '../../../solver/core/text/numbers.js';
import { resumeWords } from '../../runs/request/external-solver.js';
import type { Numbers } from '../numbers/report-numbers.js';
import type { CrossChecks } from '../../store/tally/result-tally.js';
import { corporaText, plainText } from '../../../solver/core/text/plain-text.js';
import { commandText } from '../../../solver/core/text/typed.js';
import { gatesVerdict } from '../../record/gates.js';
import { markupText } from '../../../solver/core/text/escape.js';
import { runFigures } from '../figures/run-figures.js';
import { chartCards, foldedTable, htmlTable } from './chart-cards.js';
import { galleries } from './gallery.js';
import { PAGE_STYLE } from './page-style.js';
import { typedOptions } from '../../record/options-in-force.js';
import { provable, stateText } from '../summary/result-words.js';
import {
  medianScoreText,
  scoreRangeText,
  summaryTopics,
  type Listing,
} from '../summary/summary-topics.js';
import { sinceTopic, type Since } from '../summary/since-topic.js';
import { ambiguousSection } from './ambiguous.js';

/**
 * `index.html`: a report that opens from disk and needs no network. Its security policy allows only
 * its style sheet: no script, no picture from outside, no inline style.
 */
export function reportPage(numbers: Numbers): string {
  const { run, puzzles } = numbers;
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
    puzzles === 0 ? '' : chartCards(numbers) + galleries(numbers) + ambiguousSection(numbers),
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
  const {
    puzzles,
    rejects: refused,
    run,
    solveMs,
    byStatus,
    byStatusAndTechnique,
    crossCheck,
    proven,
  } = numbers;
  const unique = byStatus.get('unique') ?? 0;
  const line = byStatusAndTechnique.get('unique')?.get('line') ?? 0;
  const open = [...byStatus].reduce((sum, [of, count]) => sum + (isUndecided(of) ? count : 0), 0);
  const { difficulty } = numbers;
  const facts = { puzzles, reused: numbers.reused, rejects: refused, unique, line, open, solveMs };
  const { perSecond } = numbers;
  const first = runFigures({ ...facts, perSecond, wallMs: run.wallMs });
  const shown: readonly (readonly [string, string, string])[] = [
    ...first.map(({ term, value, note }) => [term, value, note] as const),
    ...(difficulty.rated === 0
      ? []
      : [['Median score', medianScoreText(difficulty), scoreRangeText(difficulty)] as const]),
    ...(crossCheck === null ? [] : [crossCheckFigure(crossCheck)]),
    ...(proven === null ? [] : [provenFigure(proven, byStatus)]),
  ];
  const items = shown.map(
    ([term, value, note]) => `<div><dt>${term}</dt><dd>${value}<small>${note}</small></dd></div>`,
  );
  return `<dl class="figures">${items.join('')}</dl>`;
}

function provenFigure(
  proven: number,
  byStatus: Numbers['byStatus'],
): readonly [string, string, string] {
  const all = provable(byStatus);
  return ['Proven', shareText(proven, all), `${countText(proven)} of ${countText(all)}`];
}

/** A verdict that a second engine contradicts is wrong: it comes first. */
function crossCheckFigure(checks: CrossChecks): readonly [string, string, string] {
  const { agreed, disagreed, undecided } = checks;
  const [differ, agree] = [
    numberOf(disagreed, 'differs', 'differ'),
    numberOf(agreed, 'agrees', 'agree'),
  ];
  const [shown, other] = disagreed > 0 ? [differ, agree] : [agree, 'none differs'];
  return ['Cross-check', shown, `${other}, ${countText(undecided)} undecided`];
}

/** What people should look at: a sentence, and a table. */
function listingSection({ heading, note, remark, columns, rows, total }: Listing): string {
  const said = [
    `${note}.`,
    ...(remark === undefined ? [] : [remark]),
    ...(total > rows.length
      ? [
          `The first ${countText(rows.length)} are listed, and ${countText(total - rows.length)} more are not.`,
        ]
      : []),
  ];
  const listed = htmlTable(
    heading,
    columns,
    rows.map(({ cells }) => cells),
  );
  return `<section><h2>${heading}</h2><p class="note">${markupText(said.join(' '))}</p>${listed}</section>`;
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
    file.format,
    file.bytes === null ? '' : countText(file.bytes),
    file.entries === null ? '' : countText(file.entries),
    file.sha256 === null ? '' : file.sha256.slice(0, 16),
  ]);
  const columns = ['file', 'format', { number: 'bytes' }, { number: 'entries' }, 'SHA-256'];
  const summary =
    count > rows.length
      ? `The first ${countText(rows.length)} of ${numberOf(count, 'file')}`
      : numberOf(count, 'file');
  return foldedTable(summary, columns, rows);
}
