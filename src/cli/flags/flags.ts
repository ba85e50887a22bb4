import { availableParallelism } from 'node:os';
import { MAX_COLOURS } from '../../puzzle/types.js';
import { DEFAULT_SOLVE_LIMITS } from '../../solver/model/limits.js';
import type { Status } from '../../result/outcome.js';
import {
  choiceFlag,
  integerFlag,
  readDuration,
  switchFlag,
  textFlag,
  valueFlag,
} from '../frame/flag-kinds.js';
import type { Flag } from '../frame/flag.js';
import { readFormat } from './format-words.js';
import { readDensity, readShare, readSize, readSizes } from './grid-words.js';
import { readSolutionCount, readStatuses } from './result-words.js';

/** Every flag of every command: its words, its default, its range, its help; said once. */

export const seed = integerFlag({
  name: 'seed',
  min: 0,
  max: Number.MAX_SAFE_INTEGER,
  fallback: null,
  defaultText: '1',
  help: 'The same seed gives the same puzzles.',
});

export const count = integerFlag({
  name: 'count',
  min: 1,
  max: Number.MAX_SAFE_INTEGER,
  fallback: null,
  defaultText: '1000; with --all, all of them',
  help: 'How many puzzles.',
  alsoTried: ['number', 'n'],
});

export const size = valueFlag({
  name: 'size',
  value: 'WxH,...',
  fallback: null,
  defaultText: '15x15; of a picture its own, 100 a side at most',
  help: 'Width and height in cells; several sizes are taken in turn.',
  alsoTried: ['sizes', 'dimensions'],
  read: readSizes,
});

export const density = valueFlag({
  name: 'density',
  value: 'share',
  fallback: null,
  defaultText: '0.5',
  help: 'How likely a cell is filled, from 0 to 1; with a range such as 0.4..0.6 each puzzle draws its own.',
  read: readDensity,
});

export const only = choiceFlag({
  name: 'only',
  value: 'kind',
  choices: ['unique', 'line', 'probe', 'search'] as const,
  fallback: null,
  help: 'Keep only puzzles with one solution (unique), or of these the ones that are solved by lines (line), by probing (probe), or by search (search).',
  alsoTried: ['require', 'unique'],
});

export const all = valueFlag({
  name: 'all',
  value: 'WxH',
  fallback: null,
  help: 'The clues of every grid of this size instead: 2^(W*H) puzzles.',
  read: readSize,
});

export const fromImage = textFlag({
  name: 'from-image',
  value: 'file',
  fallback: null,
  help: 'The puzzle of a picture, PNG or PBM, instead: one for each size.',
  alsoTried: ['image', 'picture', 'png'],
});

export const threshold = valueFlag({
  name: 'threshold',
  value: 'share',
  fallback: null,
  defaultText: '0.5',
  help: 'How bright, from 0 to 1, a blank cell of the picture is at least.',
  alsoTried: ['brightness', 'level'],
  read: readShare,
});

export const palette = integerFlag({
  name: 'palette',
  min: 1,
  max: MAX_COLOURS,
  fallback: null,
  defaultText: 'black and white',
  help: 'So many colours of the picture at most, besides the background: the most common colour of its border.',
  alsoTried: ['colours', 'colors', 'color', 'colour'],
});

export const generateTo = textFlag({
  name: 'to',
  value: 'name',
  fallback: null,
  defaultText: "by the file's name, else csv; of a picture ndjson",
  help: 'What to write.',
  alsoTried: ['format', 'type'],
});

export const out = textFlag({
  name: 'out',
  value: 'file',
  fallback: null,
  defaultText: 'standard output',
  help: 'Where to write; .gz compresses.',
  alsoTried: ['output', 'file', 'o'],
});

export const to = choiceFlag({
  name: 'to',
  choices: ['csv', 'ndjson'] as const,
  fallback: null,
  defaultText: "by the file's name, else csv",
  help: 'What to write.',
  alsoTried: ['format', 'type'],
});

export const toFormat = textFlag({
  name: 'to',
  value: 'name',
  fallback: null,
  defaultText: "by the file's name",
  help: 'What to write.',
  alsoTried: ['output-format', 'type'],
});

export const force = switchFlag({
  name: 'force',
  help: 'Write over files that exist.',
  alsoTried: ['overwrite', 'f'],
});

export const goal = switchFlag({
  name: 'goal',
  help: 'Write the picture too (NDJSON only); a run compares it with its solution.',
  alsoTried: ['solution', 'picture'],
});

export const db = textFlag({
  name: 'db',
  value: 'file',
  fallback: 'reports/nonomill.sqlite',
  help: 'The SQLite database.',
  alsoTried: ['database', 'sqlite'],
});

export const name = textFlag({
  name: 'name',
  value: 'label',
  fallback: null,
  help: 'What to call the run.',
  alsoTried: ['label', 'title'],
});

export const reportDir = textFlag({
  name: 'report',
  value: 'dir',
  fallback: null,
  defaultText: 'reports/<run>',
  help: 'Where to write the report.',
  alsoTried: ['report-dir', 'out', 'output'],
});

