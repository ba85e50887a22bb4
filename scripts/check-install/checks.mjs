// What must work in a folder into which the package was installed, one function for each check: it
// throws if something does not.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, lstatSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { outputOf } from '../outcomes.mjs';

/** The most that an installation may take, in bytes; most of it is the database's. */
const MOST_BYTES = 45_400_000;

/** The most packages that may come with the package, those of one system included. */
const MOST_PACKAGES = 10;

const PUZZLES = `width,height,rows,columns
3,3,1 1/1/1 1,1 1/1/1 1
2,2,1/1,1/1
`;

const LIBRARY = `
import { readPuzzles, solve } from 'nonomill';
import { openResults, run, solveMany } from 'nonomill/node';

const { puzzles } = readPuzzles('rows,columns\\n1;1,1;1\\n1 1;1;1 1,1 1;1;1 1\\n');
let multiple = 0;
for await (const { result } of solveMany(puzzles, { threads: 1 })) {
  if (result.status === 'multiple') multiple++;
}
const outcome = await run({ corpora: ['puzzles.csv'], db: 'library.sqlite', threads: 1 });
const stored = openResults('library.sqlite');
const solved = [...stored.results({ run: outcome.runId })].length;
stored.close();
console.log(solve(puzzles[1].puzzle).status, solved, multiple);
`;

const TYPED = `${LIBRARY}
import type { SolveResult } from 'nonomill';
import type { RunOutcome } from 'nonomill/node';
const checked: [SolveResult, RunOutcome] = [solve(puzzles[0].puzzle), outcome];
// @ts-expect-error: the types are there, and say so.
solve(1, checked);
`;

/**
 * Solves hard puzzles under a limit of steps, and prints how much work it was: some end in it. The
 * sides are those at which the arithmetic of JavaScript has differed between its versions.
 */
const WORK = `
import { readPuzzles, rate, solve } from 'nonomill';

let seed = 64;
const random = () => (seed = (Math.imul(seed, 1664525) + 1013904223) | 0) >>> 8;
const lengths = (line) => line.match(/1+/g)?.map((block) => block.length).join(' ') ?? '0';
for (let i = 0; i < 200; i++) {
  const [side, share] = i % 5 === 0 ? [15, 60] : [32, 46];
  const rows = Array.from({ length: side }, () =>
    Array.from({ length: side }, () => (random() % 100 < share ? '1' : '0')).join(''),
  );
  const columns = Array.from(rows, (_, x) => rows.map((row) => row[x]).join(''));
  const [{ puzzle }] = readPuzzles(
    \`rows,columns\\n\${rows.map(lengths).join('/')},\${columns.map(lengths).join('/')}\\n\`,
  ).puzzles;
  const limits = { timeoutMs: Infinity, maxSteps: 60_000, count: i % 7 === 0 ? 'exact' : 2 };
  const { status, conflicts, decisions, lineSolves, solutions } = solve(puzzle, limits);
  const difficulty = side === 15 ? rate(puzzle)?.difficulty : null;
  console.log(i, status, conflicts, decisions, lineSolves, solutions, difficulty);
}
`;

/** What WORK printed where it was first tried. */
let firstWork = null;

/** The work must be the same wherever it is done. */
function comparesWork(printed) {
  assert.equal(printed.trim().split('\n').length, 200);
  assert.equal(printed, (firstWork ??= printed));
}

