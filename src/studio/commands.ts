import type { CommandGroup } from '../pipeline/cli/command.js';

/** The commands for makers and players, in the order of the help. */
export const STUDIO_COMMANDS: CommandGroup = {
  title: 'Make puzzles',
  load: {
    // Make random corpora, every grid of a size, or the puzzle of a picture.
    generate: async () => (await import('./commands/generate.js')).generate,
    // The fewest changes that make a puzzle unique, or line-solvable.
    fix: async () => (await import('./commands/fix.js')).fixCommand,
    // How hard a puzzle, or a few, is for people.
    rate: async () => (await import('./commands/rate.js')).rateCommand,
    // Put puzzles in order, the easiest first.
    rank: async () => (await import('./commands/rank.js')).rank,
    // Puzzles to print, as a PDF.
    sheets: async () => (await import('./commands/sheets.js')).sheets,
    // The easiest next step from a half-filled grid, or its first mistake.
    hint: async () => (await import('./commands/advice.js')).hintCommand,
    // Is a picture a solution of a puzzle, or on the way to one?
    check: async () => (await import('./commands/advice.js')).checkCommand,
    // Solve one line: the cells that are the same in every placement.
    line: async () => (await import('./commands/line.js')).line,
  },
};
