import * as v from 'valibot';
import { solverVersion } from '../../files/built-versions.js';

export const countField = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
export const duration = v.pipe(v.number(), v.finite(), v.minValue(0));
export const shortText = v.pipe(v.string(), v.maxLength(200));

/**
 * The build that sent a message, which alone knows what is in it: another one may have other
 * columns, in another order.
 */
export const ofThisBuild = v.pipe(
  v.string(),
  v.check((build) => build === solverVersion()),
);

/**
 * `value`, which comes from a stranger, as `schema` describes it.
 * @throws what `refused` makes of the name of the first field that is not so.
 */
export function readFields<Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
  refused = (reason: string) => new Error(reason),
): v.InferOutput<Schema> {
  const { success, output, issues } = v.safeParse(schema, value, { abortEarly: true });
  if (success) return output;
  const field = v.getDotPath(issues[0]);
  throw refused(field === null ? 'it is not an object' : `its ${field} is not one`);
}
