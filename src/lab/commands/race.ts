import { basename } from 'node:path';
import { flag, shared } from '../../pipeline/cli/flags.js';
import { command } from '../../pipeline/cli/command.js';
import { integerFlag, readDuration, textFlag, valueFlag } from '../../pipeline/cli/flag.js';
import { nightly } from '../../pipeline/cli/night.js';
import { UsageError } from '../../pipeline/cli/terminal.js';
import { matchingOf, newRequest } from '../../pipeline/runs/request.js';
import { numberOf } from '../../solver/core/text/numbers.js';
import { formatByName, FORMATS } from '../../solver/formats/registry.js';
import { readVerdictPattern } from '../external/answers.js';
import { programReason, readExternalCommand } from '../external/external-process.js';

// How other solvers are asked and judged.

const as = textFlag('--as <name> (name, label)', 'none', {
  defaultText: "the command's first word",
  help: 'What to call the run.',
});

const judgeTime = valueFlag('--judge-time <duration>', 'none', {
  fallback: 10_000,
  defaultText: '10s',
  help: 'Time for nonomill to check what is claimed about a puzzle.',
  read: readDuration,
});

const raceSections = {
  'The solver': {
    cmd: textFlag('--cmd <command> (command, exec, solver)', 'run', {
      help: "The command of the other solver: {non} stands for a file in that format. It runs without a shell; to have one, write sh -c '...'.",
    }),
    as,
    format: textFlag('--format <name> (to)', 'none', {
      defaultText: 'as the command says',
      choices: FORMATS.filter(({ write }) => write !== null).map(({ name }) => name),
      help: 'What the solver reads: in the file {}, or on standard input if there is no {}.',
    }),
    verdict: textFlag('--verdict <regex> (regex, pattern)', 'none', {
      defaultText: 'pictures alone are read',
      help: 'Where its output says the verdict: groups called unique, multiple and contradiction, or one group with a word or the number of solutions.',
    }),
  },
  Puzzles: shared('limit', 'ignore'),
  'Limits of each puzzle': {
    timeoutMs: flag.timeout,
    memoryMiB: { ...flag.memory, help: 'Memory of a process and all that it starts.' },
    judgeTime,
  },
  'The run': {
    runs: integerFlag('--runs (repeat, times)', 'none', {
      min: 1,
      max: 99,
      fallback: 1,
      help: 'How often to run each puzzle: the run of median time counts, and a wrong answer in any run.',
    }),
    threads: { ...flag.threads, help: 'Processes at a time.' },
    resume: {
      ...flag.resume,
      help: 'Go on with the latest unfinished race of the same command over the same corpora; limits that are not given are as in that race.',
    },
    db: flag.db,
  },
  Output: shared('json', 'quiet'),
};

export const raceCommand = nightly(
  true,
  command({
    name: 'race',
    summary: 'Measure and judge another solver on a corpus.',
    operands: '<corpus...>',
    missing: 'a corpus',
    description:
      'Runs any program as a process of its own for each puzzle, with limits on its time (CPU and wall) ' +
      'and memory together with all that it starts, reads pictures and verdicts from its output, and ' +
      'judges all of them. What it found is stored as a run, to be compared with others.\n\n' +
      'Ends with exit code 3 if an answer is wrong. A wrong answer is stored as a crash, with the reason.',
    sections: raceSections,
    examples: {
      "nonomill race book/ --cmd 'mysolver {non}' --memory 4096":
        'Its pictures are checked against the clues.',
      "nonomill race book/ --cmd 'clasp -n 2 {cnf}' --verdict 'Models.*(\\d)'":
        'The number of models is the verdict: 0, 1 or several.',
    },
    check(corpora, values, given) {
      const { cmd, format, verdict, runs, resume, ...others } = values;
      if (cmd === null)
        throw new UsageError('NM_ARGUMENTS', "race needs the other solver: --cmd 'mysolver {non}'");
      const { as, judgeTime: judgeMs, json, quiet, ...asked } = others;
      const going = { kind: 'resume', given: matchingOf(given) } as const;
      const request = newRequest({
        ...asked,
        corpora,
        name: as ?? basename(firstWord(cmd, format)),
        // What other programs solve is not rated.
        noDifficulty: true,
        ...(resume && { mode: going }),
        solver: {
          kept: { kind: 'race', command: cmd, format, verdict, runs },
          // A race of the same command is the same solver, however its output is read.
          flags: ['format', 'verdict', 'runs'],
        },
      });
      const pattern = verdict === null ? null : patternOf(verdict);
      return { request, command: cmd, format, verdict: pattern, runs, judgeMs, json, quiet };
    },
    async execute(options, context) {
      const { race: runRace } = await import('../external/race.js');
      const { carryOut } = await import('../../pipeline/cli/running/carry-out.js');
      const { sayJudged } = await import('../external/judge.js');
      const { heldBy } = await import('../external/external-process.js');
      const { request } = options;
      const solvers = (count: number): string =>
        `${numberOf(count, 'process', 'processes')} at a time, each in ${heldBy()}`;
      const outcome = await carryOut({ quiet: options.quiet, solvers }, context, (controls) =>
        runRace(request, options, controls),
      );
      if (outcome === null) return 'interrupted';
      context.night?.ended(outcome);
      return sayJudged({ outcome, db: request.db, json: options.json }, context);
    },
  }),
);

