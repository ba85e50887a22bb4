import { hostname } from 'node:os';
import { isIP } from 'node:net';

/** Nothing but this server's own files, no inline scripts and styles, no frames. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** What every answer carries. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
};

/**
 * Whether a request may name this server so: by its address, as localhost, by the name it was
 * told to listen on, or, where it listens beyond loopback, by the machine's name. Any other name
 * may be that of a page elsewhere which had its name resolve to this machine (DNS rebinding).
 */
export function isOwnHost(header: string | undefined, listeningOn: string): boolean {
  if (header === undefined) return false;
  const name = header
    .replace(/:\d+$/, '')
    .replace(/^\[(.*)\]$/, '$1')
    .toLowerCase();
  if (name === 'localhost' || name === listeningOn.toLowerCase()) return true;
  if (name === '127.0.0.1' || name === '::1') return true;
  if (isLoopback(listeningOn)) return false;
  return isIP(name) !== 0 || name === hostname().toLowerCase();
}

/** Whether only this machine reaches a server that listens there. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.');
}
