/**
 * What people call each format, by its name. This is apart from the formats, so that a page that
 * reads or writes puzzles does not carry it.
 */
export const FORMAT_DESCRIPTIONS: Readonly<Record<string, string>> = {
  csv: 'CSV with a header (also TSV, or with semicolons): one puzzle a record',
  json: 'JSON: one puzzle, or a list or map of them under any key; many spellings',
  ndjson: 'NDJSON (JSON lines): one puzzle a line',
  non: '.non (Simpson), with colours, pictures and bundles',
  webpbn: 'XML of webpbn.com, with colours, pictures and saved positions',
  freenono: 'XML of FreeNono (.nonogram, .cnonogram), with colours; the clues are derived',
  nonogrid: '[clues] files of nonogrid (TOML) and pynogram (INI), with colours',
  nin: '.nin (Wilk): width and height, rows, columns',
  mk: '.mk: height and width, rows, a line #, columns',
  cwd: '.cwd: height, width, rows, a blank line, columns',
  keen: 'Keen: rows, a blank line, columns',
  g: '.g (Olsak), with colours; triangles count as colours',
  gno: '.gno (Gnonograms)',
  tournament: 'tournament text (TAAI, TCGA): $number, columns, rows; square',
  tatham: "game ids of Simon Tatham's Pattern, one a line",
  puzzlink: 'addresses of nonograms at puzz.link and pzv.jp, one a line',
  haskell: 'Haskell lists: ([[2],[3,2]],[[5,2],[2,3]]), rows and columns',
  lists: 'lists with names, as programs have them: rows = [[2],[1]]; columns = [[2],[1]]',
  mn: '"m n" text: the numbers of rows and columns, rows, columns',
  nonogram: 'DIMACS-like text: "nonogram n m", rows, columns, each ended by 0',
  dzn: "MiniZinc data: array2d with zeros in front, [| .. |], the challenge's cells, automata",
  spoj: 'SPOJ list: a count, then height, width and clues each ended by 0',
  grid: 'GRID text: "GRID title", ROWS, [ 2 1 ], COLUMNS',
  picture: 'pictures of # and ., 0 and 1, x and spaces, emoji squares, ...; the clues are derived',
  pbm: 'PBM bitmaps, plain and raw; the clues are derived',
  xpm: 'XPM pictures, as picmi has them, with colours; the clues are derived',
  png: 'PNG pictures, a cell for each pixel (files only, if --images or --format asks for them)',
  npz: 'NumPy arrays (.npz): clues padded with zeros, pictures, or both (files only)',
  parquet: 'Parquet: a puzzle a row, in columns named like the fields of JSON (files only)',
  cnf: 'DIMACS CNF, a question to a SAT solver (one puzzle a file; written only)',
};

/** Who uses which of the formats that are written, those most asked for first. */
export const FORMAT_USERS: readonly (readonly [users: string, names: readonly string[]])[] = [
  ['Drawing and printing', ['picture', 'pbm', 'xpm']],
  ['Games and web sites', ['non', 'webpbn', 'puzzlink', 'tatham', 'freenono', 'nonogrid', 'gno']],
  ['Spreadsheets and programs', ['csv', 'json', 'ndjson', 'lists', 'haskell']],
  [
    'Solvers and contests',
    ['nin', 'mk', 'cwd', 'keen', 'g', 'mn', 'nonogram', 'dzn', 'spoj', 'tournament', 'grid', 'cnf'],
  ],
];