/** `folder` has the package installed; `node` is the Node.js to use, `env` its environment. */
export function checksOf({ folder, node, env, root }) {
  writeFileSync(join(folder, 'puzzles.csv'), PUZZLES);
  const bin = join(folder, 'node_modules', 'nonomill', 'bin', 'nonomill.js');

  const start = (...words) => spawnSync(node, words, { cwd: folder, env, encoding: 'utf8' });

  const nonomill = (...words) => outputOf(node, [bin, ...words], { cwd: folder, env });

  return {
    'an installation is small': () => {
      const modules = join(folder, 'node_modules');
      const files = readdirSync(modules, { recursive: true }).map(String);
      const bytes = files.reduce((sum, name) => {
        const stats = lstatSync(join(modules, name));
        return sum + (stats.isFile() ? stats.size : 0);
      }, 0);
      assert.ok(bytes <= MOST_BYTES, `${bytes} bytes, at most ${MOST_BYTES}`);
      const lock = JSON.parse(readFileSync(join(modules, '.package-lock.json'), 'utf8'));
      const names = Object.keys(lock.packages).filter((name) => name !== 'node_modules/nonomill');
      assert.ok(names.length <= MOST_PACKAGES, `${names.length} packages: ${names.join(', ')}`);
    },
    'nonomill is a command of the folder': () => {
      const windows = process.platform === 'win32';
      const command = join(folder, 'node_modules', '.bin', windows ? 'nonomill.cmd' : 'nonomill');
      const options = { cwd: folder, env, encoding: 'utf8', shell: windows };
      const manifest = join(folder, 'node_modules', 'nonomill', 'package.json');
      const { version } = JSON.parse(readFileSync(manifest, 'utf8'));
      assert.equal(spawnSync(command, ['--version'], options).stdout.trim(), version);
    },
    'run solves a corpus and writes a report': () => {
      const { byStatus } = JSON.parse(nonomill('run', 'puzzles.csv', '--json', '--quiet'));
      assert.equal(byStatus.unique, 1);
      assert.equal(byStatus.multiple, 1);
      assert.ok(existsSync(join(folder, 'reports', 'run-1', 'index.html')));
      assert.ok(existsSync(join(folder, 'reports', 'nonomill.sqlite')));
    },
    'stats draws an answer, and names the package that PNG needs': () => {
      const words = ['stats', '--by', 'width', '--of', 'unique', '--chart'];
      nonomill(...words, 'chart.svg');
      const { status, stderr } = start(bin, ...words, 'chart.png');
      assert.equal(status, 2, stderr);
      assert.match(stderr, /npm install @resvg\/resvg-wasm/);
    },
    'solve draws a puzzle': () => {
      assert.match(nonomill('solve', 'puzzles.csv'), /one solution/);
    },
    'convert writes another format': () => {
      nonomill('convert', 'puzzles.csv', 'puzzles.json');
      assert.equal(JSON.parse(readFileSync(join(folder, 'puzzles.json'), 'utf8')).length, 2);
    },
    'sheets writes a book': () => {
      nonomill('sheets', 'puzzles.csv', '--out', 'book.pdf');
      assert.match(readFileSync(join(folder, 'book.pdf'), 'latin1'), /^%PDF-.*DejaVuSans/s);
    },
    'worker has all that it needs to look for its queue': () => {
      const { status, stderr } = start(bin, 'worker', '--queue', 'redis://127.0.0.1:1');
      assert.equal(status, 1);
      assert.match(stderr, /redis:\/\/127\.0\.0\.1:1 does not answer \(ECONNREFUSED\)/);
    },
    'the library is imported from JavaScript': () => {
      writeFileSync(join(folder, 'library.mjs'), LIBRARY);
      assert.equal(outputOf(node, ['library.mjs'], { cwd: folder, env }), 'unique 2 1\n');
    },
    'a limit of steps ends hard puzzles where it does on other versions': () => {
      writeFileSync(join(folder, 'work.mjs'), WORK);
      const { stdout, stderr } = spawnSync(node, ['work.mjs'], { cwd: folder, encoding: 'utf8' });
      assert.equal(stderr, '');
      comparesWork(stdout);
    },
    'the library is imported from TypeScript, resolved as Node.js does': () => {
      checksTypes({ folder, node, env, root }, 'nodenext', 'nodenext', 'library.mts');
    },
    'the library is imported from TypeScript, resolved as bundlers do': () => {
      checksTypes({ folder, node, env, root }, 'esnext', 'bundler', 'library.ts');
    },
    'its types need no others, and are read by TypeScript 5.4': () => {
      checksTypesAlone({ folder, node, env, root });
    },
    'serve shows the run': () => servesPages({ node, bin, folder, env }),
  };
}

/** The most that an installation of the solver may take, in bytes. */
const MOST_SOLVER_BYTES = 1_150_000;

/** What must hold in a folder in which the solver's package is installed. */
export function checksOfSolver({ folder, node, env, root }) {
  const name = solverIn(root);
  const place = join(folder, 'node_modules', name);
  return {
    'it comes alone, without a script, and is small': () => {
      const entries = readdirSync(join(folder, 'node_modules'));
      const packages = entries.filter((entry) => !entry.startsWith('.'));
      assert.deepEqual(packages, [name.split('/')[0]]);
      const { dependencies, scripts } = JSON.parse(
        readFileSync(join(place, 'package.json'), 'utf8'),
      );
      assert.deepEqual([dependencies, scripts], [undefined, undefined]);
      const files = readdirSync(place, { recursive: true }).map((file) =>
        join(place, String(file)),
      );
      const bytes = files.map((file) => lstatSync(file)).filter((stats) => stats.isFile());
      const sum = bytes.reduce((total, { size }) => total + size, 0);
      assert.ok(sum <= MOST_SOLVER_BYTES, `${sum} bytes, at most ${MOST_SOLVER_BYTES}`);
    },
    'its types need no others, and are read by TypeScript 5.4, resolved as Node.js does and as bundlers do':
      () => {
        for (const [module, moduleResolution] of [
          ['nodenext', 'nodenext'],
          ['esnext', 'bundler'],
        ]) {
          const text = `import { solve } from '${name}';\nimport { openWorker } from '${name}/worker';\nexport const status: string = solve({ rows: [[1]], columns: [[1]] }).status;\n// @ts-expect-error: the types are there, and say so.\nsolve(openWorker);\n`;
          const options = {
            module,
            moduleResolution,
            target: 'es2022',
            lib: ['es2022'],
            types: [],
          };
          compiles({ folder, node, env }, olderTypeScript(root), 'alone.mts', text, options);
        }
      },
    ...checksOfSolverIn({ folder, command: [node], root }),
  };
}

