import { setTimeout as delay } from 'node:timers/promises';
import { Redis } from './bullmq.js';
import type { QueueAddress } from './queue-address.js';
import { QueueError } from './queue-error.js';

/** The oldest version of Redis that BullMQ can work with. */
const LEAST_VERSION = 5;

/** The longest pause between two attempts to connect again. */
const LONGEST_PAUSE_MS = 2000;

/**
 * What Redis answers if waiting will not help: a wrong password, or a command that the user may not
 * run.
 */
const HOPELESS = /^(NOAUTH|WRONGPASS|NOPERM|ERR (invalid password|AUTH|DB index))/;

/**
 * A connection that is made anew as often as it breaks; commands wait until then. Its failures are
 * only events, which `firstAnswer` and QueueHealth watch. It ends by `hangUp`.
 */
export function connect({ options }: QueueAddress): Redis {
  const redis = new Redis({
    ...options,
    maxRetriesPerRequest: null,
    connectTimeout: 10_000,
    keepAlive: 10_000,
    retryStrategy: (times: number) => Math.min(LONGEST_PAUSE_MS, 50 * 2 ** Math.min(times, 10)),
  });
  redis.on('error', () => undefined);
  const copies: Redis[] = [];
  COPIES.set(redis, copies);
  const duplicate = redis.duplicate.bind(redis);
  redis.duplicate = (override) => {
    const copy = duplicate(override);
    copy.on('error', () => undefined);
    copies.push(copy);
    return copy;
  };
  return redis;
}

/** The copies that BullMQ makes of a connection, on which it waits for messages. */
const COPIES = new WeakMap<Redis, Redis[]>();

/**
 * Ends a connection for good, with its copies. BullMQ leaves one open if it is closed just while it
 * makes the connection of a wait anew that took too long, as on a busy machine: then the process
 * would never end.
 */
export function hangUp(redis: Redis): void {
  for (const one of [redis, ...(COPIES.get(redis) ?? [])]) {
    one.connect = () => Promise.reject(new Error('Connection is closed.'));
    one.disconnect();
  }
}

/**
 * Waits until the queue answers. @throws QueueError if it refuses the user or the password, or
 * does not answer within `withinMs`, or is too old; then the connection is closed.
 */
export async function firstAnswer(
  redis: Redis,
  { shown }: QueueAddress,
  withinMs: number,
): Promise<void> {
  let last = 'no answer';
  let refuse: (error: Error) => void = () => undefined;
  const refused = new Promise<never>((_, reject) => (refuse = reject));
  refused.catch(() => undefined);
  const note = (error: Error): void => {
    last = 'code' in error && typeof error.code === 'string' ? error.code : error.message;
    if (HOPELESS.test(error.message))
      refuse(new QueueError('NM_QUEUE_UNREACHABLE', `${shown} refuses: ${error.message}`));
  };
  redis.on('error', note);
  const timer = setTimeout(() => {
    refuse(
      new QueueError(
        'NM_QUEUE_UNREACHABLE',
        `${shown} does not answer (${last}). Is Redis there, and is the address right?`,
      ),
    );
  }, withinMs);
  try {
    const answered = redis.ping().catch((error: unknown) => {
      throw new QueueError(
        'NM_QUEUE_UNREACHABLE',
        `${shown} refuses: ${error instanceof Error ? error.message : ''}`,
      );
    });
    await Promise.race([answered, refused]);
    const version = await Promise.race([versionOf(redis), refused]);
    if (version !== null && Number.parseInt(version, 10) < LEAST_VERSION) {
      throw new QueueError(
        'NM_QUEUE_TOO_OLD',
        `${shown} is Redis ${version}, and a queue needs ${LEAST_VERSION}.0 or later`,
      );
    }
  } catch (error) {
    redis.disconnect();
    throw error;
  } finally {
    clearTimeout(timer);
    redis.off('error', note);
  }
}

/** The version of Redis, or of what speaks as it does; null if it may not be asked. */
async function versionOf(redis: Redis): Promise<string | null> {
  try {
    return /^redis_version:(\S+)/m.exec(await redis.info('server'))?.[1] ?? null;
  } catch {
    return null;
  }
}

/** How long to wait before Redis is asked again whether it has room. */
export const FULL_PAUSE_MS = 500;

/**
 * Whether Redis refused something because its memory is full, and keeps what it has (`noeviction`).
 */
export function isFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (/\bOOM\b/.test(error.message)) return true;
  // What was wrong with a transaction is in its parts.
  return 'previousErrors' in error && [error.previousErrors].flat().some(isFull);
}

/** Does `work`, and does it again as long as Redis has no room for it and `mayWait` says so. */
export async function onceThereIsRoom<T>(
  work: () => Promise<T>,
  mayWait: () => boolean = () => true,
): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isFull(error) || !mayWait()) throw error;
      await delay(FULL_PAUSE_MS);
    }
  }
}

/**
 * What to warn about before work begins: a Redis that may throw away what is under work; null if it
 * does not, or may not be asked.
 */
export async function evictionWarning(redis: Redis): Promise<string | null> {
  try {
    const policy = /maxmemory_policy:(\S+)/.exec(await redis.info('memory'))?.[1];
    if (policy === undefined || policy === 'noeviction') return null;
    return (
      `Redis may throw away batches when its memory is full (maxmemory-policy is ${policy}). They ` +
      'are sent again, which costs time: set it to noeviction.'
    );
  } catch {
    return null;
  }
}
