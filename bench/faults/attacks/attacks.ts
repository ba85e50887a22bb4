import type { Attack } from '../attack.js';
import { badNotices } from './bad-notices.js';
import { badWords, largeWithoutNames } from './bad-words.js';
import { badQueues } from './bad-queues.js';
import { bestOfNights } from './best-of-nights.js';
import { changedFiles } from './changed-files.js';
import { damagedBytes, damagedPictures } from './damaged-bytes.js';
import { equalPuzzles } from './equal-puzzles.js';
import { escapedNames } from './escaped-names.js';
import { failingCalls } from './failing-calls.js';
import { flippedBits } from './flipped-bits.js';
import { fullDisks } from './full-disks.js';
import { fullOutputs } from './full-outputs.js';
import { gatesAndCopies } from './gates-and-copies.js';
import { gatesInTheWay } from './gates-in-the-way.js';
import { growth, growthOfProofs } from './growth.js';
import { hostileOutputs, hostileReports } from './hostile-outputs.js';
import { hostileRequests } from './hostile-requests.js';
import { killedDataSets } from './killed-data-sets.js';
import { killedOutputs, signalledOutputs } from './killed-outputs.js';
import { killedPrunes } from './killed-prunes.js';
import { killedRetries } from './killed-retries.js';
import { killedReuses } from './killed-reuses.js';
import { killedRounds } from './killed-rounds.js';
import { killedWriters } from './killed-writers.js';
import { killsInStages } from './kills-in-stages.js';
import { killsAtCalls } from './kills-at-calls.js';
import { linkedDatabases } from './linked-databases.js';
import { lostFiles, lostFilesOfOthers, lostFolders } from './lost-files.js';
import { observedKills } from './observed-kills.js';
import { occupiedPlaces } from './occupied-places.js';
import { busyPreviews, outerProcesses } from './outer-processes.js';
import { pagesOfARun } from './pages-of-a-run.js';
import { pastedQuestions } from './pasted-questions.js';
import { closedOutputs, pipes } from './pipes.js';
import { prunedDisks } from './pruned-disks.js';
import { columnsFirst, exportsReadBack, spelledSides } from './read-back.js';
import { strangeIds } from './strange-ids.js';
import { strangeValues } from './strange-values.js';
import { strangersOrders } from './strangers-orders.js';
import { suspensions, suspensionsAndLocks, writersLocks } from './suspensions.js';
import { typosAtGates } from './typos-at-gates.js';
import { untrueRows } from './untrue-rows.js';

/** Every kind of attack that takes a second or two. */
const QUICK: readonly Attack[] = [
  ...[damagedBytes, hostileOutputs, pipes, damagedBytes, killsAtCalls, changedFiles],
  ...[damagedBytes, damagedPictures, closedOutputs, hostileReports, failingCalls, damagedBytes],
  ...[strangeValues, lostFiles, lostFolders, signalledOutputs],
  ...[badWords, lostFilesOfOthers, largeWithoutNames, badWords],
  ...[occupiedPlaces, flippedBits, gatesInTheWay, strangeIds, occupiedPlaces, gatesInTheWay],
  ...[strangersOrders, typosAtGates, untrueRows, escapedNames, exportsReadBack, spelledSides],
  ...[columnsFirst, strangersOrders, typosAtGates, untrueRows],
];

/** Those that take longer: most wait, or let others wait. */
const SLOW: readonly Attack[] = [
  ...[
    bestOfNights,
    killedWriters,
    outerProcesses,
    busyPreviews,
    equalPuzzles,
    pastedQuestions,
    prunedDisks,
    pagesOfARun,
  ],
  ...[
    observedKills,
    fullDisks,
    linkedDatabases,
    killedRetries,
    killedRounds,
    killedReuses,
    killedPrunes,
    gatesAndCopies,
    suspensions,
    growth,
    growthOfProofs,
  ],
  ...[
    killedOutputs,
    badNotices,
    killedDataSets,
    fullOutputs,
    hostileRequests,
    suspensionsAndLocks,
    killsInStages,
    writersLocks,
    badQueues,
  ],
];

/** Each kind once, slow ones and quick ones in turn: a short campaign visits all. */
const EACH_ONCE = SLOW.flatMap((slow, i) => [
  slow,
  ...[...new Set(QUICK)].filter((_, k) => k % SLOW.length === i),
]);

/** The order of a campaign: each kind once, then a third of the quick ones after each slow one. */
export const SCHEDULE: readonly Attack[] = [
  ...EACH_ONCE,
  ...SLOW.flatMap((slow, i) => [slow, ...QUICK.filter((_, k) => k % 3 === i % 3)]),
];
