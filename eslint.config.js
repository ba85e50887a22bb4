import js from '@eslint/js';
import tseslint from 'typescript-eslint';

/** Comments are no wider than Prettier lets code be, but for addresses and the rows of tables. */
const COMMENT_WIDTH = {
  code: 100_000,
  comments: 100,
  ignoreUrls: true,
  ignorePattern: '^\\s*(//|\\*) +\\|',
};

/** Its only purpose can be to have Prettier break a line elsewhere. */
const SPREAD_OF_LITERAL = {
  selector: 'ObjectExpression > SpreadElement > ObjectExpression',
  message: 'Put the fields into the object itself.',
};

/** What is done in one place, where the systems differ. */
const OF_ONE_PLACE = [
  {
    selector: 'ImportSpecifier[imported.name=/^(createGzip|gzip|gzipSync)$/]',
    message: 'Use pipeline/files/files.ts, which packs the same bytes on every system.',
  },
  {
    selector:
      'ImportSpecifier[imported.name=/^(renameSync|rmSync|rmdirSync|unlinkSync)$/], ' +
      "ImportDeclaration[source.value='node:fs/promises'] > " +
      'ImportSpecifier[imported.name=/^(rename|rm|rmdir|unlink)$/]',
    message: 'Use pipeline/files/files.ts, which waits for other programs on Windows.',
  },
];

/** AssemblyScript, whose types are not those of TypeScript. */
const ASSEMBLY = ['src/solver/engine/assembly/**/*.ts', 'src/lab/census-assembly.ts'];

export default tseslint.config(
  { ignores: ['dist/', 'node_modules/', 'reports/', 'test/fixtures/**/*.js'] },
  js.configs.recommended,
  {
    files: ['**/*.ts', '**/*.tsx'],
    ignores: ASSEMBLY,
    extends: [...tseslint.configs.strictTypeChecked],
    languageOptions: {
      parserOptions: { project: ['./tsconfig.json', './scripts/tsconfig.pages.json'] },
    },
    rules: {
      // Numbers and booleans belong in messages.
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      // node:test returns promises that its runner awaits.
      '@typescript-eslint/no-floating-promises': [
        'error',
        {
          allowForKnownSafeCalls: [
            { from: 'package', name: ['test', 'describe', 'it', 'suite'], package: 'node:test' },
            { from: 'file', name: 'deepTest', path: 'test/support/tests.ts' },
            { from: 'file', name: ['redisTest', 'deepRedisTest'], path: 'test/support/redis.ts' },
          ],
        },
      ],
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      'no-constant-condition': ['error', { checkLoops: false }],
      // Indexing is typed as always present, so this rule would forbid checking for the end.
      '@typescript-eslint/no-unnecessary-condition': 'off',
    },
  },
  {
    files: ['**/*.ts', '**/*.tsx', '**/*.js', '**/*.mjs', '**/*.cjs'],
    rules: { 'no-restricted-syntax': ['error', SPREAD_OF_LITERAL] },
  },
  {
    files: ['src/**/*.ts', 'src/**/*.tsx', 'workers/*.ts'],
    rules: { 'max-lines-per-function': ['error', { max: 80 }] },
  },
  {
    files: ['src/**/*.ts'],
    ignores: ['src/pipeline/files/*.ts'],
    rules: { 'no-restricted-syntax': ['error', SPREAD_OF_LITERAL, ...OF_ONE_PLACE] },
  },
  // What people type is lost by a field that is drawn anew: only one keeps it.
  {
    files: ['src/{site,pipeline/pages/client,studio/pages}/**/*.tsx'],
    ignores: ['src/pipeline/pages/client/controls.tsx'],
    rules: {
      'no-restricted-syntax': [
        'error',
        SPREAD_OF_LITERAL,
        ...[
          "JSXOpeningElement[name.name='textarea']",
          "JSXOpeningElement[name.name='input']:not(:has(JSXAttribute[name.name='type']" +
            '[value.value=/^(checkbox|radio|range|file)$/]))',
        ].map((selector) => ({
          selector,
          message: 'Use TextField (client/controls.tsx), which keeps what is being typed.',
        })),
      ],
    },
  },
  // AssemblyScript: what needs types is left out, as they are not those of TypeScript.
  {
    files: ASSEMBLY,
    extends: [...tseslint.configs.strict],
    rules: {
      // The state of a module is in the static fields of a class.
      '@typescript-eslint/no-extraneous-class': 'off',
      // A call costs time in the innermost loops.
      'max-lines-per-function': ['error', { max: 100 }],
      // Its compiler reads all 64 bits of a number.
      'no-loss-of-precision': 'off',
    },
  },
  {
    files: ['**/*.js', '**/*.mjs', '**/*.cjs'],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        URL: 'readonly',
        setTimeout: 'readonly',
        fetch: 'readonly',
      },
    },
  },
  {
    files: ['**/*.ts', '**/*.tsx', '**/*.js', '**/*.mjs', '**/*.cjs'],
    rules: { 'max-len': ['error', COMMENT_WIDTH] },
  },
  // What a benchmark says of itself at its top is printed as it stands.
  {
    files: ['bench/*.bench.ts'],
    rules: { 'max-len': ['error', { ...COMMENT_WIDTH, ignorePattern: '^//' }] },
  },
);
