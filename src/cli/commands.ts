import type { Command } from './command.js';
import { generate } from './generate.js';
import { run } from './run.js';
import { solve } from './solve.js';

/** All commands, in the order of the help. */
export const COMMANDS: readonly Command[] = [run, solve, generate];
