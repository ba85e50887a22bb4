// The file of figures: what was measured when, where and at which commit; and comparing two of
// them.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Differences below this are not worth a word: measuring again gives as much. */
const NOISE = 0.05;

/** Writes the figures to `path`, or with null to reports/bench, and returns where they are. */
export function writeFigures(path, words, figures) {
  const when = new Date().toISOString();
  const file = path ?? join(root, 'reports', 'bench', `${when.replaceAll(':', '-')}.json`);
  mkdirSync(dirname(file), { recursive: true });
  const kept = {
    when,
    words,
    commit: commit(),
    node: process.versions.node,
    cpu: cpus()[0]?.model ?? 'unknown',
    parallelism: availableParallelism(),
    load: loadavg()[0],
    figures: medians(figures),
  };
  writeFileSync(file, `${JSON.stringify(kept, null, 2)}\n`);
  return relative(process.cwd(), file);
}

/** The figures of a file. @throws if it is not one. */
export function readFigures(path) {
  const kept = JSON.parse(readFileSync(path, 'utf8'));
  if (!Array.isArray(kept.figures)) throw new Error('it has no list "figures"');
  return kept;
}

/** One line for each figure: what it was, what it is, and whether that is better. */
export function compareText({ when, commit: before, cpu, figures: earlier }, measured) {
  const now = medians(measured);
  const rows = now.map((figure) => {
    const old = earlier.find((one) => keyOf(one) === keyOf(figure));
    return [
      `${figure.benchmark}: ${figure.name}`,
      old === undefined ? '-' : shown(old.value),
      shown(figure.value),
      figure.unit,
      old === undefined ? 'new' : changeText(old.value, figure),
    ];
  });
  const left = earlier.filter(
    (old) =>
      now.some(({ benchmark }) => benchmark === old.benchmark) &&
      !now.some((figure) => keyOf(figure) === keyOf(old)),
  );
  for (const old of left) {
    rows.push([`${old.benchmark}: ${old.name}`, shown(old.value), '-', old.unit, 'gone']);
  }
  const place = cpu === (cpus()[0]?.model ?? 'unknown') ? '' : `, on another machine (${cpu})`;
  const header = ['', 'before', 'now', '', ''];
  return `Against the figures of ${when}, commit ${before}${place}\n${table([header, ...rows])}`;
}

/** `1.25 times, worse`. */
function changeText(old, { value, better }) {
  const ratio = value / old;
  if (!Number.isFinite(ratio)) return '';
  const times = `${ratio.toFixed(2)} times`;
  if (Math.abs(ratio - 1) < NOISE) return times;
  return `${times}, ${ratio < 1 === (better === 'less') ? 'better' : 'worse'}`;
}

/** Rounds of one measurement as one figure: their median. */
function medians(figures) {
  const rounds = Map.groupBy(figures, keyOf);
  return [...rounds.values()].map((same) => {
    const values = same.map(({ value }) => value).sort((a, b) => a - b);
    return { ...same[0], value: values[values.length >> 1], rounds: values.length };
  });
}

function keyOf({ benchmark, name }) {
  return `${benchmark}: ${name}`;
}

function shown(value) {
  return Math.abs(value) >= 1000 ? Math.round(value).toLocaleString('en') : value.toPrecision(3);
}

/** Columns as wide as they need to be, those of numbers to the right. */
function table(rows) {
  const widths = rows[0].map((_, i) => Math.max(...rows.map((row) => row[i].length)));
  return rows
    .map((row) =>
      row
        .map((cell, i) => (i === 1 || i === 2 ? cell.padStart(widths[i]) : cell.padEnd(widths[i])))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
    .concat('\n');
}

function commit() {
  const { status, stdout } = spawnSync('git', ['describe', '--always', '--dirty'], {
    cwd: root,
    encoding: 'utf8',
  });
  return status === 0 ? stdout.trim() : 'unknown';
}
