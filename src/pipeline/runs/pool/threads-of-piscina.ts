import { Piscina } from 'piscina';

/**
 * Piscina calls require for our ES modules. A thread that is ended while Node.js does that ends the
 * whole process: "Assertion failed: facade->InstantiateModule" (22 to 26). Without require for
 * them, Piscina imports them.
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
    // Bun and Deno do not know the flag, and refuse it or not.
    ...(process.allowedNodeEnvironmentFlags.has(IMPORTS) && {
      execArgv: [...process.execArgv.filter((flag) => INHERITED.test(flag)), IMPORTS],
    }),
  });
  // A thread died between two tasks and another one starts, or its answer was under way when it
  // was ended.
  piscina.on('error', () => undefined);
  return piscina;
}
