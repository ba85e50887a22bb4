// How much src and workers are made of, which only goes down: house.json says how much there may
// be, and --lower writes there what has been reached. And what things are called: no two modules of
// src export the same name, which a reader would take for the same thing, and no name has a word
// that only those who were there would understand. Left out are the modules that are generated
// and, of the names, the library, whose functions are called as what they are made of, and the
// assembly of the engine, which is a program of its own.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PACKAGES } from '../.dependency-cruiser.mjs';
import { root } from './prepare.mjs';

/** The most there may be. A package's or a layer's doors are its files that others import. */
const MOST = join(root, 'scripts', 'house.json');
const BOUNDS = JSON.parse(readFileSync(MOST, 'utf8'));

const GENERATED = ['src/solver/engine/wasm/module.ts', 'src/lab/census-module.ts'];
const ASSEMBLY = /^src\/(solver\/engine\/assembly\/|lab\/census-assembly)/;
/** Their names are asked for from outside, or are those of what they hand on. */
const LIBRARY = /^src\/(index|node|worker)\.ts$/;
const NAMED_APART =
  /^src\/(solver\/(engine\/assembly|craft\/library)|pipeline\/runs\/node-library)\//;
/** Words of this house alone, with what every engineer calls it. */
const PRIVATE = { rival: 'external', wing: 'package or layer', door: 'export', desk: 'buffer' };

const DECLARED =
  /^export (?:default )?(?:async |abstract )?(?:const enum|const|let|function\*?|class|interface|type|enum) (\w+)/gm;
const LISTED = /^export (?:type )?\{([^}]*)\}/gm;
const IMPORTED = /^(?:import|export) (?:type )?([^'";()=]*?)(?: from )?'([^']+)';/gm;
const IMPORTED_LATER = /import\(\s*'([^']+)'\s*\)/g;

const files = filesOf(['src', 'workers']);
const testing = filesOf(['test', 'bench']);
const texts = new Map(
  [...files, ...testing].map((file) => [file, readFileSync(join(root, file), 'utf8')]),
);
const declared = new Map(files.map((file) => [file, namesIn(file, DECLARED)]));
const uses = files.flatMap(usesOf);
const reached = measures();
const shown = Object.entries(reached).map(([name, value]) => `${value} ${name}`);
process.stdout.write(`house: ${shown.join(', ')}\n`);
if (process.argv.includes('--lower')) lowerBounds();
const wrong = [...tooMany(), ...misnamed()];
process.stderr.write(wrong.map((line) => `${line}\n`).join(''));
if (wrong.length > 0) process.exit(1);

function filesOf(folders) {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true })
      .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
      .filter((name) => /\.tsx?$/.test(name) && !GENERATED.includes(name))
      .sort(),
  );
}

function measures() {
  const nameOf = ({ of, name }) => `${of} ${name}`;
  const exported = [...declared].flatMap(([of, names]) => {
    const listed = namesIn(of, LISTED).flatMap(namesOfList);
    return [...new Set([...names, ...listed])].map((name) => nameOf({ of, name }));
  });
  const imported = new Set(uses.map(nameOf));
  // A command's file is imported when it is named.
  const later = new Set(uses.filter(({ name }) => name === '*').map(({ of }) => of));
  const alone = exported.filter((entry) => {
    const [file] = entry.split(' ');
    return !imported.has(entry) && !later.has(file) && !LIBRARY.test(file) && !ASSEMBLY.test(file);
  });
  const tested = new Set(testing.flatMap(usesOf).map(nameOf));
  const fromLayers = uses.filter(({ by, of }) => layerOf(by) !== layerOf(of));
  const fromPackages = fromLayers.filter(
    ({ by, of }) => packageOf(by) in PACKAGES && packageOf(by) !== packageOf(of),
  );
  const count = (all) => new Set(all).size;
  const sources = files.map((file) => texts.get(file));
  const lines = (text) => text.split('\n').length;
  return {
    lines: sources.reduce((sum, text) => sum + lines(text) - 1, 0),
    files: files.length,
    folders: count(files.map((file) => dirname(file))),
    'exported names': exported.length,
    'exported names that no other module imports': alone.length,
    'exported names for tests alone': alone.filter((entry) => tested.has(entry)).length,
    'doors of layers': count(fromLayers.map(({ of }) => of)),
    'doors of packages': count(fromPackages.map(({ of }) => of)),
    'names used from another layer': count(fromLayers.map(nameOf)),
    'names used from another package': count(fromPackages.map(nameOf)),
    'lines of imports': sources
      .flatMap((text) => text.match(IMPORTED) ?? [])
      .reduce((sum, statement) => sum + lines(statement), 0),
  };
}

