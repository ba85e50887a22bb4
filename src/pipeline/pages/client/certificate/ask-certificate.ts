import type { Puzzle } from '../../../../solver/core/puzzle/types.js';

export interface CertificateRequest {
  readonly puzzle: Puzzle;
  /** Whether it is made even if it takes long. */
  readonly mayTakeLong: boolean;
}

/** A certificate, or why there is none. */
export type CertificateAnswer =
  | {
      readonly kind: 'made';
      readonly solutions: number;
      readonly lemmas: number;
      /** LRAT. */
      readonly proof: Blob;
      /** DIMACS. */
      readonly clauses: Blob;
    }
  | { readonly kind: 'long'; readonly seconds: number }
  | { readonly kind: 'none'; readonly reason: string };

/** Has a certificate made in a worker thread of the page; null if `signal` ended it. */
export function askCertificate(
  request: CertificateRequest,
  signal: AbortSignal,
): Promise<CertificateAnswer | null> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./certificate.worker.ts', import.meta.url), {
      type: 'module',
    });
    const end = (answer: CertificateAnswer | null): void => {
      worker.terminate();
      resolve(answer);
    };
    worker.onmessage = ({ data }: MessageEvent<CertificateAnswer>) => end(data);
    worker.onerror = ({ message }) => end({ kind: 'none', reason: message });
    signal.addEventListener('abort', () => end(null));
    worker.postMessage(request);
  });
}
