import type { Format, NamedPuzzle } from '../../formats/contract/format.js';

/** A puzzle with only what a format can hold. */
export function asHeldBy({ holds }: Format, named: NamedPuzzle): NamedPuzzle {
  const { puzzle } = named;
  return {
    name: holds.name ? named.name : null,
    title: holds.title ? named.title : null,
    puzzle,
    goal: holds.goal ? named.goal : null,
  };
}
