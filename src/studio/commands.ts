import type { CommandGroup } from '../pipeline/cli/command.js';

/** The commands for makers and players, in the order of the help. */
export const STUDIO_COMMANDS: CommandGroup = {
  title: 'Make puzzles',
  load: {
    generate: async () => (await import('./commands/generate.js')).generate,
    fix: async () => (await import('./commands/fix.js')).fixCommand,
    rate: async () => (await import('./commands/rate.js')).rateCommand,
    rank: async () => (await import('./commands/rank.js')).rank,
    sheets: async () => (await import('./commands/sheets.js')).sheets,
    hint: async () => (await import('./commands/advice.js')).hintCommand,
    check: async () => (await import('./commands/advice.js')).checkCommand,
    line: async () => (await import('./commands/line.js')).line,
  },
};
