import { countText } from '../../text/numbers.js';
import { fileName } from '../../text/plain-text.js';
import type { Numbers } from '../numbers/report-numbers.js';
import { calledText, damagedTexts, duplicatesText, misfitsText } from '../text/result-words.js';
import { escapeHtml, htmlTable } from './table.js';

/** PASS or FAIL of each gate, and how to list what does not meet them; nothing if nothing was asked. */
export function gateSection({ gates: { verdicts }, gatesCommand }: Numbers): string {
  if (verdicts.length === 0) return '';
  const rows = verdicts.map(({ flag, holds, misfits, why }) => [
    holds ? 'PASS' : 'FAIL',
    flag,
    countText(misfits),
    why.join('; '),
  ]);
  const note = verdicts.every(({ holds }) => holds)
    ? 'All of them hold.'
    : `All that does not meet them: ${gatesCommand}`;
  return section(
    'Gates',
    note,
    htmlTable('Gates', ['verdict', 'gate', { number: 'misfits' }, 'why'], rows),
  );
}

/** The results that are left out of all figures, since a number of theirs cannot be one; nothing if there are none. */
export function damagedSection({ damaged }: Numbers): string {
  const [what, ...which] = damagedTexts(damaged);
  if (what === undefined) return '';
  const items = which.map((text) => `<li>${escapeHtml(text)}</li>`).join('');
  return section('Damaged results', `${what}.`, `<ul>${items}</ul>`);
}

/** The groups of equal puzzles; nothing if each puzzle is there once. */
export function duplicateSection({ duplicates }: Numbers): string {
  if (duplicates.groups === 0) return '';
  const rows = duplicates.first.map(({ puzzles, first }) => [
    first.map(calledText).join(', '),
    countText(puzzles),
    `${first[0].width}x${first[0].height}`,
    [...new Set(first.map(({ path }) => fileName(path)))].join(', '),
  ]);
  const shown =
    rows.length < duplicates.groups ? ` The first ${countText(rows.length)} are listed.` : '';
  return section(
    'Equal puzzles',
    `${duplicatesText(duplicates)}. Turned and mirrored puzzles count as equal, and so do those in other colours.${shown}`,
    htmlTable('Equal puzzles', ['the same puzzle', { number: 'times' }, 'size', 'file'], rows),
  );
}

/** The start positions and authors' pictures that do not fit; nothing if all do. */
export function misfitSection({ misfits }: Numbers): string {
  const text = misfitsText(misfits);
  if (text === '') return '';
  const rows = misfits.first.map(({ solved, text: what }) => [
    calledText(solved),
    `${fileName(solved.path)}, entry ${countText(solved.ordinal)}`,
    what,
  ]);
  return section(
    'Starts and pictures that do not fit',
    `${text}.`,
    htmlTable('Starts and pictures that do not fit', ['puzzle', 'where', 'what is wrong'], rows),
  );
}

function section(title: string, note: string, body: string): string {
  return `<section><h2>${title}</h2><p class="note">${escapeHtml(note)}</p>${body}</section>`;
}
