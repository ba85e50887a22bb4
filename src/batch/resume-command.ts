import { DEFAULT_SOLVE_LIMITS } from '../solver/limits.js';
import type { RunRequest } from './run-request.js';

/** What to type to go on with a run that was stopped; null where nothing can (standard input). */
export function resumeCommand(request: RunRequest): string | null {
  if (request.corpora.includes('-')) return null;
  const { limits, mode } = request;
  const words = ['nonomill', 'run', ...request.corpora, '--db', request.db];
  const add = (flag: string, value: string | number | null): void => {
    if (value !== null) words.push(flag, String(value));
  };
  add('--timeout', differs(limits.timeoutMs, DEFAULT_SOLVE_LIMITS.timeoutMs, 'ms'));
  add('--max-steps', differs(limits.maxSteps, DEFAULT_SOLVE_LIMITS.maxSteps));
  add('--memory', request.memoryMiB);
  add('--count', differs(limits.count, DEFAULT_SOLVE_LIMITS.count));
  add('--guess-depth', differs(limits.guessDepth, DEFAULT_SOLVE_LIMITS.guessDepth));
  add('--format', request.format);
  add('--limit', request.limit);
  add('--cross-check', limits.crossCheck === 0 ? null : (limits.crossCheck ?? null));
  if (request.ignoreStart) words.push('--ignore-start');
  if (mode.kind === 'retry') words.push('--retry', mode.statuses.join(','));
  else words.push('--resume');
  return words.map(quoted).join(' ');
}

function differs(value: number | string, usual: number | string, unit = ''): string | null {
  return value === usual ? null : `${value}${unit}`;
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
