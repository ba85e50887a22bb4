// Learning search: conflict-driven clause learning (MiniSat, Eén and Sörensson 2003) with the lines
// as propagators that explain themselves on demand (lazy clause generation, Ohrimenko, Stuckey and
// Codish 2009). It finds the first solution, the next ones, and the proof that there is no other.

import { PERMANENT, addClause } from './clauses';
import { findSolution } from './find-solution';
import { End, FoundSolutions, addFound, addImage } from './found';
import { proveOnly, startGuesses, turnToProof } from './guesses';
import { Learning, loadLearning, reverseKeptGuess } from './learning';
import { LongProof, awaitProof, beginProof, helpProof } from './long-proof';
import { Proof, loadProof, noteAdded, proveExcluded, proveExhausted } from './proof';
import { reduceByConflicts } from './reductions';
import { resetRestarts } from './restarts';
import { Symmetries, clearSymmetries, findSymmetries } from './symmetries';
import { NO_REASON, Trail, assign, backjump, unloadTrail } from './trail';

/**
 * Looks for `wanted` solutions. If `solvable`, one is known to exist, and the hard part is likely
 * to be the proof. The grid, a fixpoint with unknown cells, is afterwards what it was.
 */
export function search<W>(wanted: f64, solvable: bool): End {
  loadLearning<W>();
  if (Proof.on) loadProof();
  // Each step of a proof follows from those before, which an image may not.
  if (wanted == 2 && !Proof.on) findSymmetries<W>();
  else clearSymmetries();
  startGuesses(Symmetries.count > 0);
  if (solvable) proveOnly();
  awaitProof();
  const end = searchOn<W>(wanted);
  unloadTrail<W>();
  return end;
}

/** Goes on from what was learned, until `wanted` solutions are found. */
function searchOn<W>(wanted: f64): End {
  resetRestarts();
  reduceByConflicts();
  while (true) {
    const end = findSolution<W>(Learning.learned, 0, LongProof.at);
    if (end == End.givenUp) {
      const helped = helpProof<W>();
      if (helped != End.givenUp) return helped;
      continue;
    }
    if (end != End.wanted) return end;
    addFound<W>();
    if (wanted == 2 && FoundSolutions.count == 1) addImage(Symmetries.maps, Symmetries.count);
    turnToProof();
    if (wanted == 2) beginProof();
    if (FoundSolutions.count >= wanted) return End.wanted;
    // A proof can say why a clause holds, but not why a guess is kept.
    const goesOn = wanted > 2 && !Proof.on ? keepGuesses<W>() : exclude<W>();
    if (!goesOn) return End.exhausted;
  }
}

/**
 * Excludes the solution by a clause against its guesses: for one more solution better than keeping
 * guesses, as the search can still jump back and restart. False if none can be left.
 */
function exclude<W>(): bool {
  const size = Trail.currentLevel;
  if (size == 0) {
    if (Proof.on) proveExhausted<W>(0);
    return false;
  }
  const literals = Learning.learned;
  for (let level = size; level >= 1; level--) {
    literals[size - level] = Trail.literals[Trail.levelStart[level]] ^ 1;
  }
  if (Proof.on) proveExcluded<W>(literals, size);
  backjump<W>(size - 1);
  const reason = size == 1 ? NO_REASON : addClause(literals, size, PERMANENT);
  if (Proof.on && size > 1) noteAdded(reason);
  assign<W>(literals[0], reason);
  return true;
}

/**
 * Keeps all guesses but the last, which it reverses. So a search for many solutions needs no clause
 * for each of them (Gebser et al. 2007, "Conflict-driven answer set enumeration").
 */
function keepGuesses<W>(): bool {
  Learning.floor = Trail.currentLevel;
  return reverseKeptGuess<W>();
}
