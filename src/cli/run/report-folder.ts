import { basename, dirname, extname, join } from 'node:path';
import { Failure } from '../outcome/failure.js';
import type { ReportWish } from './run-options.js';
import { makeWritableFolder } from '../../files/make-folder.js';
import { systemReason } from '../../text/system-errors.js';

/**
 * Makes the folder that the user named before any work: after a night's run, its report must have a
 * place.
 */
export function prepareReportFolder(wish: ReportWish): void {
  if (!wish.wanted || wish.dir === null) return;
  try {
    makeWritableFolder(wish.dir);
  } catch (error) {
    const reason = systemReason(error, 'write');
    throw new Failure(
      `the report cannot be written to ${wish.dir} (${reason})`,
      'Name another folder with --report, or use --no-report.',
    );
  }
}

/**
 * Where the report of a run goes by default: beside the database, as `run-7`; for a database of
 * another name, which may have others beside it, as `name-run-7`.
 */
export function reportFolder(db: string, runId: number): string {
  const stem = basename(db, extname(db));
  return join(dirname(db), stem === 'nonomill' ? `run-${runId}` : `${stem}-run-${runId}`);
}
