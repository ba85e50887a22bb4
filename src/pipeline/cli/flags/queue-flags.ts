import { textFlag, valueFlag, readDuration } from '../frame/flag.js';

// Many machines.

/** The environment variable that may hold the address, which keeps it out of process lists. */
export const QUEUE_VARIABLE = 'NONOMILL_QUEUE';

/** The address for a run without the queue of the environment. */
export const NO_QUEUE = 'none';

export const queue = textFlag({
  name: 'queue',
  reach: 'send',
  value: 'url',
  defaultText: `$${QUEUE_VARIABLE}`,
  help: 'The queue (Redis) that machines share: redis://host:6379, rediss://user:password@host for TLS; none to use only this machine.',
  alsoTried: ['redis', 'broker'],
});

export const queueTimeout = valueFlag({
  name: 'queue-timeout',
  reach: 'none',
  value: 'duration',
  fallback: 600_000,
  defaultText: '10m',
  help: 'How long the queue may be silent or full before the run stops; it can be resumed.',
  read: readDuration,
});

/** The address from the command line or the environment; null if there is none. */
export function queueUrl(given: string | null): string | null {
  const url = given ?? process.env[QUEUE_VARIABLE] ?? '';
  return url === '' || url === NO_QUEUE ? null : url;
}
