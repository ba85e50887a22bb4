import type { CommandContext } from './cli/command.js';
import { readCommandLine } from './cli/command-line.js';
import { COMMANDS } from './cli/commands.js';
import { EXIT_CODES } from './cli/outcome.js';
import { reportFailure } from './cli/report-failure.js';
import { Terminal } from './cli/terminal.js';

const terminal = new Terminal(process);
const context: CommandContext = {
  terminal,
  endNow: () => process.exit(EXIT_CODES.interrupted),
};

process.exitCode = await main(process.argv.slice(2));

/** Reads the command line, does what it asks, and gives the exit code. */
async function main(argv: readonly string[]): Promise<number> {
  try {
    const request = readCommandLine(argv, COMMANDS);
    if (request.work === undefined) {
      await terminal.print(request.print);
      return EXIT_CODES.done;
    }
    return EXIT_CODES[await request.work(context)];
  } catch (error) {
    return reportFailure(error, terminal);
  }
}
