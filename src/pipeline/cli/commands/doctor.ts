import { judgeMachine } from '../doctor/judge-machine.js';
import { judgePlace } from '../doctor/judge-place.js';
import { judgementsText } from '../doctor/judgement.js';
import * as limitFlag from '../flags/limit-flags.js';
import * as outputFlag from '../flags/output-flags.js';
import { NO_OPERANDS, command, type CommandContext } from '../frame/command.js';
import type { FlagValues } from '../frame/flag.js';
import type { CommandOutcome } from '../terminal/outcome.js';

const flags = { db: outputFlag.db, threads: limitFlag.threads, json: outputFlag.jsonFlag };

export const doctor = command({
  name: 'doctor',
  summary: 'Say what of this machine would hold a run back.',
  operands: NO_OPERANDS,
  description:
    'Looks at what runs need of this machine, and says of each whether it is good, weak (runs work, ' +
    'but could do better) or bad (no run is possible), and what to do: Node.js, WebAssembly, ' +
    'threads, processors and memory with the limits of a container, the disk and the file system ' +
    'below the database, locks, the clock, the terminal, fonts. It makes a small database there, ' +
    'and removes it.\n\n' +
    'The exit code is 1 if something is bad, else 0.',
  flags,
  examples: {
    'nonomill doctor': 'For runs in this folder.',
    'nonomill doctor --db /srv/nights.sqlite': 'For runs whose database is there.',
    'nonomill doctor --json': 'One JSON array, for a program.',
  },
  check: (_operands, values) => values,
  execute,
});

async function execute(
  { db, threads, json }: FlagValues<typeof flags>,
  { terminal }: CommandContext,
): Promise<CommandOutcome> {
  const { isTty, depth, columns } = terminal.output;
  const facts = { isTty, depth, columns, env: process.env, platform: process.platform };
  const judgements = [...(await judgeMachine(threads, facts)), ...judgePlace(db)];
  const shown = { columns: isTty ? columns : Infinity, colours: depth > 1 };
  await terminal.print(
    json ? `${JSON.stringify(judgements, null, 2)}\n` : judgementsText(judgements, shown),
  );
  return judgements.some(({ state }) => state === 'bad') ? 'negative' : 'done';
}
