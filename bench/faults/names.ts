import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { SaxesParser } from 'saxes';
import { type Arena, type Attack, between, pick } from './attack.js';
import { nonomill, succeeds } from './program.js';

const PIECES = [
  ...['<script>alert(1)</script>', '<img src=x onerror=y>', '[x](javascript:y)', '`', '|', '\\'],
  ...['"', "'", ',', ';', '&', '&amp;', ']]>', '<!--', '-->', '<?', '%0A', '::error::', '*_~#'],
  ...['\u001b[31m', '\u0007', '\u0000', '\n', '\r', '\t', '\u2028', '\u202e', '\ud800', '\ufeff'],
  ...['=1+1', '@x', '+1', 'é', '漢', '\u{1f9e9}', ' ', 'a', 'x'.repeat(40), '\uffff', '\u0085'],
];

/** Gives puzzles, titles and runs names of any characters: every writer's text can be read back. */
export const escapedNames: Attack = {
  name: 'escaped names',
  quick: 1,
  async run(arena) {
    const { folder } = arena;
    const names = Array.from({ length: 3 }, (_, i) => `${i}${nameOf(arena)}`);
    const corpus = join(folder, 'corpus');
    mkdirSync(corpus);
    const lines = names.map((id, i) => JSON.stringify({ id, title: nameOf(arena), ...sized(i) }));
    // A reject of this name, too.
    lines.push(JSON.stringify({ id: nameOf(arena), rows: [[2], [1]], columns: [[2], [2]] }));
    writeFileSync(join(corpus, `f${fileNameOf(arena)}.ndjson`), `${lines.join('\n')}\n`);
    const db = join(folder, 'run.sqlite');
    const report = join(folder, 'report');
    const label = nameOf(arena).replaceAll('\0', '');
    const where = ['--db', db, '--report', report, '--quiet', '--threads', '1'];
    const metrics = ['--metrics', join(folder, 'm.prom')];
    const gates = ['--require', 'unique', '--strict'];
    const [format, check] = pick(arena, Object.entries(GATE_FORMATS));
    const name = label.trim() === '' ? [] : [`--name=${label}`];
    const words = ['run', corpus, ...where, ...metrics, ...gates, ...name];
    const { code, stdout, stderr } = await nonomill([...words, '--gate-format', format]);
    if (code === 2) {
      arena.tried('a name of a run that is refused');
      return;
    }
    if (code !== 3) throw new Error(`${JSON.stringify(label)}: exit code ${code}: ${stderr}`);
    check(stdout);
    noControls(stderr, 'standard error');
    const page = readFileSync(join(report, 'index.html'), 'utf8');
    noMarkup(page.replace(/<script(?:(?!alert)[^])*?<\/script>/g, ''), 'the report', TAGS);
    const [what, ask] = pick(arena, Object.entries(WRITERS));
    await ask(db, names, folder);
    arena.tried(`names in ${what} and ${format}`);
  },
};

/** Puzzles of different sizes, so that none is a copy. */
function sized(i: number): object {
  const side = i + 2;
  const ones = Array.from({ length: side }, () => [1]);
  return { rows: ones, columns: ones };
}

function nameOf(arena: Arena): string {
  return Array.from({ length: between(arena, 1, 5) }, () => pick(arena, PIECES)).join('');
}

/** A name that a file can have; long ones are left to others. */
function fileNameOf(arena: Arena): string {
  const name = Buffer.from(nameOf(arena)).toString().replaceAll('\0', '').replaceAll('/', '');
  return name.length > 60 ? '' : name;
}

/** @throws Error if a text is not XML */
function wellFormed(xml: string, what: string): void {
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw new Error(`${what} is not XML: ${error.message}\n${xml.slice(0, 2000)}`);
  });
  parser.write(xml).close();
}