/** @throws UsageError if the command cannot be read or started, or its format not written. */
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

function patternOf(source: string): RegExp {
  try {
    return readVerdictPattern(source);
  } catch (error) {
    throw new UsageError('NM_OPTION_VALUE', `--verdict: ${(error as Error).message}`);
  }
}

const refereeSections = {
  Judging: { judgeTime, threads: flag.threads },
  'The run': { as: { ...as, defaultText: "the file's name" }, timeout: flag.timeout, db: flag.db },
  Output: shared('json', 'quiet'),
};

export const refereeCommand = command({
  name: 'referee',
  summary: 'Judge what another solver claims about a corpus.',
  operands: '<corpus> <claims.csv|results.xml>',
  missing: 'a corpus and a file of claims about it',
  description:
    'Judges answers that were computed elsewhere, in a CSV file with a header. Its columns are id (the name of a ' +
    'puzzle) or ordinal (its place in the file, counted from 0), verdict (unique, multiple, contradiction, solved, timeout or the number of solutions), ' +
    'solution (rows joined by /) and ms (milliseconds). It may have second_solution and cpu_ms, too. Results that BenchExec wrote (XML) are read too: docs/lab/benchexec.md. Pictures are checked against the clues, and verdicts against those of nonomill; a number of solutions is counted. ' +
    'What cannot be told within --judge-time is unverified.\n\n' +
    'Ends with exit code 3 if a claim is wrong, and lists them. The claims are stored as a run.',
  sections: refereeSections,
  examples: {
    'nonomill referee benchmark.ndjson theirs.csv --as theirs':
      'Lists wrong pictures, false "unique" and false "contradiction".',
    'nonomill referee benchmark.ndjson results.xml --as theirs':
      'What BenchExec measured, as a run to compare.',
  },
  check([corpus, file], { as: name, timeout, judgeTime: judgeMs, threads, db, json, quiet }) {
    if (file === '-')
      throw new UsageError('NM_STANDARD_INPUT', 'the claims must be a file, not standard input');
    const request = newRequest({
      corpora: [corpus],
      db,
      name: name ?? basename(file),
      threads,
      timeoutMs: timeout,
      noDifficulty: true,
      solver: { kept: { kind: 'referee', claims: file }, flags: [] },
    });
    return { request, file, judgeMs, json, quiet };
  },
  async execute(options, context) {
    const { referee: judgeAll } = await import('../external/referee.js');
    const { carryOut } = await import('../../pipeline/cli/running/carry-out.js');
    const { sayJudged } = await import('../external/judge.js');
    const { request, file, json } = options;
    const judged = await carryOut(options, context, (controls) =>
      judgeAll(request, options, controls),
    );
    return judged ? sayJudged({ ...judged, db: request.db, file, json }, context) : 'interrupted';
  },
});
