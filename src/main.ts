// The program: the words of the command line, its terminal and its signals go to the command that
// is named first; src/commands.ts lists them.
import { EXIT_CODES } from './pipeline/record/outcome.js';
import { signalsOf } from './pipeline/cli/command.js';
import { nonomill } from './nonomill.js';
import { Terminal } from './pipeline/cli/terminal.js';

process.exitCode = await nonomill({
  typed: process.argv.slice(2),
  terminal: new Terminal(process, process.env),
  signals: signalsOf(process),
  endNow: () => process.exit(EXIT_CODES.interrupted),
});
