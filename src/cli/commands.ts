import type { Command } from './command.js';
import { compare } from './compare.js';
import { convert } from './convert.js';
import { exportResults } from './export.js';
import { formats } from './formats.js';
import { generate } from './generate.js';
import { line } from './line.js';
import { report } from './report.js';
import { run } from './run.js';
import { runs } from './runs.js';
import { serve } from './serve.js';
import { show } from './show.js';
import { solve } from './solve.js';

/** All commands, in the order of the help. */
export const COMMANDS: readonly Command[] = [
  run,
  runs,
  report,
  solve,
  line,
  show,
  convert,
  generate,
  exportResults,
  compare,
  serve,
  formats,
];
