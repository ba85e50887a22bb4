/** Every error that the library throws on purpose; programs can rely on its `code`. */
export class NonomillError<Code extends string = string> extends Error {
  override readonly name: string = 'NonomillError';

  constructor(
    readonly code: Code,
    message: string,
    options?: { readonly cause?: unknown },
  ) {
    super(message, options);
  }
}
