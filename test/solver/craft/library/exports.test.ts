import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { assertGolden } from '../../../support/tests.js';

/** With slashes, as the compiler writes paths. */
const DIST = fileURLToPath(new URL('../../../../src', import.meta.url)).replaceAll('\\', '/');

const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.NodeNext,
  strict: true,
  skipLibCheck: true,
  noEmit: true,
};

/** The compiler's view of the files, each of which is parsed once for all tests. */
const host = ts.createCompilerHost(OPTIONS);
const parsed = new Map<string, ts.SourceFile | undefined>();
const parse = host.getSourceFile.bind(host);
host.getSourceFile = (name, ...how) => {
  if (!parsed.has(name)) parsed.set(name, parse(name, ...how));
  return parsed.get(name);
};

/** Each exported name of a declaration file with its type, one a line. */
function publicTypes(file: string): string {
  const program = ts.createProgram([file], OPTIONS, host);
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(file)!;
  const text = (type: ts.Type): string =>
    // Where a name is declared is nobody's business.
    checker
      .typeToString(type, source, ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.InTypeAlias)
      .replaceAll(/import\("[^"]*"\)\./g, '');
  const membersOf = (type: ts.Type): string => {
    const lines = checker
      .getPropertiesOfType(type)
      .map((field) => {
        const optional = (field.flags & ts.SymbolFlags.Optional) !== 0 ? '?' : '';
        return `  ${field.name}${optional}: ${text(checker.getTypeOfSymbolAtLocation(field, source))}`;
      })
      .sort();
    return `{\n${lines.join('\n')}\n}`;
  };
  return checker
    .getExportsOfModule(checker.getSymbolAtLocation(source)!)
    .map((exported) => {
      const symbol =
        exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
      if ((symbol.flags & ts.SymbolFlags.Class) !== 0) {
        return `class ${exported.name} ${membersOf(checker.getDeclaredTypeOfSymbol(symbol))}`;
      }
      if ((symbol.flags & ts.SymbolFlags.Value) !== 0) {
        return `${exported.name}: ${text(checker.getTypeOfSymbolAtLocation(symbol, source))}`;
      }
      const type = checker.getDeclaredTypeOfSymbol(symbol);
      return isOwnObject(type) || isUnionOfResults(type)
        ? `${exported.name} ${membersOf(type)}`
        : `${exported.name} = ${text(type)}`;
    })
    .sort()
    .join('\n')
    .concat('\n');
}

for (const [name, file] of [
  ['nonomill', 'index.d.ts'],
  ['nonomill/node', 'node.d.ts'],
  ['nonomill/worker', 'worker.d.ts'],
]) {
  test(`the exported names of ${name} and their types are the ones that are promised`, () => {
    assertGolden(`library/${name.replace('/', '-')}.types.txt`, publicTypes(`${DIST}/${file}`));
  });
}

/** Whether a type is an object that this package describes, whose fields are worth a list. */
function isOwnObject(type: ts.Type): boolean {
  const [declared] = type.getSymbol()?.declarations ?? [];
  return type.isClassOrInterface() && declared.getSourceFile().fileName.startsWith(DIST);
}

/**
 * Whether a type is fields together with one of several sets of others: those that all have are
 * listed.
 */
function isUnionOfResults(type: ts.Type): boolean {
  return type.isUnion() && type.types.every((one) => one.isIntersection());
}

test('the types of the library need no package but @types/node', () => {
  for (const file of ['index.d.ts', 'node.d.ts', 'worker.d.ts']) {
    const program = ts.createProgram([`${DIST}/${file}`], { ...OPTIONS, types: [] }, host);
    const foreign = program
      .getSourceFiles()
      .map(({ fileName }) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(fileName)?.[1])
      .filter(
        (name) => name !== undefined && !['typescript', '@types', 'undici-types'].includes(name),
      );
    const others = foreign.filter((name) => name !== '@types/node');
    assert.deepEqual(others, [], file);
  }
});
