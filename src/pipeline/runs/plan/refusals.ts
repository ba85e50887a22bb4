import {
  sameSource,
  type Run,
  type RunSource,
  type SourceKey,
} from '../../store/stored-runs/read-runs.js';
import { plainText } from '../../../solver/core/text/plain-text.js';
import { systemReason } from '../../../solver/core/text/error-codes.js';
import { RunError } from '../request/run-error.js';

// Why a run is refused before it solves anything: every reason, and what to do. plan-run.ts decides
// which it is; only the folder of the proofs is opened by active-run.ts.

/** An option was given that is not the run's own: in `different` a phrase for each. */
export function otherOptions(
  { runId }: Run,
  different: readonly string[],
  mode: 'resume' | 'retry',
): RunError {
  const instead =
    mode === 'resume'
      ? 'use the same options, or start a new run without --resume.'
      : 'leave these options out, or start a new run.';
  return new RunError(
    'NM_RUN_OPTIONS_DIFFER',
    `Run ${runId} was begun with other options: ${different.join('; ')}. ` +
      `Its results would not go together: ${instead}`,
  );
}

/** A retry, while results are missing. */
export function notFinished({ runId }: Run): RunError {
  return new RunError(
    'NM_RUN_UNFINISHED',
    `Run ${runId} is not finished, so there is nothing to try again yet: finish it with --resume first.`,
  );
}

/** A resume without corpora, of a run that was stopped before it noted its own. */
export function noCorporaNoted({ runId }: Run): RunError {
  return new RunError(
    'NM_RUN_NOT_RESUMABLE',
    `Run ${runId} was stopped before its corpora were stored: name them to go on with it.`,
  );
}

/** A resume without corpora, of a run whose puzzles are drawn. */
export function isStudy({ runId }: Run): RunError {
  return new RunError(
    'NM_RUN_NOT_RESUMABLE',
    `Run ${runId} is a study: go on with "nonomill study phase --resume".`,
  );
}

/** A resume of the latest study, where there is none. */
export function noStudy(): RunError {
  return new RunError(
    'NM_RUN_NOT_RESUMABLE',
    'There is no study to go on with: name what to draw (with --sizes, for example), or leave --resume out, to begin one.',
  );
}

/** Corpora that cannot be read twice, for a run that `cannot` do without that. */
export function notReadTwice(cannot: 'has no parts' | 'cannot be resumed'): RunError {
  return new RunError(
    'NM_STANDARD_INPUT',
    'Standard input and pipes cannot be read a second time, so a run over them ' +
      `${cannot}: write what comes to a file and run that.`,
  );
}

/** Corpora that are not what an unfinished run began with: `then`. */
export function otherCorpora(
  { runId }: Run,
  then: readonly RunSource[],
  now: readonly SourceKey[],
): RunError {
  const changed = then.filter((source, i) => i >= now.length || !sameSource(source, now[i]));
  if (changed.length === 0) {
    return new RunError(
      'NM_CORPUS_CHANGED',
      `There are more files now than run ${runId} began with: take them away, ` +
        'or start a new run without --resume.',
    );
  }
  if (changed.every(({ sha256 }) => sha256 === null)) {
    return new RunError(
      'NM_STANDARD_INPUT',
      `Run ${runId} read standard input, which cannot be read again.`,
    );
  }
  const names = changed.map(({ path }) => path).join(', ');
  return new RunError(
    'NM_CORPUS_CHANGED',
    `${names}: changed since run ${runId} began, or read in another way. ` +
      'Put the old content back, or start a new run without --resume.',
  );
}

/** A run that keeps its proofs, to be solved by other machines. */
export function proofsElsewhere(): RunError {
  return new RunError(
    'NM_PROOF_FOLDER',
    'The run keeps its proofs, and other machines do not send theirs: go on without a queue.',
  );
}

/** A run that would go on, with a folder for proofs that only the database names. */
export function noProofsThere({ runId }: Run, folder: string): RunError {
  return new RunError(
    'NM_PROOF_FOLDER',
    `By its database, run ${runId} keeps its proofs in ${plainText(folder)}, but no run has kept any there: ` +
      'say --prove-to with this folder if that is meant.',
  );
}

/** A run whose proofs cannot be kept where they should be. */
export function noProofFolder(folder: string, error: unknown): RunError {
  const why = systemReason(error, 'write');
  return new RunError(
    'NM_PROOF_FOLDER',
    `The folder for the proofs cannot be used: ${folder}: ${why}`,
  );
}
