import type { Readable } from 'node:stream';
import type { RunObserver } from '../../runs/request/run-observer.js';
import { StoppedEarly } from '../../runs/request/run-error.js';
import type { RunControls } from '../../runs/request/run-request.js';
import { StopRequest } from '../../runs/request/stop-request.js';
import { VERSION } from '../../runs/request/version.js';
import type { CommandContext, NightWatch } from '../frame/command.js';
import { onSignals } from '../frame/signals.js';
import { EXIT_CODES } from '../../record/exit-codes.js';
import { showProgress, type ShownProgress } from './progress.js';

/**
 * Does `work` with its progress shown and signals handled. Returns null if it was stopped before
 * the first puzzle, after saying so. `onStop` hears of the first signal, after which the work
 * drains.
 */
export async function carryOut<T>(
  shown: ShownProgress,
  context: CommandContext,
  work: (controls: RunControls) => Promise<T>,
  onStop?: (signal: NodeJS.Signals) => void,
): Promise<T | null> {
  const { terminal } = context;
  const view = showProgress(terminal, shown);
  const observer = context.night === undefined ? view : alsoTo(context.night, view);
  const stop = new StopRequest();
  const off = onSignals(context, {
    stop(signal) {
      stop.request('signal');
      onStop?.(signal);
    },
    beforeEnd: () => view.close(),
  });
  try {
    const standardInput = (): Readable => terminal.stdin;
    return await work({ observer, stop, toolVersion: VERSION, standardInput });
  } catch (error) {
    if (!(error instanceof StoppedEarly)) throw error;
    const end = { state: 'interrupted', exit: EXIT_CODES.interrupted };
    terminal.tell({ event: 'end', ...end }, error.message);
    return null;
  } finally {
    off();
    view.close();
  }
}

/**
 * An observer that passes everything on to the view, and what matters at night to the night watch.
 */
function alsoTo(watch: NightWatch, view: RunObserver): RunObserver {
  return {
    ...(view.beforehand && { beforehand: view.beforehand }),
    started(start) {
      watch.started(start);
      view.started(start);
    },
    progress(progress) {
      watch.progress(progress);
      view.progress(progress);
    },
    round(round) {
      watch.round();
      view.round?.(round);
    },
    step(step) {
      watch.step();
      view.step?.(step);
    },
    warn: (message) => view.warn(message),
  };
}
