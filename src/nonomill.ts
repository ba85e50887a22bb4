import { commandsFor, configFor } from './commands.js';
import { type CommandContext, readCommandLine, reportFailure } from './pipeline/cli/command.js';
import { EXIT_CODES } from './pipeline/record/outcome.js';

/** Reads the command line, does what it asks, and returns the exit code. */
export async function nonomill(context: CommandContext): Promise<number> {
  const { typed, terminal } = context;
  try {
    const commands = await commandsFor(typed);
    if (commands.find(({ name }) => name === typed[0])?.keepsLog) terminal.keepLog();
    const work = readCommandLine(typed, commands, await configFor(typed));
    const outcome = await work(context);
    await terminal.flush();
    return EXIT_CODES[outcome];
  } catch (error) {
    return reportFailure(error, terminal, typed);
  }
}
