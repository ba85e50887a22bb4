import type { JSX } from 'preact';
import { countText, numberOf } from '../../../../solver/core/text/numbers.js';
import type { GatesAnswer } from '../../api.js';
import { gatesVerdict } from '../../../record/outcome.js';
import { plainText } from '../../../../solver/core/text/plain-text.js';
import { TableView } from '../parts/table.js';
import { useFetched } from '../window/fetched.js';

/**
 * What is new in a run that has ended, PASS or FAIL of each of its gates, and its files that are
 * copies of others.
 */
export function GatesOfRun({ run }: { readonly run: number }): JSX.Element | null {
  const { data } = useFetched<GatesAnswer>(`/api/runs/${run}/gates`);
  if (data === null) return null;
  const { since, gates, findings, command, copies, copied } = data;
  const failed = gates.filter(({ holds }) => !holds).length;
  return (
    <>
      {since !== null && <SinceOfRun run={run} since={since} />}
      {gates.length > 0 && (
        <section class={`notice gate-list ${failed === 0 ? 'good' : 'bad'}`} aria-label="Gates">
          <h2>{gatesVerdict(gates.length, failed)}</h2>
          <ul class="gates">
            {gates.map(({ flag, holds, misfits, why, compared }) => (
              <li key={flag}>
                <span class={`badge ${holds ? 'unique' : 'contradiction'}`}>
                  {holds ? 'PASS' : 'FAIL'}
                </span>{' '}
                <code>{flag}</code>
                {!holds && ` (${countText(misfits)}): ${why.join('; ')}`}
                {compared !== null && !why.includes(compared) && `${holds ? ':' : ';'} ${compared}`}
                <Unmet run={run} findings={findings.filter(({ gate }) => gate === flag)} />
              </li>
            ))}
          </ul>
          {failed > 0 && (
            <p class="small">
              All that does not meet them: <code>{command}</code>
            </p>
          )}
        </section>
      )}
      {copies.map(({ path, of, results, rejects }) => (
        <p class="small" key={path}>
          {numberOf(results + rejects, 'entry is', 'entries are')} in {path} too, a copy of {of}.
        </p>
      ))}
      {copied > copies.length && (
        <p class="small">And {numberOf(copied - copies.length, 'more copy', 'more copies')}.</p>
      )}
    </>
  );
}

/** What a fact is about: a link to the puzzles, if the list can be filtered by it. */
function About({ word, run }: { readonly word: string; readonly run: number }): JSX.Element | null {
  if (word === '') return null;
  if (word !== 'new' && word !== 'changed') return <b>{word} </b>;
  return (
    <>
      <a href={`/runs/${run}?since=${word}#puzzles`} title="See these puzzles">
        <b>{word}</b>
      </a>{' '}
    </>
  );
}

/** What is new since the night before. */
function SinceOfRun(props: {
  readonly run: number;
  readonly since: NonNullable<GatesAnswer['since']>;
}): JSX.Element {
  const { run } = props;
  const { heading, facts, lists, next } = props.since;
  return (
    <section class="card" aria-label="What is new">
      <h2>{heading}</h2>
      <ul class="gates">
        {facts.map(([about, text]) => (
          <li key={text}>
            <About word={about} run={run} />
            {text}
          </li>
        ))}
      </ul>
      {next !== null && (
        <p class="small">
          <b>next</b> {next.what}
          {next.command !== null && (
            <>
              : <code>{next.command}</code>
            </>
          )}
          {next.accept !== null && (
            <>
              ; or, if it may stay so: <code>{next.accept}</code>
            </>
          )}
        </p>
      )}
      {lists.map((list) => (
        <details key={list.heading} open={list.about === 'worse'}>
          <summary>
            {list.heading} ({countText(list.total)})
          </summary>
          <TableView
            title={list.heading}
            columns={list.columns.map((column) =>
              typeof column === 'string' ? [column] : [column.number, 'number'],
            )}
            rows={list.rows.map(({ cells, puzzleId }) =>
              cells.map((cell, i) =>
                i === 0 && puzzleId != null ? (
                  <a href={`/runs/${run}/puzzles/${puzzleId}`}>{cell}</a>
                ) : (
                  cell
                ),
              ),
            )}
          />
          {list.total > list.rows.length && (
            <p class="soft small">
              and {countText(list.total - list.rows.length)} {list.more}
            </p>
          )}
        </details>
      ))}
    </section>
  );
}

/** The first that do not meet a gate, by name and place. */
function Unmet(props: {
  readonly run: number;
  readonly findings: GatesAnswer['findings'];
}): JSX.Element | null {
  const { run, findings } = props;
  const items = findings.flatMap((finding) => finding.items);
  if (items.length === 0) return null;
  const named = items.reduce((sum, { count }) => sum + count, 0);
  const rest = findings.reduce((sum, { total }) => sum + total, 0) - named;
  return (
    <ul class="unmet small">
      {items.map(({ puzzleId, called, path, line, what }, i) => {
        const place = `${plainText(path)}${line === null ? '' : `:${line}`}`;
        return (
          <li key={i}>
            {puzzleId === null ? (
              called !== path && `${plainText(called)} `
            ) : (
              <>
                <a href={`/runs/${run}/puzzles/${puzzleId}`}>{plainText(called)}</a>{' '}
              </>
            )}
            <code>{place}</code>: {plainText(what)}
          </li>
        );
      })}
      {rest > 0 && <li>and {countText(rest)} more</li>}
    </ul>
  );
}
