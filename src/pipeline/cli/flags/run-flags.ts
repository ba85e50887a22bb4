import { readShard, type Shard } from '../../record/shard.js';
import { STATUSES, type Status } from '../../../solver/core/result/outcome.js';
import {
  choiceFlag,
  readChoice,
  readDuration,
  switchFlag,
  textFlag,
  valueFlag,
} from '../frame/flag.js';
import { GATE_REQUIREMENTS, isNeedsGate, type GateRequirement } from '../../record/gates.js';
import { UsageError } from '../terminal/outcome.js';

// Runs: their names, how they go on, and what must hold of their results.

export const name = textFlag({
  name: 'name',
  reach: 'none',
  value: 'label',
  help: 'What to call the run.',
  alsoTried: ['label', 'title'],
});

export const ofRun = textFlag({
  name: 'run',
  reach: 'none',
  value: 'run',
  defaultText: 'the latest that has it',
  help: 'The number or the name of a run.',
});

export const status = valueFlag<readonly Status[]>({
  name: 'status',
  reach: 'none',
  value: 'status,...',
  joinedBy: ',',
  defaultText: 'all',
  choices: STATUSES,
  help: 'Only results with these statuses.',
  alsoTried: ['only'],
  read: readStatuses,
});

export const resume = switchFlag({
  name: 'resume',
  reach: 'none',
  help: 'Go on with the latest unfinished run, of the same corpora if any are named; options that are not given are as in that run.',
  alsoTried: ['continue'],
});

export const durable = switchFlag({
  name: 'durable',
  reach: 'none',
  help: 'Wait at every commit until it is on the disk: a power cut then loses nothing that was shown as done.',
  alsoTried: ['sync', 'fsync'],
});

export const reuse = switchFlag({
  name: 'reuse',
  reach: 'none',
  help: 'Take over results that the database has of the same puzzle, instead of solving it again. They must come from a solver with equal results, and answer the same questions or wider ones; without a verdict, they need at least the limits of this run. It holds on --resume, too.',
  alsoTried: ['cache', 'cached', 'incremental', 'skip-known'],
});

export const reuseFrom = textFlag({
  name: 'reuse-from',
  reach: 'read',
  value: 'file',
  help: 'As --reuse, and look into this database as well.',
  alsoTried: ['cache-from', 'known'],
});

export const dryRun = switchFlag({
  name: 'dry-run',
  reach: 'none',
  help: 'Write nothing: say what would be done.',
  alsoTried: ['what-if', 'n', 'plan', 'preview'],
});

export const sample = valueFlag<number>({
  name: 'sample',
  reach: 'none',
  value: 'duration',
  fallback: 5000,
  defaultText: '5s',
  help: 'With --dry-run: how long to solve a sample at most, if earlier runs do not tell how long such puzzles take.',
  read: readDuration,
});

export const explain = switchFlag({
  name: 'explain',
  reach: 'none',
  help: 'With --dry-run and --reuse: list for each file why its puzzles would be solved again.',
  alsoTried: ['why', 'reason', 'reasons'],
});

export const retry = valueFlag<readonly Status[]>({
  name: 'retry',
  reach: 'none',
  value: 'status,...',
  joinedBy: ',',
  choices: STATUSES,
  help: "Solve the latest run's puzzles with these statuses again, with the limits given now; what to find out stays as in the run. A result in the database that cannot be true counts as crash.",
  alsoTried: ['again'],
  read: readStatuses,
});

export const shard = valueFlag<Shard>({
  name: 'shard',
  reach: 'none',
  value: 'part/parts',
  help: 'Solve one part of the entries, 2/8 for the second of eight; "nonomill merge" joins them.',
  alsoTried: ['part', 'slice', 'partition'],
  read(word) {
    const found = readShard(word);
    if (found !== null) return found;
    throw new UsageError(
      'NM_OPTION_VALUE',
      `expected a part and how many there are, such as 2/8, got "${word}"`,
    );
  },
});

export const partial = switchFlag({
  name: 'partial',
  reach: 'none',
  help: 'Pass what is unfinished, too: a grid with unknown cells, if a solution has all its known ones; or a run of which parts are missing.',
  alsoTried: ['on-the-way'],
});

export const strict = switchFlag({
  name: 'strict',
  reach: 'none',
  help: 'Exit with 3 if an entry is not a puzzle, a file was left out, or a corpus is empty. Gates are kept with the run: they hold with --resume, --retry and merge, too, unless others are given.',
});

export const require = valueFlag<readonly GateRequirement[]>({
  name: 'require',
  reach: 'none',
  value: 'unique|line|goal|distinct|no-worse|needs=LEVEL,...',
  joinedBy: ',',
  fallback: [],
  defaultText: null,
  choices: GATE_REQUIREMENTS,
  help: "Exit with 3, and list the puzzles, unless all are as asked. unique: they have one solution. line: the same, without guessing; mistyped puzzles fail both. goal: start positions and authors' pictures fit the clues. distinct: no two are the same except for turns, mirror images and colours. no-worse: none has lost a verdict, its uniqueness or its line-solvability since an earlier complete run of this name, or of these corpora. needs=lookahead: they have one solution and need no more than that, or another level of needs. A corpus without puzzles passes none of them.",
  read: (word) => [...new Set(word.split(',').map((one) => readGate(one.trim())))],
});

export const gates = switchFlag({
  name: 'gates',
  reach: 'none',
  help: 'Write no report: list all that does not meet the gates of the run, and exit with 3 if there is anything.',
});

export const gateFormat = choiceFlag({
  name: 'gate-format',
  reach: 'none',
  choices: ['text', 'github', 'junit'] as const,
  fallback: 'text',
  help: 'How to list what does not meet --strict and --require: for people, as annotations of GitHub Actions, or as JUnit XML; the last two on standard output.',
  alsoTried: ['annotations'],
});

/** A gate; of the levels of `needs`, only who asks for one hears them all. @throws UsageError */
function readGate(word: string): GateRequirement {
  const words = GATE_REQUIREMENTS.filter((gate) => !isNeedsGate(gate));
  if (word.startsWith('needs=')) return readChoice(word, GATE_REQUIREMENTS.filter(isNeedsGate));
  return readChoice<GateRequirement>(word, [...words, 'needs=lookahead']);
}

/** Statuses separated by commas. @throws UsageError */
function readStatuses(word: string): readonly Status[] {
  return [...new Set(word.split(',').map((status) => readChoice(status.trim(), STATUSES)))];
}
