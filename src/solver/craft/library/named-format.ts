import type { Format } from '../../formats/contract/format.js';
import { FORMATS, formatByName } from '../../formats/registry.js';
import { didYouMean } from '../../core/text/suggest.js';
import { ArgumentError, FormatError } from './errors.js';
import { shownValue } from './options.js';

/**
 * The format with this name, if it `fits`; `done` says what such formats can be: `read` or
 * `written`.
 * @throws ArgumentError if the name is not a text; FormatError with UNKNOWN_FORMAT, which lists the
 *   names of those that fit, if it is not one of them.
 */
export function namedFormat<Fitting extends Format>(
  name: unknown,
  fits: (format: Format) => format is Fitting,
  done: string,
): Fitting;
export function namedFormat(name: unknown, fits: (format: Format) => boolean, done: string): Format;
export function namedFormat(
  name: unknown,
  fits: (format: Format) => boolean,
  done: string,
): Format {
  if (typeof name !== 'string') {
    throw new ArgumentError(`expected the name of a format, got ${shownValue(name)}`);
  }
  const format = formatByName(name);
  if (format !== null && fits(format)) return format;
  const names = FORMATS.filter(fits).map((fitting) => fitting.name);
  const problem =
    format === null ? `there is no format "${name}"` : `the format "${name}" cannot be ${done}`;
  throw new FormatError(
    'NM_FORMAT_UNKNOWN',
    `${problem}${didYouMean(name, names)}; there are ${names.join(', ')}`,
  );
}
