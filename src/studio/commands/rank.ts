import { findRun } from '../../pipeline/store/stored-runs/read-runs.js';
import { command, type CommandContext } from '../../pipeline/cli/frame/command.js';
import type { CommandOutcome } from '../../pipeline/cli/terminal/outcome.js';
import { checkRank, rankFlags, rankSections, type RankOptions } from '../ranking/rated.js';
import { withStore } from '../../pipeline/cli/frame/with-store.js';

export const rank = command({
  name: 'rank',
  summary: 'Put puzzles in order, the easiest first.',
  operands: { usage: '<corpus...|run>', min: 0, max: Infinity, missing: '' },
  description:
    'Ranks the puzzles of corpora, or those of a run (by its number or name; the latest by ' +
    'default), by how hard they are for people. Corpora are solved first; a run already has its ' +
    'scores, and missing ones are worked out. Puzzles without exactly one solution come last, ' +
    'with the reason.\n\n' +
    'The score says how much effort a puzzle takes: one more is twice the effort. ' +
    'docs/solver/difficulty.md has the definition and the evidence.',
  flags: rankFlags,
  sections: rankSections,
  examples: {
    'nonomill rank book/': 'The puzzles of a folder, the easiest first.',
    'nonomill rank': 'Those of the latest run.',
    'nonomill rank puzzles.csv --csv > ranked.csv': 'As a table for other programs.',
  },
  check: checkRank,
  execute,
});

async function execute(options: RankOptions, context: CommandContext): Promise<CommandOutcome> {
  const { what, db, timeout, json, csv } = options;
  const { terminal } = context;
  // Threads and database take a while to load, so the help does without them.
  const { ratedOfCorpora, ratedOfRun } = await import('../ranking/rated.js');
  const { rankingOf } = await import('../ranking/ranking.js');
  const { rankingCsv, rankingJson, rankingText } = await import('../ranking/ranking.js');
  const show = async (results: Parameters<typeof rankingOf>[0]): Promise<CommandOutcome> => {
    const ranking = rankingOf(results);
    if (json) await terminal.print(rankingJson(ranking));
    else if (csv) for (const line of rankingCsv(ranking)) await terminal.print(line);
    else {
      const { isTty, columns } = terminal.output;
      await terminal.print(rankingText(ranking, isTty ? columns : Infinity));
    }
    return 'done';
  };
  if (what.kind === 'corpora') {
    const results = await ratedOfCorpora(what.corpora, options, context);
    return results === null ? 'interrupted' : show(results);
  }
  return withStore(db, (store) => {
    const { runId } = findRun(store, what.run ?? undefined);
    return show(ratedOfRun(store, runId, timeout));
  });
}
