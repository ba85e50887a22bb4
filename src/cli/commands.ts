import { completionCommand } from './completion/completion-command.js';
import type { Command } from './frame/command.js';
import { check } from './commands/check.js';
import { compare } from './commands/compare.js';
import { convert } from './commands/convert.js';
import { exportResults } from './commands/export.js';
import { fix } from './commands/fix.js';
import { formats } from './commands/formats.js';
import { generate } from './commands/generate.js';
import { hint } from './commands/hint.js';
import { line } from './commands/line.js';
import { merge } from './commands/merge.js';
import { prove } from './commands/prove.js';
import { race } from './commands/race.js';
import { rank } from './commands/rank.js';
import { referee } from './commands/referee.js';
import { report } from './commands/report.js';
import { run } from './commands/run.js';
import { runs } from './commands/runs.js';
import { serve } from './commands/serve.js';
import { sheets } from './commands/sheets.js';
import { show } from './commands/show.js';
import { solve } from './commands/solve.js';
import { verify } from './commands/verify.js';
import { worker } from './commands/worker.js';

/** All commands, in the order of the help. */
export const COMMANDS: readonly Command[] = [
  run,
  worker,
  merge,
  runs,
  report,
  solve,
  line,
  show,
  rank,
  convert,
  generate,
  fix,
  hint,
  check,
  sheets,
  exportResults,
  compare,
  prove,
  verify,
  race,
  referee,
  serve,
  formats,
  completionCommand(() => COMMANDS),
];
