import type { CommandContext } from './cli/frame/command.js';
import { readCommandLine } from './cli/frame/command-line.js';
import { commandsFor } from './cli/commands.js';
import { EXIT_CODES } from './cli/outcome/outcome.js';
import { reportFailure } from './cli/frame/report-failure.js';
import { Terminal } from './cli/terminal/terminal.js';

const terminal = new Terminal(process);
const typed = process.argv.slice(2);
const context: CommandContext = {
  typed,
  terminal,
  endNow: () => process.exit(EXIT_CODES.interrupted),
};

process.exitCode = await main();

/** Reads the command line, does what it asks, and returns the exit code. */
async function main(): Promise<number> {
  try {
    const work = readCommandLine(typed, await commandsFor(typed));
    const outcome = await work(context);
    await terminal.flush();
    return EXIT_CODES[outcome];
  } catch (error) {
    return reportFailure(error, terminal);
  }
}
