import { hostname } from 'node:os';
import { isIP } from 'node:net';
import { isLoopback } from '../../solver/core/text/typed.js';

/**
 * Only this server's own files, no inline scripts and styles, no frames. WebAssembly may be
 * compiled, as the solver is: this does not allow `eval` of text, in spite of the name.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
};

/**
 * Whether a request may call this server by that name: its address, localhost, the name it was told
 * to listen on or, if it listens beyond loopback, the machine's name. Any other name may belong to
 * a page elsewhere that lets its name resolve to this machine (DNS rebinding).
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
