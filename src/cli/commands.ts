import type { Command } from './command.js';
import { generate } from './generate.js';

/** All commands, in the order of the help. */
export const COMMANDS: readonly Command[] = [generate];
