import type { Command } from './command.js';

/**
 * Commands that stand together in the help, by name. Each is loaded only when it is needed: loading
 * all of them (PDF, pictures, web server, database) takes longer than most puzzles.
 */
export interface CommandGroup {
  readonly title: string;
  readonly load: Readonly<Record<string, () => Promise<Command>>>;
}
