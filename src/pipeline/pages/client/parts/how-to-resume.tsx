import type { JSX } from 'preact';
import type { RunEntry } from '../../api.js';
import { Notice } from './notice.js';

/** Why a run is not complete, and how to go on with it; nothing for any other run. */
export function HowToResume(props: {
  readonly run: RunEntry;
  readonly database: string;
}): JSX.Element | null {
  const { run, database } = props;
  if (run.state !== 'stopped' && run.state !== 'interrupted') return null;
  const title =
    run.state === 'stopped'
      ? 'This run stopped without notice'
      : 'This run was interrupted before its end';
  return (
    <Notice kind="doubt" title={title}>
      {run.state === 'stopped' && 'It was killed, or the machine stopped. '}
      What it found until then is kept. {goOn(run.command, database)}
    </Notice>
  );
}

/** A race is typed again as it was, as `run --resume` does not know the other program. */
function goOn(command: RunEntry['command'], database: string): JSX.Element {
  if (command === 'run' || command === 'study phase') {
    return (
      <>
        To go on with it:{' '}
        <code>
          nonomill {command} --resume --db {database}
        </code>
      </>
    );
  }
  return (
    <>
      To {command === 'race' ? 'go on with it' : 'judge the claims again'}, type its{' '}
      <code>nonomill {command}</code> again
      {command === 'race' && (
        <>
          , with <code>--resume</code>
        </>
      )}
      .
    </>
  );
}