export const noReport = switchFlag({ name: 'no-report', help: 'Write no report.' });

export const threads = integerFlag({
  name: 'threads',
  min: 1,
  max: 1024,
  fallback: availableParallelism(),
  defaultText: 'as many as the machine runs at once',
  help: 'Worker threads.',
  alsoTried: ['jobs', 'j', 'workers', 'parallel', 'concurrency'],
});

export const timeout = valueFlag({
  name: 'timeout',
  value: 'duration',
  fallback: DEFAULT_SOLVE_LIMITS.timeoutMs,
  defaultText: '10s',
  help: 'Time for each puzzle: 500ms, 10s, 2m, 8h.',
  alsoTried: ['time-limit', 'time'],
  read: readDuration,
});

export const maxSteps = integerFlag({
  name: 'max-steps',
  min: 1,
  max: Number.MAX_SAFE_INTEGER,
  fallback: DEFAULT_SOLVE_LIMITS.maxSteps,
  defaultText: 'no limit',
  help: 'Line solves for each puzzle: a limit that gives the same results everywhere.',
  alsoTried: ['steps'],
});

export const memory = integerFlag({
  name: 'memory',
  value: 'MiB',
  min: 16,
  max: 1 << 20,
  fallback: null,
  defaultText: 'no limit',
  help: 'Memory for each worker.',
  alsoTried: ['memory-limit', 'mem'],
});

export const solutions = valueFlag<number | 'exact'>({
  name: 'count',
  value: 'n|exact',
  fallback: DEFAULT_SOLVE_LIMITS.count,
  defaultText: '2, is it unique?',
  help: 'How many solutions to look for, 2 or more; exact counts them all.',
  alsoTried: ['solutions'],
  read: readSolutionCount,
});

export const listAll = switchFlag({
  name: 'all',
  help: 'List every solution, up to --count of them.',
  alsoTried: ['list', 'every'],
});

/** As `solutions`, where they may be listed: null where it is not given. */
export const listed: Flag<number | 'exact' | null> = {
  ...solutions,
  fallback: null,
  defaultText: '2, is it unique?; 1000 with --all',
};

export const guessDepth = integerFlag({
  name: 'guess-depth',
  min: 1,
  max: 100,
  fallback: DEFAULT_SOLVE_LIMITS.guessDepth,
  help: 'How deep to look for the least guessing that solves a puzzle.',
  alsoTried: ['depth'],
});

export const crossCheck = valueFlag({
  name: 'cross-check',
  value: 'share',
  fallback: 0,
  defaultText: 'none',
  help: 'The share of the puzzles, from 0 to 1, that a second, independent engine (CaDiCaL) solves too; a difference fails the run.',
  alsoTried: ['referee', 'verify', 'check'],
  read: readShare,
});

export const format = valueFlag<string | null>({
  name: 'format',
  value: 'name',
  fallback: null,
  defaultText: 'by extension, then by content',
  help: 'How the corpora are written.',
  alsoTried: ['from', 'type', 'input-format'],
  read: readFormat,
});

export const limit = integerFlag({
  name: 'limit',
  min: 1,
  max: Number.MAX_SAFE_INTEGER,
  fallback: null,
  defaultText: 'all',
  help: 'Read only so many entries.',
  alsoTried: ['max', 'head'],
});

export const ignoreStart = switchFlag({
  name: 'ignore-start',
  help: 'Do without the start positions that puzzles come with.',
});

export const resume = switchFlag({
  name: 'resume',
  help: 'Go on with the latest unfinished run of the same corpora.',
  alsoTried: ['continue'],
});

export const retry = valueFlag<readonly Status[] | null>({
  name: 'retry',
  value: 'status,...',
  fallback: null,
  help: "Solve the latest run's puzzles of these statuses again, under the limits given now; what to find out stays as the run had it.",
  alsoTried: ['again'],
  read: readStatuses,
});

export const stopAfter = valueFlag({
  name: 'stop-after',
  value: 'duration',
  fallback: null,
  help: 'Stop cleanly after this time, to be resumed.',
  alsoTried: ['max-time'],
  read: readDuration,
});

export const strict = switchFlag({
  name: 'strict',
  help: 'Exit with 3 where an entry is no puzzle.',
});

export const require = choiceFlag({
  name: 'require',
  choices: ['unique', 'line'] as const,
  fallback: null,
  help: 'Exit with 3, and list them, where puzzles are not uniquely solvable, or not without guessing (line).',
});

export const json = switchFlag({ name: 'json', help: 'Print JSON instead of text.' });

export const quiet = switchFlag({
  name: 'quiet',
  help: 'No progress, no messages but errors.',
  alsoTried: ['silent', 'q'],
});

export const ofRun = textFlag({
  name: 'run',
  value: 'run',
  fallback: null,
  defaultText: 'the latest that has it',
  help: 'The number or the name of a run.',
});

export const status = valueFlag<readonly Status[] | null>({
  name: 'status',
  value: 'status,...',
  fallback: null,
  defaultText: 'all',
  help: 'Only results of these statuses.',
  alsoTried: ['only', 'where', 'filter'],
  read: readStatuses,
});
