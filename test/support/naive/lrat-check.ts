/**
 * What is wrong with an LRAT certificate that the clauses of a DIMACS file contradict each other;
 * null: nothing. It follows the hints and nothing else, each of which has to do its part, and
 * shares no code with the program.
 */
export function lratFault(cnf: string, lrat: string): string | null {
  const clauses = new Map<number, readonly number[]>();
  for (const clause of clausesOf(cnf)) clauses.set(clauses.size + 1, clause);
  let last = clauses.size;
  let isRefuted = false;
  for (const line of lrat.trimEnd().split('\n')) {
    const words = line.split(' ');
    const id = Number(words[0]);
    if (words[1] === 'd') {
      for (const dropped of words.slice(2, -1).map(Number)) {
        if (!clauses.delete(dropped)) return `${line}: clause ${dropped} is not there`;
      }
      continue;
    }
    const numbers = words.slice(1).map(Number);
    const end = numbers.indexOf(0);
    if (end < 0 || numbers.indexOf(0, end + 1) !== numbers.length - 1)
      return `${line}: not a lemma`;
    if (!(id > last)) return `${line}: its number does not come after ${last}`;
    last = id;
    const literals = numbers.slice(0, end);
    const fault = hintsFault(clauses, literals, numbers.slice(end + 1, -1));
    if (fault !== null) return `${line}: ${fault}`;
    clauses.set(id, literals);
    isRefuted ||= literals.length === 0;
  }
  return isRefuted ? null : 'the empty clause is missing';
}

/** Why a clause does not follow from those that the hints name; null if it does. */
function hintsFault(
  clauses: ReadonlyMap<number, readonly number[]>,
  literals: readonly number[],
  hints: readonly number[],
): string | null {
  const falsified = new Set(literals);
  for (const [place, hint] of hints.entries()) {
    const clause = clauses.get(hint);
    if (clause === undefined) return `clause ${hint} is not there`;
    const open = clause.filter((literal) => !falsified.has(literal));
    if (open.length === 0)
      return place === hints.length - 1 ? null : 'hints after the contradiction';
    if (open.length > 1) return `clause ${hint} has more than one literal that is not false`;
    falsified.add(-open[0]);
  }
  return 'no contradiction';
}

/** The clauses of a DIMACS file. */
export function clausesOf(cnf: string): (readonly number[])[] {
  const lines = cnf.split('\n').filter((line) => line !== '' && !/^[cp]/.test(line));
  return lines.map((line) => line.split(' ').map(Number).slice(0, -1));
}
