import { availableParallelism } from 'node:os';
import { DEFAULT_SOLVE_LIMITS } from '../../../solver/engine/model/limits.js';
import { integerFlag, readDuration, switchFlag, valueFlag } from '../frame/flag.js';

// What solving may cost.

export const threads = integerFlag({
  name: 'threads',
  reach: 'none',
  min: 1,
  max: 1024,
  fallback: availableParallelism(),
  defaultText: 'as many as the machine runs at once',
  help: 'Threads that solve.',
  alsoTried: ['jobs', 'j', 'workers', 'parallel', 'concurrency'],
});

export const stream = switchFlag({
  name: 'stream',
  reach: 'none',
  help: 'Answer each line of standard input with a line, as long as it lasts.',
  alsoTried: ['ndjson', 'jsonl', 'lines'],
});

export const streamSummary = switchFlag({
  name: 'summary',
  reach: 'none',
  help: 'With --stream, say at the end how many answers were right, instead of each; --json says it as JSON.',
  alsoTried: ['accuracy', 'totals'],
});

export const timeout = valueFlag({
  name: 'timeout',
  reach: 'none',
  value: 'duration',
  fallback: DEFAULT_SOLVE_LIMITS.timeoutMs,
  defaultText: '10s',
  help: 'Time for each puzzle: 500ms, 10s, 2m, 8h.',
  alsoTried: ['time-limit', 'time'],
  read: readDuration,
});

export const maxSteps = integerFlag({
  name: 'max-steps',
  reach: 'none',
  min: 1,
  fallback: DEFAULT_SOLVE_LIMITS.maxSteps,
  defaultText: 'no limit',
  help: 'Line solves for each puzzle: a limit that gives the same results everywhere.',
  alsoTried: ['steps'],
});

export const memory = integerFlag({
  name: 'memory',
  reach: 'none',
  value: 'MiB',
  min: 16,
  max: 1 << 20,
  defaultText: 'no limit',
  help: 'Memory for each thread.',
  alsoTried: ['memory-limit', 'mem'],
});

export const stopAfter = valueFlag({
  name: 'stop-after',
  reach: 'none',
  value: 'duration',
  help: 'Stop cleanly after this time; the run can be resumed.',
  alsoTried: ['max-time'],
  read: readDuration,
});
