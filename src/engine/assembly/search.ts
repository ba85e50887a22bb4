// Learning search: conflict-driven clause learning (MiniSat, Eén and Sörensson 2003) with the lines as
// propagators that explain themselves on demand (lazy clause generation, Ohrimenko, Stuckey and Codish 2009).
// It finds the first solution, the next ones, and the proof that there is no other.

import { Budget, RanOut } from './budget';
import { PERMANENT, addClause } from './clauses';
import { goOnAround } from './count-around';
import { Counters, End, Found, addFound, addImage } from './found';
import { changeMode, decide, noteConflict, proveOnly, refresh, startGuesses } from './guesses';
import { Learning, learn, loadLearning, reduce, reverseKeptGuess } from './learning';
import { Proof, loadProof, noteAdded, proveExcluded, proveExhausted } from './proof';
import { propagate } from './reasons';
import { isRestartDue, noteForRestarts, resetRestarts } from './restarts';
import { Setting, setting } from './settings';
import { Symmetries, clearSymmetries, findSymmetries } from './symmetries';
import { NO_REASON, Trail, assign, backjump, unloadTrail } from './trail';

/**
 * Looks for `wanted` solutions from the current grid on. If `solvable`, one is known to exist, and the hard
 * part is likely to be the proof. The grid, a fixpoint with unknown cells, is afterwards what it was.
 */
export function search<W>(wanted: f64, solvable: bool): End {
  loadLearning<W>();
  if (Proof.on) loadProof();
  // Each step of a proof follows from those before, which an image may not.
  if (wanted == 2 && !Proof.on) findSymmetries<W>();
  else clearSymmetries();
  startGuesses(Symmetries.count > 0);
  if (solvable) proveOnly();
  const end = searchOn<W>(wanted, false);
  unloadTrail<W>();
  return end;
}

/**
 * Goes on from what was learned, until `wanted` solutions are found. If it `counts` them all, those around each are
 * counted with it.
 */
export function searchOn<W>(wanted: f64, counts: bool): End {
  resetRestarts();
  const clauses = setting(Setting.clauses);
  const moreClauses = setting(Setting.moreClauses);
  let nextReduction = <f64>Counters.conflicts + clauses;
  let reductions: f64 = 0;
  while (true) {
    const conflict = propagate<W>();
    if (Budget.stopped != RanOut.nothing) return End.stopped;
    if (conflict != 0) {
      Counters.conflicts++;
      noteForRestarts();
      noteConflict<W>();
      if (Trail.currentLevel > Learning.floor) {
        learn<W>(conflict);
        if (Learning.refuted) return End.exhausted;
      } else if (!reverseKeptGuess<W>()) {
        if (Proof.on) proveExhausted<W>(conflict);
        return End.exhausted;
      }
      continue;
    }
    if (changeMode<W>()) resetRestarts();
    if (isRestartDue()) backjump<W>(Learning.floor);
    if (<f64>Counters.conflicts >= nextReduction) {
      reductions++;
      nextReduction += clauses + moreClauses * reductions;
      reduce<W>();
    }
    refresh<W>();
    if (decide<W>()) continue;
    addFound<W>();
    if (wanted == 2 && Found.count == 1) addImage(Symmetries.maps, Symmetries.count);
    proveOnly();
    if (Found.count >= wanted) return End.wanted;
    const goesOn = counts ? goOnAround<W>() : wanted > 2 ? keepGuesses<W>() : exclude<W>();
    if (!goesOn) return End.exhausted;
  }
}

/**
 * Excludes the solution with a clause: its guesses do not all hold again. To find one more solution this is
 * better than keeping guesses, as the search can still jump back and restart. Returns false if none can be left.
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
 * Keeps all guesses but the last, which it reverses. So a search for many solutions needs no clause for each of
 * them (Gebser et al. 2007, "Conflict-driven answer set enumeration").
 */
function keepGuesses<W>(): bool {
  Learning.floor = Trail.currentLevel;
  return reverseKeptGuess<W>();
}
