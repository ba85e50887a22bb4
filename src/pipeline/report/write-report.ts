import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Store } from '../store/open/open.js';
import {
  gatherNumbers,
  withLines,
  type Numbers,
  type StoppedRun,
  summaryJson,
} from './summary/numbers.js';
import { summaryMarkdown } from './summary/summary-text.js';
import { NonomillError } from '../../solver/core/text/nonomill-error.js';
import { REPORT_FILES, REPORT_STARTS, incomplete } from '../record/outcome.js';
import { codeOf, systemReason } from '../../solver/core/text/error-codes.js';
import { trace } from '../files/program.js';
import { UNWATCHED, type Watch } from '../record/progress.js';
import {
  makeFolder,
  firstBytes,
  NotReplaced,
  replaceFile,
  whyNotReplaced,
} from '../files/files.js';

interface WrittenReport {
  readonly numbers: Numbers;
  /** The paths of REPORT_FILES, in their order. */
  readonly paths: readonly string[];
}

/** A report that could not be written; the message says what to do. */
export class ReportError extends NonomillError {
  override readonly name = 'ReportError';
}

/**
 * Writes the report of a run into the folder `dir`, which is made if it is missing. Each file is
 * written under another name and renamed, so that nobody ever finds half a file; only an older
 * report is replaced. `stopped` says how far a run was that did not come to its end.
 * @throws StoreError if there is no such run; ReportError if a file cannot be written.
 */
export async function writeReport(
  store: Store,
  runId: number,
  dir: string,
  stopped: StoppedRun | null = null,
  watch: Watch = UNWATCHED,
): Promise<WrittenReport> {
  const gathered = gatherNumbers(store, runId, { stopped, watch });
  watch.stage('writing the report');
  const numbers = await withLines(store, gathered);
  // It takes a while to load, so only reports load it.
  const { reportPage } = await import('./html/page.js');
  const files = {
    page: await reportPage(numbers),
    markdown: summaryMarkdown(numbers),
    json: summaryJson(numbers),
  };
  try {
    makeFolder(dir);
    const held: unknown[] = [];
    const paths = PARTS.map((part) => {
      const path = join(dir, REPORT_FILES[part]);
      trace('report', () => `writes ${REPORT_FILES[part]}`);
      try {
        replaceFile(path, files[part], REPORT_STARTS[part], incomplete(path));
      } catch (error) {
        // What another program has open does not hold up the other files.
        if (codeOf(error) !== 'EBUSY') throw error;
        held.push(error);
      }
      return path;
    });
    if (held.length > 0) throw held[0];
    return { numbers, paths };
  } catch (error) {
    const reason = error instanceof NotReplaced ? error.message : systemReason(error, 'write');
    throw new ReportError(
      'NM_REPORT_NOT_WRITTEN',
      `The report cannot be written to ${dir} (${reason}). ` +
        `The results are in ${store.path}: "nonomill report ${runId} --report <dir>" writes it elsewhere.`,
      { cause: error },
    );
  }
}

/** Whether a file is there that a report has written. */
export function isReportFile(path: string, part: keyof typeof REPORT_FILES): boolean {
  return existsSync(path) && firstBytes(path, REPORT_STARTS[part].length) === REPORT_STARTS[part];
}

/** Why a report cannot be written into a folder: something else has a name of it; or null. */
export function whyNoReport(dir: string): string | null {
  for (const part of PARTS) {
    const path = join(dir, REPORT_FILES[part]);
    const reasons = [path, incomplete(path)].map((one) => whyNotReplaced(one, REPORT_STARTS[part]));
    const reason = reasons.find((one) => one !== null);
    if (reason !== undefined) return reason;
  }
  return null;
}

const PARTS = Object.keys(REPORT_FILES) as (keyof typeof REPORT_FILES)[];
