import { FORMATS } from '../../solver/formats/registry.js';
import { integerFlag, readDuration, textFlag, valueFlag } from '../../pipeline/cli/frame/flag.js';
import { memory, threads, resume } from '../../pipeline/cli/flags/run-flags.js';

// How other solvers are asked and judged.

export const cmd = textFlag({
  name: 'cmd',
  reach: 'run',
  value: 'command',
  help: "The command of the other solver: {non} stands for a file in that format. It runs without a shell; to have one, write sh -c '...'.",
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

export const externalFormat = textFlag({
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
  help: 'How often to run each puzzle: the run of median time counts, and a wrong answer in any run.',
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
  help: 'Time for nonomill to check what is claimed about a puzzle.',
  read: readDuration,
});

export const externalProcesses = { ...threads, help: 'Processes at a time.' };

export const externalMemory = { ...memory, help: 'Memory of a process and all that it starts.' };

export const externalResume = {
  ...resume,
  help: 'Go on with the latest unfinished race of the same command over the same corpora; limits that are not given are as in that race.',
};
