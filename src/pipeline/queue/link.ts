import { isIP } from 'node:net';
import { Queue, type QueueOptions, Redis } from './bullmq.js';
import { solverVersion } from '../files/program.js';
import { setTimeout as delay } from 'node:timers/promises';
import { NonomillError } from '../../solver/core/text/nonomill-error.js';

/** Where a queue is: `shown` has neither user nor password. */
export type QueueAddress = ReturnType<typeof parseQueueAddress>;

const DEFAULT_PORT = 6379;

/** Redis counts its databases in 32 bits. */
const MOST_DATABASE = 2 ** 31 - 1;

/**
 * Reads `redis://[user[:password]@]host[:port][/database]`, or `rediss://` for TLS.
 * @throws QueueError that does not repeat what was given, since that may hold a password.
 */
export function parseQueueAddress(text: string) {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw wrongAddress(`the address of the queue cannot be read: expected ${EXPECTED}`);
  }
  const { protocol, hostname, port, pathname } = url;
  if ((protocol !== 'redis:' && protocol !== 'rediss:') || hostname === '') {
    throw wrongAddress(`the address of the queue begins with "${protocol}": expected ${EXPECTED}`);
  }
  const db = Number(pathname.slice(1));
  if (!/^\/?\d*$/.test(pathname) || db > MOST_DATABASE) {
    throw wrongAddress(
      `the queue's database is "${pathname.slice(1)}": expected a number, 0 to ${MOST_DATABASE}`,
    );
  }
  const host = hostname.replace(/^\[|\]$/g, '');
  return {
    shown: `${protocol}//${hostname}:${port === '' ? DEFAULT_PORT : port}${db === 0 ? '' : `/${db}`}`,
    options: {
      host,
      port: port === '' ? DEFAULT_PORT : Number(port),
      db,
      ...(url.username !== '' && { username: decoded(url.username, 'user') }),
      ...(url.password !== '' && { password: decoded(url.password, 'password') }),
      // In TLS, an IP address cannot be the name of a server.
      ...(protocol === 'rediss:' && { tls: isIP(host) === 0 ? { servername: host } : {} }),
    },
  };
}

function decoded(text: string, what: 'user' | 'password'): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw wrongAddress(
      `the ${what} in the address of the queue has a "%" without the two hexadecimal digits of a character: write "%" itself as %25`,
    );
  }
}

const EXPECTED = 'redis://host:6379, redis://user:password@host:6379 or rediss://... for TLS';

/** Every key in Redis begins with this, so that a user (ACL) can be limited to `~nonomill:*`. */
export const PREFIX = 'nonomill';

/** Of one build of the solver: other builds never get its batches. */
export function workQueue(solver = solverVersion()): string {
  return `work-${solver}`;
}

/** Where the results of one run go. */
export function resultQueue(run: string): string {
  return `results-${run}`;
}

/** Of every queue: `firstAnswer` looks at the version; BullMQ would warn past `--quiet`. */
export const LINK = { prefix: PREFIX, skipVersionCheck: true };

/** Opens a queue; that it cannot be reached shows elsewhere. */
export function queueNamed<Message>(
  redis: Redis,
  name: string,
  options: Omit<QueueOptions, 'connection'> = {},
): Queue<Message> {
  const queue = new Queue<Message>(name, {
    connection: redis,
    ...LINK,
    // Nobody reads the events of queues: without this, said at each opening, ten thousand stay.
    streams: { events: { maxLen: 10 } },
    ...options,
  });
  queue.on('error', () => undefined);
  return queue;
}

/** How often the two sides of a queue look at each other, in milliseconds. */
export type QueueTimings = Readonly<typeof DEFAULT_TIMINGS>;

export const DEFAULT_TIMINGS = {
  /** A worker loses a batch if it does not renew its lock for this long. */
  lockMs: 10_000,
  /** How often lost batches are looked for. */
  stalledMs: 5000,
  /** How often a coordinator asks what became of its batches that were not just sent. */
  pollMs: 3000,
  /** How often runs and workers say that they are there. */
  presenceMs: 2000,
  /** A run or worker that has not said so for this long counts as gone. */
  absentMs: 15_000,
  /** After this long without a sign of a run, others remove what it left in the queue. */
  forgottenMs: 10 * 60_000,
  /** After this long without an answer from the queue, the user is told. */
  silentMs: 5000,
};

/** The oldest version of Redis that BullMQ can work with. */
const LEAST_VERSION = 5;

const LONGEST_PAUSE_MS = 2000;

/** Answers of Redis that waiting will not change: a wrong password, a forbidden command. */
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

/** Ends a connection for good, with copies that BullMQ leaves open if it is just renewing one. */
export function hangUp(redis: Redis): void {
  for (const one of [redis, ...(COPIES.get(redis) ?? [])]) {
    one.connect = () => Promise.reject(new Error('Connection is closed.'));
    one.disconnect();
  }
}

const FIRST_ANSWER_MS = 5000;

