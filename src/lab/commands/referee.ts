import { basename } from 'node:path';
import { command } from '../../pipeline/cli/frame/command.js';
import { flagsIn, type FlagValues } from '../../pipeline/cli/frame/flag.js';
import * as runFlag from '../../pipeline/cli/flags/run-flags.js';
import * as outputFlag from '../../pipeline/cli/flags/output-flags.js';
import * as externalFlag from '../external/external-flags.js';
import { UsageError } from '../../pipeline/cli/terminal/outcome.js';
import { NEW, externalRequest } from '../../pipeline/runs/request/external-solver.js';

const sections = {
  Judging: { judgeTime: externalFlag.judgeTime, threads: runFlag.threads },
  'The run': {
    as: { ...externalFlag.as, defaultText: "the file's name" },
    timeout: runFlag.timeout,
    db: outputFlag.db,
  },
  Output: { json: outputFlag.jsonFlag, quiet: outputFlag.quiet },
};

const flags = flagsIn(sections);

export const refereeCommand = command({
  name: 'referee',
  summary: 'Judge what another solver claims about a corpus.',
  operands: {
    usage: '<corpus> <claims.csv|results.xml>',
    min: 2,
    max: 2,
    missing: 'a corpus and a file of claims about it',
  },
  description:
    'Judges answers that were computed elsewhere, in a CSV file with a header. Its columns are id (the name of a ' +
    'puzzle) or ordinal (its place in the file, counted from 0), verdict (unique, multiple, contradiction, solved, timeout or the number of solutions), ' +
    'solution (rows joined by /) and ms (milliseconds). It may have second_solution and cpu_ms, too. Results that BenchExec wrote (XML) are read too: docs/lab/benchexec.md. Pictures are checked against the clues, and verdicts against those of nonomill; a number of solutions is counted. ' +
    'What cannot be told within --judge-time is unverified.\n\n' +
    'Ends with exit code 3 if a claim is wrong, and lists them. The claims are stored as a run.',
  flags,
  sections,
  examples: {
    'nonomill referee benchmark.ndjson theirs.csv --as theirs':
      'Lists wrong pictures, false "unique" and false "contradiction".',
    'nonomill referee benchmark.ndjson results.xml --as theirs':
      'What BenchExec measured, as a run to compare.',
  },
  check: checkReferee,
  async execute(options, context) {
    const { referee: judgeAll } = await import('../external/referee.js');
    const { carryOut } = await import('../../pipeline/cli/running/carry-out.js');
    const { sayJudged } = await import('../external/judged-run.js');
    const { request, file, json } = options;
    const judged = await carryOut(options, context, (controls) =>
      judgeAll(request, options, controls),
    );
    if (judged === null) return 'interrupted';
    return sayJudged({ ...judged, db: request.db, file, json }, context);
  },
});

function checkReferee(
  [corpus, file]: readonly string[],
  { as, timeout, judgeTime, threads, db, json, quiet }: FlagValues<typeof flags>,
) {
  if (file === '-')
    throw new UsageError('NM_STANDARD_INPUT', 'the claims must be a file, not standard input');
  const name = as ?? basename(file);
  return {
    request: externalRequest({
      corpora: [corpus],
      db,
      name,
      threads,
      timeoutMs: timeout,
      memoryMiB: null,
      limit: null,
      ignore: [],
      mode: NEW,
      external: { kind: 'referee', claims: file },
    }),
    name,
    file,
    judgeMs: judgeTime,
    json,
    quiet,
  };
}
