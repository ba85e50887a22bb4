import { Piscina } from 'piscina';

/**
 * With this flag Piscina imports our ES modules instead of calling require for them. A thread that
 * is ended in the middle of that call ends the whole process: "Assertion failed:
 * facade->InstantiateModule" (seen in Node.js 20 and 24).
 */
const IMPORTS = '--no-experimental-require-module';

/** Flags of Node.js for this process that its threads are to have as well; others stay here. */
const INHERITED = /^--(enable-source-maps|no-warnings|(cpu|heap)-prof(-.*)?)(=|$)/;

/**
 * Threads by Piscina, which may be ended at any time. What has gone wrong for a task is thrown by
 * `run`; what nobody waits for is silent.
 */
export function threadsOfPiscina<Task, Answer>(
  options: ConstructorParameters<typeof Piscina>[0],
): Piscina<Task, Answer> {
  const piscina = new Piscina<Task, Answer>({
    ...options,
    // Bun and Deno do not know the flag; Deno refuses it.
    ...(process.allowedNodeEnvironmentFlags.has(IMPORTS) && {
      execArgv: [...process.execArgv.filter((flag) => INHERITED.test(flag)), IMPORTS],
    }),
  });
  // A thread died between two tasks and another one starts, or its answer was under way when it
  // was ended.
  piscina.on('error', () => undefined);
  return piscina;
}
