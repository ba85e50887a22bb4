import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Puzzle } from '../../../../solver/core/puzzle/types.js';
import { bytesText, durationText, numberOf } from '../../../../solver/core/text/numbers.js';
import { exactlyText } from '../../../../solver/core/result/difficulty-words.js';
import { saveFile } from '../window/save.js';
import { askAdvice } from './ask-advice.js';
import type { CertificateAnswer } from './make-certificate.js';

const NONE: CertificateAnswer = { kind: 'none', reason: 'The certificate could not be made.' };

/** A certificate on its way, with what stops it. */
interface Working {
  readonly kind: 'working';
  readonly stop: () => void;
}

/**
 * A button that has a certificate of the verdict made in the page, and then offers its two files.
 * One that takes long is announced first.
 */
export function CertificateButton(props: {
  readonly puzzle: Puzzle;
  /** What its files are called, without their ends. */
  readonly name: string;
}): JSX.Element {
  const { puzzle, name } = props;
  const [state, setState] = useState<CertificateAnswer | Working | null>(null);
  useEffect(() => () => stopOf(state)?.(), [state]);
  useEffect(() => setState(null), [puzzle]);
  const ask = async (mayTakeLong: boolean): Promise<void> => {
    const ended = new AbortController();
    setState({ kind: 'working', stop: () => ended.abort() });
    const asked = { kind: 'certificate', puzzle, mayTakeLong } as const;
    const answer = await askAdvice(asked, ended.signal);
    if (ended.signal.aborted) return;
    setState(answer?.kind === 'certificate' ? answer.certificate : NONE);
  };
  return (
    <>
      <button
        type="button"
        title="A proof that other programs check"
        disabled={state?.kind === 'working'}
        onClick={() => void ask(false)}
      >
        Certificate
      </button>
      {state !== null && (
        <div class="card card-body small" role="status">
          <Offer
            state={state}
            name={name}
            onGoOn={() => void ask(true)}
            onEnd={() => setState(null)}
          />
        </div>
      )}
    </>
  );
}

function stopOf(state: CertificateAnswer | Working | null): (() => void) | null {
  return state?.kind === 'working' ? state.stop : null;
}

function Offer(props: {
  readonly state: CertificateAnswer | Working;
  readonly name: string;
  readonly onGoOn: () => void;
  readonly onEnd: () => void;
}): JSX.Element {
  const { state, name, onGoOn, onEnd } = props;
  switch (state.kind) {
    case 'working':
      return (
        <p class="row">
          Proving it …
          <button type="button" onClick={onEnd}>
            Stop
          </button>
        </p>
      );
    case 'long':
      return (
        <p class="row">
          That takes about {durationText(state.seconds * 1000)}.
          <button type="button" onClick={onGoOn}>
            Make it
          </button>
          <button type="button" onClick={onEnd}>
            Leave it
          </button>
        </p>
      );
    case 'none':
      return <p>{state.reason}</p>;
    case 'made':
      return (
        <>
          <p>
            Certified: {exactlyText(state.solutions)}, in {numberOf(state.lemmas, 'lemma')}, each of
            them checked. Other programs check it by both files: <code>cake_lpr</code>, which is
            itself proven correct, and <code>nonomill verify</code>.
          </p>
          <p class="row">
            <FileButton label="Save the proof" file={`${name}.lrat`} content={state.proof} />
            <FileButton label="Save its clauses" file={`${name}.cnf`} content={state.clauses} />
          </p>
        </>
      );
  }
}

function FileButton(props: {
  readonly label: string;
  readonly file: string;
  readonly content: Blob;
}): JSX.Element {
  const { label, file, content } = props;
  return (
    <button type="button" onClick={() => saveFile(file, content)}>
      {label} ({bytesText(content.size)})
    </button>
  );
}
