import type { Expectation } from './options.js';

/**
 * What the library needs of an AbortSignal. It is written out here so that whoever compiles against
 * the library needs neither the types of Node.js nor those of browsers.
 */
export interface AbortSignalLike {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
  throwIfAborted(): void;
}

export const isAbortSignal: Expectation = (value) =>
  value instanceof AbortSignal ? null : 'an AbortSignal';
