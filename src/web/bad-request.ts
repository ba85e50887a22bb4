/** A request that cannot be answered, with the words and the HTTP status to say so. */
export class BadRequest extends Error {
  override readonly name = 'BadRequest';

  constructor(
    message: string,
    readonly status: 400 | 404 | 503 = 400,
  ) {
    super(message);
  }
}
