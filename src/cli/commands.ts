import { completionCommand } from './commands/completion.js';
import type { Command } from './frame/command.js';
import { asksForVersion } from './frame/command-line.js';

/**
 * All commands by name, in the order of the help. Each is loaded only when it is needed: loading
 * all of them (PDF, pictures, web server, database) takes longer than most puzzles.
 */
const LOADERS: Readonly<Record<string, () => Promise<Command>>> = {
  run: async () => (await import('./commands/run.js')).run,
  worker: async () => (await import('./commands/worker.js')).worker,
  merge: async () => (await import('./commands/merge.js')).merge,
  runs: async () => (await import('./commands/runs.js')).runs,
  report: async () => (await import('./commands/report.js')).report,
  solve: async () => (await import('./commands/solve.js')).solve,
  rate: async () => (await import('./commands/rate.js')).rate,
  line: async () => (await import('./commands/line.js')).line,
  show: async () => (await import('./commands/show.js')).show,
  rank: async () => (await import('./commands/rank.js')).rank,
  convert: async () => (await import('./commands/convert.js')).convert,
  generate: async () => (await import('./commands/generate.js')).generate,
  dataset: async () => (await import('./commands/dataset.js')).dataset,
  fix: async () => (await import('./commands/fix.js')).fix,
  hint: async () => (await import('./commands/hint.js')).hint,
  check: async () => (await import('./commands/check.js')).check,
  sheets: async () => (await import('./commands/sheets.js')).sheets,
  export: async () => (await import('./commands/export.js')).exportResults,
  stats: async () => (await import('./commands/stats.js')).stats,
  compare: async () => (await import('./commands/compare.js')).compare,
  prove: async () => (await import('./commands/prove.js')).prove,
  verify: async () => (await import('./commands/verify.js')).verify,
  race: async () => (await import('./commands/race.js')).race,
  referee: async () => (await import('./commands/referee.js')).referee,
  serve: async () => (await import('./commands/serve.js')).serve,
  formats: async () => (await import('./commands/formats.js')).formats,
  completion: () => Promise.resolve(completionCommand(commandsFor)),
};

/** All commands, in the order of the help. */
export function allCommands(): Promise<Command[]> {
  return Promise.all(Object.values(LOADERS).map((load) => load()));
}

/** The commands that the words of a command line can need: the one named, or else all of them. */
export async function commandsFor([first]: readonly string[]): Promise<Command[]> {
  if (asksForVersion(first)) return [];
  if (first !== undefined && Object.hasOwn(LOADERS, first)) return [await LOADERS[first]()];
  return allCommands();
}
