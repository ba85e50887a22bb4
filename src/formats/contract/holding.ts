import type { Format } from './format.js';

/** What a format can hold, by name; nothing else. */
export function holding(...held: readonly (keyof Format['holds'])[]): Format['holds'] {
  const has = (what: keyof Format['holds']): boolean => held.includes(what);
  return {
    colour: has('colour'),
    name: has('name'),
    many: has('many'),
    title: has('title'),
    start: has('start'),
    goal: has('goal'),
  };
}
