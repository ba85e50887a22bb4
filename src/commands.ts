import { completionCommand } from './commands/completion.js';
import type { Command } from './frame/command.js';
import { asksForVersion, type AddsConfig } from './frame/command-line.js';

/**
 * The table of contents: all commands by name, in the order of the help, each with its file and
 * what it is for. Each is loaded only when it is needed: loading all of them (PDF, pictures, web
 * server, database) takes longer than most puzzles.
 */
const LOADERS: Readonly<Record<string, () => Promise<Command>>> = {
  // Solve everything, write results and the report.
  run: async () => (await import('./commands/run.js')).runCommand,
  // Solve for runs of other machines.
  worker: async () => (await import('./commands/worker.js')).worker,
  // Join the parts of a run (run --shard) to one.
  merge: async () => (await import('./commands/merge.js')).merge,
  // List the runs in a database.
  runs: async () => (await import('./commands/runs.js')).runs,
  // Remove old runs, and make the database small.
  prune: async () => (await import('./commands/prune.js')).prune,
  // Write the report of a run again.
  report: async () => (await import('./commands/report.js')).report,
  // Solve and draw a puzzle, or a few.
  solve: async () => (await import('./commands/solve.js')).solveCommand,
  // How hard a puzzle, or a few, is for people.
  rate: async () => (await import('./commands/rate.js')).rateCommand,
  // Solve one line: the cells that are the same in every placement.
  line: async () => (await import('./commands/line.js')).line,
  // Show one stored puzzle: clues, picture, how it was solved.
  show: async () => (await import('./commands/show.js')).show,
  // Put puzzles in order, the easiest first.
  rank: async () => (await import('./commands/rank.js')).rank,
  // From any format to any other.
  convert: async () => (await import('./commands/convert.js')).convert,
  // Make random corpora, every grid of a size, or the puzzle of a picture.
  generate: async () => (await import('./commands/generate.js')).generate,
  // A data set by a recipe, or of a corpus or a run.
  dataset: async () => (await import('./commands/dataset.js')).dataset,
  // The fewest changes that make a puzzle unique, or line-solvable.
  fix: async () => (await import('./commands/fix.js')).fixCommand,
  // The easiest next step from a half-filled grid, or its first mistake.
  hint: async () => (await import('./commands/hint.js')).hintCommand,
  // Is a picture a solution of a puzzle, or on the way to one?
  check: async () => (await import('./commands/check.js')).checkCommand,
  // Puzzles to print, as a PDF.
  sheets: async () => (await import('./commands/sheets.js')).sheets,
  // Write results as CSV, NDJSON or Parquet.
  export: async () => (await import('./commands/export.js')).exportResults,
  // Answer any question to a run, each figure with its error.
  stats: async () => (await import('./commands/stats.js')).stats,
  // Draw and solve random puzzles until a question is answered.
  study: async () => (await import('./commands/study.js')).study,
  // Say what changed between two runs, or how several stand.
  compare: async () => (await import('./commands/compare.js')).compare,
  // Say what changed night after night.
  history: async () => (await import('./commands/history.js')).history,
  // Write down why a puzzle has exactly one solution, none, or so many.
  prove: async () => (await import('./commands/prove.js')).proveCommand,
  // Check a proof of a verdict, step by step.
  verify: async () => (await import('./commands/verify.js')).verify,
  // Measure and judge another solver on a corpus.
  race: async () => (await import('./commands/race.js')).raceCommand,
  // Judge what another solver claims about a corpus.
  referee: async () => (await import('./commands/referee.js')).refereeCommand,
  // Show the pages of a database in a browser.
  serve: async () => (await import('./commands/serve.js')).serve,
  // Let a config file reach beyond its folder.
  trust: async () => (await import('./commands/trust.js')).trustCommand(configurableCommands),
  // What can be read and written.
  formats: async () => (await import('./commands/formats.js')).formats,
  // Completion of commands and flags in a shell.
  completion: () => Promise.resolve(completionCommand(commandsFor)),
};

/** All commands, in the order of the help. */
export function allCommands(): Promise<Command[]> {
  return Promise.all(Object.values(LOADERS).map((load) => load()));
}

/** A file that could speak to this command would trust itself. */
const NOT_CONFIGURED = 'trust';

/** The commands that a config file may have a table for. */
export async function configurableCommands(): Promise<Command[]> {
  return (await allCommands()).filter(({ name }) => name !== NOT_CONFIGURED);
}

/** The commands that the words of a command line can need: the one named, or else all of them. */
export async function commandsFor([first]: readonly string[]): Promise<Command[]> {
  if (asksForVersion(first)) return [];
  if (first !== undefined && Object.hasOwn(LOADERS, first)) return [await LOADERS[first]()];
  return allCommands();
}

/**
 * Adds what a config file says, the one that the words name or that lies in this folder. @throws
 * UsageError if it cannot be read
 */
export async function configFor(typed: readonly string[]): Promise<AddsConfig | undefined> {
  const [first] = typed;
  const names = Object.keys(LOADERS).filter((name) => name !== NOT_CONFIGURED);
  if (first === undefined || !names.includes(first)) return undefined;
  const [{ findConfig }, { applyConfig }] = await Promise.all([
    import('./config/config-file.js'),
    import('./config/apply-config.js'),
  ]);
  const file = await findConfig(typed);
  return (command, parsed) => applyConfig(command, parsed, file, names);
}