function namesIn(file, pattern) {
  return Array.from(texts.get(file).matchAll(pattern), ([, name]) => name);
}

/** What `{ a, type b as c }` exports: a and c. */
function namesOfList(list) {
  return list.split(',').flatMap((one) => one.trim().split(/\s/).at(-1) || []);
}

/** The names that a file takes from others; a file that is imported as a whole is `*`. */
function usesOf(by) {
  const text = texts.get(by);
  const use = (specifier, names) => {
    const of = specifier.startsWith('.') ? homeOf(join(dirname(by), specifier)) : undefined;
    return of === undefined ? [] : names.map((name) => ({ by, of, name }));
  };
  return [
    ...Array.from(text.matchAll(IMPORTED), ([, clause, specifier]) => {
      const list = /\{([^}]*)\}/.exec(clause)?.[1].split(',') ?? [];
      const names = list.flatMap(
        (one) =>
          one
            .trim()
            .replace(/^type /, '')
            .split(' ')[0] || [],
      );
      return use(specifier, names.length > 0 ? names : ['*']);
    }),
    ...Array.from(text.matchAll(IMPORTED_LATER), ([, specifier]) => use(specifier, ['*'])),
  ].flat();
}

function homeOf(path) {
  const stem = path.replaceAll('\\', '/').replace(/\.js$/, '');
  return [`${stem}.ts`, `${stem}.tsx`].find((file) => texts.has(file));
}

/** Entry points and threads are in none. */
function packageOf(file) {
  return /^src\/(\w+)\//.exec(file)?.[1] ?? 'entry';
}

/** A package without layers is one. */
function layerOf(file) {
  const [, name, layer] = /^src\/(\w+)\/([\w-]+)/.exec(file) ?? [undefined, 'entry'];
  return PACKAGES[name]?.layers === undefined ? name : `${name}/${layer}`;
}

function tooMany() {
  return Object.entries(BOUNDS).flatMap(([name, bound]) =>
    reached[name] <= bound
      ? []
      : [`${name}: ${reached[name]}, of which there may be ${bound} (scripts/house.json)`],
  );
}

function lowerBounds() {
  const lower = ([name, bound]) => [name, Math.min(bound, reached[name])];
  const bounds = Object.fromEntries(Object.entries(BOUNDS).map(lower));
  writeFileSync(MOST, `${JSON.stringify(bounds, null, 2)}\n`);
}

/** Names that two modules export, and names with words of this house. */
function misnamed() {
  const homes = new Map();
  for (const [file, names] of declared) {
    if (file.startsWith('workers/') || NAMED_APART.test(file)) continue;
    // A function with several signatures is exported once for each.
    for (const name of new Set(names)) homes.set(name, [...(homes.get(name) ?? []), file]);
  }
  return [...homes].flatMap(([name, places]) => {
    const word = wordsOf(name).find((one) => one in PRIVATE);
    return [
      ...(places.length > 1
        ? [`"${name}" means ${places.length} things: ${places.join(', ')}`]
        : []),
      ...(word === undefined ? [] : [`"${name}" (${places[0]}): say ${PRIVATE[word]} for ${word}`]),
    ];
  });
}

/** The words of a name, in small letters: `openDoors` has open, doors and door. */
function wordsOf(name) {
  const words = name.split(/_|(?<=[a-z])(?=[A-Z])/).map((word) => word.toLowerCase());
  return words.flatMap((word) => [word, word.replace(/s$/, '')]);
}