/** @throws Error if a text for a terminal or a table has characters that steer it */
function noControls(text: string, what: string): void {
  // eslint-disable-next-line no-control-regex
  const found = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/.exec(text);
  if (found === null) return;
  const around = text.slice(Math.max(0, found.index - 80), found.index + 80);
  throw new Error(`${what} holds ${JSON.stringify(found[0])}: ${JSON.stringify(around)}`);
}

/** What would be markup of HTML, and a link of Markdown. */
const TAGS = /<script>alert|<img src=x/;
const LINKS = /(?<!\\)\]\(javascript/;

/** @throws Error if what a stranger wrote is markup here */
function noMarkup(text: string, what: string, markup: RegExp): void {
  const found = markup.exec(text);
  if (found === null) return;
  throw new Error(`${what}: ${text.slice(Math.max(0, found.index - 200), found.index + 200)}`);
}

const GATE_FORMATS: Readonly<Record<string, (text: string) => void>> = {
  junit: (text) => wellFormed(text, 'JUnit'),
  github: (text) => {
    const lines = text.trimEnd().split('\n');
    const odd = lines.find(
      (line) => line.startsWith('::') && !/^::(?:error|warning|notice)[ :]/.test(line),
    );
    if (odd !== undefined) throw new Error(`for GitHub: ${odd}`);
    noControls(text, 'GitHub');
  },
};

/** Names as they are stored: what no text can hold is another character there. */
function compareNames(found: readonly string[], names: readonly string[], what: string): void {
  const stored = names.map((name) => Buffer.from(name).toString());
  const missing = stored.filter((name) => !found.includes(name));
  if (missing.length === 0) return;
  throw new Error(`${what} has ${JSON.stringify(found)}, not ${JSON.stringify(missing)}`);
}

type Ask = (db: string, names: readonly string[], folder: string) => Promise<void>;

const exported = async (db: string, to: string): Promise<string> =>
  (await succeeds(['export', '--db', db, '--to', to])).stdout;

const SLOWEST = ['stats', '--top', '3', '--of', 'solve_ms'];

const WRITERS: Readonly<Record<string, Ask>> = {
  NDJSON: async (db, names) => {
    const lines = (await exported(db, 'ndjson')).trimEnd().split('\n');
    compareNames(
      lines.map((line) => (JSON.parse(line) as { name: string }).name),
      names,
      'NDJSON',
    );
  },
  CSV: async (db) => {
    const rows = parse<{ name: string }>(await exported(db, 'csv'), { columns: true });
    if (rows.length !== 3) throw new Error(`CSV has ${rows.length} rows`);
    for (const { name } of rows) noControls(name.replaceAll('\r', ''), 'CSV');
  },
  Markdown: async (db) => {
    const { stdout } = await succeeds([...SLOWEST, '--md', '--db', db]);
    const rows = stdout.split('\n').filter((line) => line.startsWith('|'));
    const bars = new Set(rows.map((row) => row.match(/(?<!\\)\|/g)?.length));
    if (bars.size > 1)
      throw new Error(`Markdown has rows of ${[...bars].join(', ')} bars:\n${stdout}`);
    noMarkup(stdout, 'Markdown', TAGS);
    noMarkup(stdout, 'Markdown', LINKS);
    noControls(stdout, 'Markdown');
  },
  'a table': async (db) => noControls((await succeeds([...SLOWEST, '--db', db])).stdout, 'a table'),
  'a chart': async (db, _, folder) => {
    const chart = join(folder, 'chart.svg');
    const ask = ['stats', '--by', 'file', '--of', 'unique', '--db', db, '--chart', chart];
    await succeeds(ask);
    const svg = readFileSync(chart, 'utf8');
    wellFormed(svg, 'a chart');
    noMarkup(svg, 'a chart', TAGS);
  },
  history: async (db) => {
    const { stdout } = await succeeds(['history', '--db', db]);
    noControls(stdout, 'history');
    JSON.parse((await succeeds(['history', '--json', '--db', db])).stdout);
    parse((await succeeds(['history', '--csv', '--db', db])).stdout);
  },
};
