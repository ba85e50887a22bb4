import { integerFlag, valueFlag } from '../frame/flag.js';
import { UsageError } from '../terminal/outcome.js';

// How a machine is shared with others.

export const nice = integerFlag({
  name: 'nice',
  reach: 'none',
  min: 0,
  max: 19,
  help: 'Lower the priority of this process and its threads: 19 works only when nobody else does.',
  alsoTried: ['priority', 'niceness'],
});

export const maxLoad = valueFlag<number>({
  name: 'max-load',
  reach: 'none',
  value: 'n',
  help: 'Let threads rest while, with them, more than this many processes of the machine run or wait for a processor. The clocks of puzzles stop meanwhile. Not on Windows, which does not say how busy it is.',
  alsoTried: ['load', 'load-average', 'max-load-average'],
  read(word) {
    const load = /^\d+(\.\d+)?$/.test(word) ? Number(word) : Number.NaN;
    if (load > 0) return load;
    throw new UsageError(
      'NM_OPTION_VALUE',
      `expected a load of more than 0 such as 6, got "${word}"`,
    );
  },
});
