import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Store } from '../store/open/open.js';
import { gatherNumbers, type Numbers, type StoppedRun } from './numbers/report-numbers.js';
import { tallyInTwo } from './numbers/tally-run.js';
import { summaryMarkdown } from './text/summary-markdown.js';
import { summaryJson } from './text/summary-json.js';
import { REPORT_FILES, incomplete } from '../result/run/report-files.js';
import { systemReason } from '../text/system-errors.js';
import { trace } from '../trace/trace.js';
import { makeFolder } from '../files/make-folder.js';
import { removeIfEnded } from '../files/unfinished.js';

/** The files of a report. */
export interface WrittenReport {
  readonly numbers: Numbers;
  /** The paths of REPORT_FILES, in their order. */
  readonly paths: readonly string[];
}

/** A report that could not be written; the message says what to do. */
export class ReportError extends Error {
  override readonly name = 'ReportError';
}

/**
 * Writes the report of a run into the folder `dir`, which is made if it is missing. Each file is
 * written under another name and renamed, so that nobody ever finds half a file.
 * `stopped` says how far a run was that did not come to its end.
 * @throws StoreError if there is no such run; ReportError if a file cannot be written.
 */
export async function writeReport(
  store: Store,
  runId: number,
  dir: string,
  stopped: StoppedRun | null = null,
): Promise<WrittenReport> {
  const numbers = gatherNumbers(store, runId, stopped, await tallyInTwo(store, runId));
  // The chart library takes half a second to load, so only reports load it.
  const { reportPage } = await import('./html/page.js');
  const files: readonly (readonly [string, string])[] = [
    [REPORT_FILES.page, reportPage(numbers)],
    [REPORT_FILES.markdown, summaryMarkdown(numbers)],
    [REPORT_FILES.json, summaryJson(numbers)],
  ];
  try {
    makeFolder(dir);
    return { numbers, paths: files.map(([name, text]) => writeAside(dir, name, text)) };
  } catch (error) {
    throw new ReportError(
      `The report cannot be written to ${dir} (${systemReason(error, 'write')}). ` +
        `The results are in ${store.path}: "nonomill report ${runId} --report <dir>" writes it elsewhere.`,
      { cause: error },
    );
  }
}

function writeAside(dir: string, name: string, text: string): string {
  const path = join(dir, name);
  const aside = incomplete(path);
  trace('report', () => `writes ${name}`);
  const remove = (): void => rmSync(aside, { force: true });
  const removed = removeIfEnded(remove);
  try {
    // What a killed run left, or a link that somebody put there: it is removed, never followed.
    remove();
    writeFileSync(aside, text, { flag: 'wx' });
    renameSync(aside, path);
  } catch (error) {
    remove();
    throw error;
  } finally {
    removed();
  }
  return path;
}
