import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/**
 * A question before something is deleted, which takes the focus and gives it back; Escape is no.
 */
export function AskFirst(props: {
  readonly question: string;
  /** What there is to know before one answers. */
  readonly note: string;
  readonly yes: string;
  readonly no: string;
  readonly onAnswer: (yes: boolean) => void;
}): JSX.Element {
  const { question, note, yes, no, onAnswer } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  const answer = (isYes: boolean): void => {
    // Closed before it is taken away, so that the browser gives the focus back.
    dialog.current?.close();
    onAnswer(isYes);
  };
  return (
    <dialog
      ref={dialog}
      class="ask-first"
      aria-labelledby="ask-first"
      onCancel={(event) => {
        event.preventDefault();
        answer(false);
      }}
    >
      <h2 id="ask-first">{question}</h2>
      <p>{note}</p>
      <div class="row">
        <button type="button" onClick={() => answer(false)}>
          {no}
        </button>
        <button type="button" class="strong" onClick={() => answer(true)}>
          {yes}
        </button>
      </div>
    </dialog>
  );
}
