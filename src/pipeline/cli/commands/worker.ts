import { command, NO_OPERANDS } from '../command.js';
import { nightly } from '../night/night.js';
import { UsageError } from '../terminal.js';
import type { WorkerOptions } from '../running/do-work.js';
import { flag, QUEUE_VARIABLE, queueUrl } from '../flags.js';

const { queue, threads, memory, nice, maxLoad, quiet } = flag;
const flags = { queue, threads, memory, nice, maxLoad, quiet };

export const worker = nightly(
  false,
  command({
    name: 'worker',
    summary: 'Solve for runs of other machines.',
    operands: NO_OPERANDS,
    description:
      'Solves puzzles for every run that uses the same queue ("nonomill run --queue"), until Ctrl-C ' +
      'or SIGTERM: then it finishes what it can within seconds, returns the rest, and ends. Workers ' +
      'may come and go at any time; their machine needs only access to the queue.\n\n' +
      `It is better to put an address with a password into the environment, as ${QUEUE_VARIABLE}: ` +
      'there, lists of processes do not show it.',
    flags,
    examples: {
      'nonomill worker --queue redis://10.0.0.5:6379':
        'With as many threads as this machine runs at once.',
      'nonomill worker --threads 4 --memory 512': 'Four threads, 512 MiB each.',
    },
    check(_operands, values): WorkerOptions {
      const address = queueUrl(values.queue);
      if (address === null) {
        throw new UsageError(
          'NM_QUEUE_ADDRESS',
          `worker needs the address of the queue: --queue <url> or ${QUEUE_VARIABLE}`,
        );
      }
      const { threads: count, memory: memoryMiB, quiet: silent, ...manners } = values;
      return {
        queue: address,
        threads: count,
        memoryMiB,
        quiet: silent,
        nice: manners.nice,
        maxLoad: manners.maxLoad,
      };
    },
    async execute(options, context) {
      // The queue takes a while to load, so other commands do without it.
      const { doWork } = await import('../running/do-work.js');
      return doWork(options, context);
    },
  }),
);
