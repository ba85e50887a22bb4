import { basename } from 'node:path';
import { matchingOf } from '../../pipeline/runs/request/matching-options.js';
import { formatByName } from '../../solver/formats/registry.js';
import { readExternalCommand } from '../external/command-words.js';
import { programReason } from '../external/program-reason.js';
import { readVerdictPattern, type VerdictPattern } from '../external/verdict-reader.js';
import { command } from '../../pipeline/cli/frame/command.js';
import { nightly } from '../../pipeline/cli/night/night.js';
import { flagsIn, type FlagValues } from '../../pipeline/cli/frame/flag.js';
import * as runFlag from '../../pipeline/cli/flags/run-flags.js';
import * as outputFlag from '../../pipeline/cli/flags/output-flags.js';
import * as puzzleFlag from '../../pipeline/cli/flags/puzzle-flags.js';
import * as externalFlag from '../external/external-flags.js';
import { UsageError } from '../../pipeline/cli/terminal/outcome.js';
import { numberOf } from '../../solver/core/text/numbers.js';
import { NEW, externalRequest } from '../../pipeline/runs/request/external-solver.js';

const sections = {
  'The solver': {
    cmd: externalFlag.cmd,
    as: externalFlag.as,
    format: externalFlag.externalFormat,
    verdict: externalFlag.verdictPattern,
  },
  Puzzles: { limit: puzzleFlag.limit, ignore: puzzleFlag.ignore },
  'Limits of each puzzle': {
    timeoutMs: runFlag.timeout,
    memoryMiB: externalFlag.externalMemory,
    judgeTime: externalFlag.judgeTime,
  },
  'The run': {
    runs: externalFlag.timedRuns,
    threads: externalFlag.externalProcesses,
    resume: externalFlag.externalResume,
    db: outputFlag.db,
  },
  Output: { json: outputFlag.jsonFlag, quiet: outputFlag.quiet },
};

const flags = flagsIn(sections);

export const raceCommand = nightly(
  true,
  command({
    name: 'race',
    summary: 'Measure and judge another solver on a corpus.',
    operands: { usage: '<corpus...>', min: 1, max: Infinity, missing: 'a corpus' },
    description:
      'Runs any program as a process of its own for each puzzle, with limits on its time (CPU and wall) ' +
      'and memory together with all that it starts, reads pictures and verdicts from its output, and ' +
      'judges all of them. What it found is stored as a run, to be compared with others.\n\n' +
      'Ends with exit code 3 if an answer is wrong. A wrong answer is stored as a crash, with the reason.',
    flags,
    sections,
    examples: {
      "nonomill race book/ --cmd 'mysolver {non}' --memory 4096":
        'Its pictures are checked against the clues.',
      "nonomill race book/ --cmd 'clasp -n 2 {cnf}' --verdict 'Models.*(\\d)'":
        'The number of models is the verdict: 0, 1 or several.',
    },
    check: checkRace,
    async execute(options, context) {
      const { race: runRace } = await import('../external/race.js');
      const { carryOut } = await import('../../pipeline/cli/running/carry-out.js');
      const { sayJudged } = await import('../external/judged-run.js');
      const { heldBy } = await import('../external/cgroup.js');
      const { request } = options;
      const outcome = await carryOut(
        { quiet: options.quiet, solvers: (count) => processesText(count, heldBy()) },
        context,
        (controls) => runRace(request, options, controls),
      );
      if (outcome === null) return 'interrupted';
      context.night?.ended(outcome);
      const { db } = request;
      const { json } = options;
      return sayJudged({ outcome, db, strays: [], strayCount: 0, file: null, json }, context);
    },
  }),
);

function processesText(count: number, heldBy: string): string {
  return `${numberOf(count, 'process', 'processes')} at a time, each in ${heldBy}`;
}

function checkRace(
  corpora: readonly string[],
  values: FlagValues<typeof flags>,
  given: ReadonlySet<keyof typeof flags>,
) {
  const { cmd, format, verdict, runs, db, limit, ignore, threads, resume, json, quiet } = values;
  if (cmd === null)
    throw new UsageError('NM_ARGUMENTS', "race needs the other solver: --cmd 'mysolver {non}'");
  const name = values.as ?? basename(firstWord(cmd, format));
  const external = { kind: 'race', command: cmd, format, verdict, runs } as const;
  const { timeoutMs, memoryMiB } = values;
  const mode = resume ? ({ kind: 'resume', given: matchingOf(given) } as const) : NEW;
  return {
    request: externalRequest({
      corpora,
      db,
      name,
      threads,
      timeoutMs,
      memoryMiB,
      limit,
      ignore,
      mode,
      external,
    }),
    name,
    command: cmd,
    format,
    verdict: verdict === null ? null : patternOf(verdict),
    runs,
    judgeMs: values.judgeTime,
    json,
    quiet,
  };
}

/**
 * @throws UsageError if the command cannot be read or started, or wants a format that is not
 * written.
 */
function firstWord(cmd: string, format: string | null): string {
  let read: ReturnType<typeof readExternalCommand>;
  try {
    read = readExternalCommand(cmd, format);
  } catch (error) {
    throw new UsageError('NM_OPTION_VALUE', `--cmd: expected ${(error as Error).message}`);
  }
  if (formatByName(read.format)?.write == null) {
    throw new UsageError(
      'NM_OPTION_VALUE',
      `--cmd: "${read.format}" is not a format that is written; nonomill formats lists them`,
    );
  }
  const missing = programReason(read.words[0]);
  if (missing !== null) throw new UsageError('NM_OPTION_VALUE', `--cmd: ${missing}`);
  return read.words[0];
}

function patternOf(source: string): VerdictPattern {
  try {
    return readVerdictPattern(source);
  } catch (error) {
    throw new UsageError('NM_OPTION_VALUE', `--verdict: ${(error as Error).message}`);
  }
}
