/** Sets in groups that share no member with sets of other groups. */
export function linkedSets(sets: readonly (readonly number[])[]): (readonly number[])[][] {
  const groupOf = new Map<number, (readonly number[])[]>();
  for (const set of sets) {
    const met = new Set<(readonly number[])[]>();
    for (const member of set) {
      const group = groupOf.get(member);
      if (group !== undefined) met.add(group);
    }
    const merged = [set, ...[...met].flat()];
    for (const member of new Set(merged.flat())) groupOf.set(member, merged);
  }
  return [...new Set(groupOf.values())];
}