/** What must work where `command` runs scripts, with the solver's package installed in `folder`. */
export function checksOfSolverIn({ folder, command, root }) {
  const [program, ...first] = command;
  const place = join(folder, 'node_modules', solverIn(root));
  const printed = (file, code) => {
    writeFileSync(join(folder, file), code);
    return outputOf(program, [...first, file], { cwd: folder });
  };
  return {
    'its first page says how it is used': () => {
      const readme = readFileSync(join(place, 'README.md'), 'utf8');
      const [library, worker] = [...readme.matchAll(/^```js\n(.*?)^```$/gms)].map(
        ([, code]) => code,
      );
      assert.match(printed('library.mjs', library), /^unique \.#\.\/###\/\.#\. 1\n.*\nmultiple \[/);
      assert.equal(printed('worker.mjs', worker), 'multiple\n');
    },
    'its file for pages works': () => {
      const code = `import { solve } from '${solverIn(root)}/nonomill.min.js';\nconsole.log(solve({ rows: [[1]], columns: [[1]] }).status);\n`;
      assert.equal(printed('page.mjs', code), 'unique\n');
    },
  };
}

function solverIn(root) {
  return JSON.parse(readFileSync(join(root, 'scripts', 'release', 'home.json'), 'utf8')).solver;
}

/** What must work where `command` runs scripts, with the package installed in `folder` by npm. */
export function checksOfRuntime({ folder, command }) {
  const [program, ...first] = command;
  const script = (...words) => outputOf(program, [...first, ...words], { cwd: folder });
  const bin = join('node_modules', 'nonomill', 'bin', 'nonomill.js');
  const db = `${basename(program)}.sqlite`;
  return {
    'run solves a corpus, and goes on with it': () => {
      const words = ['run', 'puzzles.csv', '--db', db, '--json', '--quiet', '--no-report'];
      const { byStatus } = JSON.parse(script(bin, ...words));
      assert.deepEqual([byStatus.unique, byStatus.multiple], [1, 1]);
      assert.equal(JSON.parse(script(bin, ...words, '--resume')).puzzles, 2);
    },
    'solve draws a puzzle': () => {
      assert.match(script(bin, 'solve', 'puzzles.csv'), /one solution/);
    },
    'a limit of steps ends hard puzzles where it does on Node.js': () => {
      comparesWork(script('work.mjs'));
    },
    'the library solves, runs, and reads what it has stored': () => {
      writeFileSync(
        join(folder, 'library.mjs'),
        LIBRARY.replace('library.sqlite', `library-${db}`),
      );
      assert.equal(script('library.mjs'), 'unique 2 1\n');
    },
  };
}

/**
 * Checks the types of the package alone, by an older TypeScript, without those of Node.js or
 * browsers.
 */
function checksTypesAlone(place) {
  const text = `import { solve } from 'nonomill';\nimport { run } from 'nonomill/node';\nexport { run, solve };\n`;
  const options = { module: 'nodenext', target: 'es2022', lib: ['es2022'], types: [] };
  compiles(place, olderTypeScript(place.root), 'alone.mts', text, options);
}

/** Where nothing but this Node.js is tried, there is the TypeScript of the clone alone. */
function olderTypeScript(root) {
  const own = join(root, 'scripts', 'check-install', 'node_modules', 'typescript-5.4');
  return existsSync(own) ? own : join(root, 'node_modules', 'typescript');
}

/** Checks the types strictly, those of the package too, with the TypeScript of the clone. */
function checksTypes(place, module, moduleResolution, name) {
  const modules = join(place.root, 'node_modules');
  const typeRoots = [join(modules, '@types')];
  const options = { module, moduleResolution, target: 'es2023', types: ['node'], typeRoots };
  compiles(place, join(modules, 'typescript'), name, TYPED, options);
}

function compiles({ folder, node, env }, typescript, name, text, options) {
  writeFileSync(join(folder, name), text);
  const compilerOptions = { ...options, strict: true, noEmit: true, skipLibCheck: false };
  const config = JSON.stringify({ compilerOptions, files: [name] });
  writeFileSync(join(folder, 'tsconfig.json'), config);
  outputOf(node, [join(typescript, 'bin', 'tsc'), '-p', '.'], { cwd: folder, env });
}

async function servesPages({ node, bin, folder, env }) {
  const server = spawn(node, [bin, 'serve', '--port', '0'], { cwd: folder, env });
  try {
    const address = await addressIn(server);
    const page = await fetch(address);
    assert.equal(page.status, 200);
    assert.match(await page.text(), /<script/);
    const runs = await fetch(new URL('/api/runs', address));
    assert.equal(runs.status, 200);
  } finally {
    server.kill();
    if (server.exitCode === null && server.signalCode === null) await once(server, 'exit');
  }
}

/** The address that the server says it listens on. */
async function addressIn(server) {
  let said = '';
  for (const stream of [server.stdout, server.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      said += `${line}\n`;
      server.emit('said');
    });
  }
  server.on('exit', () => server.emit('said'));
  for (;;) {
    const address = /http:\/\/\S+/.exec(said);
    if (address !== null) return address[0];
    if (server.exitCode !== null) throw new Error(`serve ended: ${said}`);
    await once(server, 'said');
  }
}
