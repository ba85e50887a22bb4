import { FORMATS } from '../../formats/registry.js';
import { integerFlag, readDuration, textFlag, valueFlag } from '../frame/flag.js';
import { memory, threads } from './limit-flags.js';
import { resume } from './run-flags.js';

// How other solvers are asked and judged.

export const cmd = textFlag({
  name: 'cmd',
  reach: 'run',
  value: 'command',
  help: "The other solver: {non} is where the file comes, in that format; without a shell, unless it is sh -c '...'.",
  alsoTried: ['command', 'exec', 'solver'],
});

export const as = textFlag({
  name: 'as',
  reach: 'none',
  value: 'name',
  defaultText: "the command's first word",
  help: 'What to call the run.',
  alsoTried: ['name', 'label'],
});

export const rivalFormat = textFlag({
  name: 'format',
  reach: 'none',
  value: 'name',
  defaultText: 'as the command says',
  choices: FORMATS.filter(({ write }) => write !== null).map(({ name }) => name),
  help: 'What the solver reads: in the file {}, or on standard input if there is no {}.',
  alsoTried: ['to'],
});

export const timedRuns = integerFlag({
  name: 'runs',
  reach: 'none',
  min: 1,
  max: 99,
  fallback: 1,
  help: 'Runs of each puzzle: that of median time counts, and a wrong answer in any of them.',
  alsoTried: ['repeat', 'times'],
});

export const verdictPattern = textFlag({
  name: 'verdict',
  reach: 'none',
  value: 'regex',
  defaultText: 'pictures alone are read',
  help: 'Where its output says the verdict: groups called unique, multiple and contradiction, or one group with a word or the number of solutions.',
  alsoTried: ['regex', 'pattern'],
});

export const judgeTime = valueFlag({
  name: 'judge-time',
  reach: 'none',
  value: 'duration',
  fallback: 10_000,
  defaultText: '10s',
  help: 'How long nonomill itself looks at a puzzle of which something is claimed.',
  read: readDuration,
});

export const rivalProcesses = { ...threads, help: 'Processes at a time.' };

export const rivalMemory = { ...memory, help: 'Memory of a process and all that it starts.' };

export const rivalResume = {
  ...resume,
  help: 'Go on with the latest unfinished race of the same command over the same corpora; limits that are not given are as in that race.',
};
