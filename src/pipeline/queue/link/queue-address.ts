import { isIP } from 'node:net';
import type { RedisOptions } from './bullmq.js';
import { QueueError } from './queue-error.js';

/** Where a queue is: the address as it was given, and the part that may be printed. */
export interface QueueAddress {
  readonly options: Pick<RedisOptions, 'host' | 'port' | 'db' | 'username' | 'password' | 'tls'>;
  /** Without user and password. */
  readonly shown: string;
}

const DEFAULT_PORT = 6379;

/** Redis counts its databases in 32 bits. */
const MOST_DATABASE = 2 ** 31 - 1;

/**
 * Reads `redis://[user[:password]@]host[:port][/database]`, or `rediss://` for TLS.
 * @throws QueueError that does not repeat what was given, since that may hold a password.
 */
export function parseQueueAddress(text: string): QueueAddress {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw new QueueError(
      'NM_QUEUE_ADDRESS',
      `the address of the queue cannot be read: expected ${EXPECTED}`,
    );
  }
  const { protocol, hostname, port, pathname } = url;
  if ((protocol !== 'redis:' && protocol !== 'rediss:') || hostname === '') {
    throw new QueueError(
      'NM_QUEUE_ADDRESS',
      `the address of the queue begins with "${protocol}": expected ${EXPECTED}`,
    );
  }
  const db = Number(pathname.slice(1));
  if (!/^\/?\d*$/.test(pathname) || db > MOST_DATABASE) {
    throw new QueueError(
      'NM_QUEUE_ADDRESS',
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
    throw new QueueError(
      'NM_QUEUE_ADDRESS',
      `the ${what} in the address of the queue has a "%" without the two hexadecimal digits of a character: write "%" itself as %25`,
    );
  }
}

const EXPECTED = 'redis://host:6379, redis://user:password@host:6379 or rediss://... for TLS';
