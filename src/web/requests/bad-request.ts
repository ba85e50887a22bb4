/** A request that cannot be answered, with the message and the HTTP status. */
export class BadRequest extends Error {
  override readonly name = 'BadRequest';

  constructor(
    message: string,
    readonly status: 400 | 404 | 503 = 400,
  ) {
    super(message);
  }
}
