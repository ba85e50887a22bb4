import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { NO_DUCKDB, duckdb } from '../../support/duckdb.js';
import { ROOT, nonomill } from '../../support/nonomill.js';
import { NO_NUMPY, numpy } from '../../support/numpy.js';
import { folderWith } from '../../support/temporary.js';

const PAGE = readFileSync(join(ROOT, 'docs', 'lab', 'datasets.md'), 'utf8');

function example(language: string): string {
  return new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'ms').exec(PAGE)![1];
}

/** The words of the page's first command, which makes a data set. */
const WORDS = /^ {4}nonomill (dataset .*?[^\\])$/ms.exec(PAGE)![1].split(/\s+(?:\\\s+)?/);

describe('The examples of docs/lab/datasets.md do what they say', () => {
  const folder = folderWith({});
  before(async () => {
    const words = WORDS.map((word) => (word === '100000' ? '500' : word));
    const { code, stderr } = await nonomill(words, { cwd: folder });
    assert.equal(code, 0, stderr);
  });

  test('in Python', { skip: NO_NUMPY }, () => {
    const printed = numpy(`${example('python')}print(x.shape[1], y.shape[1], x.max())`, folder);
    assert.match(printed, /^100 100 (10|[5-9])\n$/);
  });

  test('in SQL, which sees no shape on both sides of a split', { skip: NO_DUCKDB }, async () => {
    const path = (sql: string): string => sql.replaceAll("'ten/", `'${join(folder, 'ten')}/`);
    const stars = await duckdb([path(example('sql'))]);
    assert.deepEqual(stars.map(([number]) => number).sort(), [1, 2]);
    const counted = path(`SELECT count(*), count(DISTINCT shape), count(DISTINCT filename)
      FROM read_parquet('ten/*.parquet', filename = true)`);
    assert.deepEqual(await duckdb([counted]), [['500', '500', '3']]);
    const differ = path(`SELECT count(*) FROM 'ten/train.parquet' AS p JOIN 'ten/train.jsonl' AS j
      ON p.id = j.id AND p.shape = j.shape AND p.stars = j.grade.stars
        AND p.solution = replace(j.answer, chr(10), '/')`);
    const all = await duckdb([path("SELECT count(*) FROM 'ten/train.parquet'")]);
    assert.deepEqual(await duckdb([differ]), all);
  });
});