/** Waits for the answer. @throws QueueError: refused, too late, too old; it is disconnected. */
export async function firstAnswer(
  redis: Redis,
  { shown }: QueueAddress,
  withinMs = FIRST_ANSWER_MS,
): Promise<void> {
  let last = 'no answer';
  const { promise: refused, reject: refuse } = Promise.withResolvers<never>();
  refused.catch(() => undefined);
  const unreachable = (why: string): QueueError =>
    new QueueError('NM_QUEUE_UNREACHABLE', `${shown} ${why}`);
  const note = (error: Error): void => {
    last = 'code' in error && typeof error.code === 'string' ? error.code : error.message;
    if (HOPELESS.test(error.message)) refuse(unreachable(`refuses: ${error.message}`));
  };
  redis.on('error', note);
  const timer = setTimeout(() => {
    refuse(unreachable(`does not answer (${last}). Is Redis there, and is the address right?`));
  }, withinMs);
  try {
    const answered = redis.ping().catch((error: unknown) => {
      throw unreachable(`refuses: ${error instanceof Error ? error.message : ''}`);
    });
    await Promise.race([answered, refused]);
    const version = await Promise.race([told(redis, 'server', /^redis_version:(\S+)/m), refused]);
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

/** What Redis, or what speaks as it does, tells of itself; null if it may not be asked. */
async function told(redis: Redis, section: string, pattern: RegExp): Promise<string | null> {
  try {
    return pattern.exec(await redis.info(section))?.[1] ?? null;
  } catch {
    return null;
  }
}

/** How long to wait before Redis is asked again whether it has room. */
export const FULL_PAUSE_MS = 500;

/** Whether Redis refused something because its memory is full (`noeviction`). */
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

/** A warning if Redis may throw away what is under work; null if not, or if it may not be asked. */
export async function evictionWarning(redis: Redis): Promise<string | null> {
  const policy = await told(redis, 'memory', /maxmemory_policy:(\S+)/);
  if (policy === null || policy === 'noeviction') return null;
  return (
    `Redis may throw away batches when its memory is full (maxmemory-policy is ${policy}). They ` +
    'are sent again, which costs time: set it to noeviction.'
  );
}

const LOOK_MS = 250;

interface HealthOptions {
  /** How long the queue may be silent, or full, before it is given up. */
  readonly timeoutMs: number;
  /** After how long that is reported. */
  readonly silentMs: number;
  readonly onNote: (message: string) => void;
  /** Called once, when it is given up. */
  readonly onLost: (why: 'silent' | 'full') => void;
}

/** Watches whether Redis answers, and how long it has no room, while this process can listen. */
export class QueueHealth {
  private readonly timer: NodeJS.Timeout;
  private silentMs = 0;
  private lastLook = performance.now();
  private asked = false;
  private said = false;
  private full = false;
  private fullMs = 0;
  private lastFull = -Infinity;

  constructor(
    private readonly redis: Redis,
    private readonly options: HealthOptions,
  ) {
    this.timer = setInterval(() => this.look(), LOOK_MS);
    this.timer.unref();
  }

  close(): void {
    clearInterval(this.timer);
  }

  /** Whether Redis had no room at some time after `since`. */
  wasFullSince(since: number): boolean {
    return this.lastFull > since;
  }

  /** Notes whether Redis has room, as its last answer shows. */
  noteFull(full: boolean): void {
    if (full) this.lastFull = performance.now();
    if (full === this.full) return;
    this.full = full;
    this.fullMs = 0;
    this.options.onNote(
      full
        ? 'The queue is full (the maxmemory of Redis): waiting for room.'
        : 'The queue has room again.',
    );
  }

  private look(): void {
    const now = performance.now();
    const passed = Math.min(now - this.lastLook, 2 * LOOK_MS);
    this.silentMs += passed;
    if (this.full) this.fullMs += passed;
    this.lastLook = now;
    if (!this.asked) {
      this.asked = true;
      this.redis.ping().then(
        () => this.hear(),
        () => (this.asked = false),
      );
    }
    if (this.silentMs > this.options.silentMs && !this.said) {
      this.said = true;
      this.options.onNote('The queue does not answer: waiting for it.');
    }
    const { timeoutMs } = this.options;
    if (this.silentMs < timeoutMs && this.fullMs < timeoutMs) return;
    this.close();
    this.options.onLost(this.silentMs < timeoutMs ? 'full' : 'silent');
  }

  private hear(): void {
    this.asked = false;
    this.silentMs = 0;
    if (!this.said) return;
    this.said = false;
    this.options.onNote('The queue answers again.');
  }
}

/** A queue that cannot be used, and what to do. It never holds the password of its address. */
export class QueueError extends NonomillError {
  override readonly name = 'QueueError';
}

/** Waits for something that needs Redis, which may be gone; whether it fails does not matter. */
export async function within(promise: Promise<unknown>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((resolve) => (timer = setTimeout(resolve, ms)));
  // It is over, either way.
  await Promise.race([promise, late]).catch(() => undefined);
  clearTimeout(timer);
}

function wrongAddress(how: string): QueueError {
  return new QueueError('NM_QUEUE_ADDRESS', how);
}
