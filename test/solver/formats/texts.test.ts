import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  DEFAULT_PARSER_LIMITS,
  type EntrySink,
  Unreadable,
} from '../../../src/solver/formats/contract/format.js';
import { entryParser } from '../../../src/solver/formats/contract/lines.js';
import { detectFormat } from '../../../src/solver/formats/registry.js';
import { readText, shown } from './read-text.js';
import { assertEach, eachOf, rowsIn } from '../../support/tests.js';

/** Two rows, three columns: ##. / ..# */
const L = '3x2 [[2],[1]] [[1],[1],[1]]';
const GOAL = `${L} goal ##./..#`;
/** The same with an empty second row: ### / ... */
const E = '3x2 [[3],[]] [[1],[1],[1]]';
const COLOURED =
  '2x1 [[{"n":1,"c":1},{"n":1,"c":2}]] [[{"n":1,"c":1}],[{"n":1,"c":2}]] palette #ffffff,#ff0000,#00ff00';

const XML = (puzzle: string): string =>
  `<?xml version="1.0"?>\n<puzzleset>\n${puzzle}\n</puzzleset>\n`;
const SIDES =
  '<clues type="columns"><line><count>1</count></line><line><count>1</count></line><line><count>1</count></line></clues>' +
  '<clues type="rows"><line><count>2</count></line><line><count>1</count></line></clues>';

/** A format, what is read, the text, and as which puzzles; L alone where nothing is said. */
const SHAPES = rowsIn`
  webpbn ¦ a puzzle ¦ ${XML(`<puzzle type="grid"><title>T</title>${SIDES}</puzzle>`)}
  webpbn ¦ several puzzles ¦ ${XML(`<puzzle>${SIDES}</puzzle><!-- <puzzle> --><puzzle>${SIDES}</puzzle>`)} ¦ ${L} ¦ ${L}
  webpbn ¦ an empty line and a default colour ¦ ${XML('<puzzle type="grid" defaultcolor="black"><color name="black" char="X">000</color><clues type="rows"><line><count>3</count></line><line/></clues><clues type="columns"><line><count>1</count></line><line><count color="black">1</count></line><line><count>1</count></line></clues></puzzle>')} ¦ ${E}
  webpbn ¦ colours of six and of three digits, and a picture ¦ ${XML('<puzzle defaultcolor="red"><color name="white" char=" ">FFFFFF</color><color name="red" char="r">F00</color><color name="green" char="g">00FF00</color><clues type="columns"><line><count>1</count></line><line><count color="green">1</count></line></clues><clues type="rows"><line><count color="red">1</count><count color="green">1</count></line></clues><solution type="goal"><image>|rg|</image></solution></puzzle>')} ¦ ${COLOURED} goal 12
  webpbn ¦ a goal and a saved position ¦ ${XML(`<puzzle>${SIDES}<solution type="goal"><image>\n|XX.|\n|..X|\n</image></solution><solution type="saved"><image>|X??|?[X.].|</image></solution></puzzle>`)} ¦ ${L} start #??/??. goal ##./..#
  webpbn ¦ a picture alone ¦ ${XML('<puzzle><solution><image>|XX.|\n|..X|</image></solution></puzzle>')} ¦ ${GOAL}
  nin ¦ a puzzle ¦ 3 2\n2\n1\n1\n1\n1\n
  nin ¦ 0 for an empty line ¦ 3 2\n3\n0\n1\n1\n1\n ¦ ${E}
  nin ¦ a blank line for an empty line ¦ 3 2\n3\n\n1\n1\n1\n ¦ ${E}
  nin ¦ a blank line between the sides ¦ 3 2\n2\n1\n\n1\n1\n1\n\n
  mk ¦ a puzzle ¦ 2 3\n2\n1\n#\n1\n1\n1\n\n
  mk ¦ 0 for an empty line ¦ 2 3\n3\n0\n#\n1\n1\n1\n ¦ ${E}
  cwd ¦ a puzzle ¦ 2\n3\n2\n1\n\n1\n1\n1\n
  cwd ¦ 0 for an empty line ¦ 2\n3\n3\n0\n\n1\n1\n1\n ¦ ${E}
  keen ¦ a puzzle ¦ 2\n1\n\n1\n1\n1\n
  keen ¦ 0 for an empty line ¦ 3\n0\n\n1\n1\n1\n\n ¦ ${E}
  keen ¦ a wide gap ¦ 2\n1\n\n\n1\n1\n1\n
  keen ¦ a side on one line ¦ 2/1\n\n1/1/1\n
  g ¦ plain numbers ¦ A title\n: rows\n2\n1\n: columns\n1\n1\n1\n: end\nfree text
  g ¦ no title and no end ¦ :\n3\n0\n:\n1\n1\n1\n ¦ ${E}
  g ¦ a table of colours ¦ free text\n#d\n   r:%  red   comment\n   0:   white  \n   g:g #00FF00\n:rows\n1r 1g\n:columns\n1r\n1g\n:end\n ¦ ${COLOURED}
  gno ¦ a puzzle with its picture ¦ [Description]\nT\nme\n[Dimensions]\n2 // rows\n3\n[Row clues]\n2\n1\n[Column clues]\n1\n1\n1\n[Solution]\n2 2 1\n1 1 2\n ¦ ${GOAL}
  gno ¦ a picture alone ¦ [Dimensions]\n2\n3\n[Solution grid]\n2 2 1\n1 1 2\n ¦ ${GOAL}
  gno ¦ 0 for an empty line ¦ [Dimensions]\n2\n3\n[Row clues]\n3\n0\n[Column clues]\n1\n1\n1\n ¦ ${E}
  tournament ¦ two puzzles ¦ $1\n1\n\t1\n1\t\n1\t\t1\n1\n\n$2\n1\n1\n2\n0\n ¦ 3x3 [[1,1],[1],[]] [[1],[1],[1]] ¦ 2x2 [[2],[]] [[1],[1]]
  tatham ¦ a puzzle a line ¦ 3x2:1/1/1/2/1\n3x2:1/1/1/3/\n ¦ ${L} ¦ ${E}
  tatham ¦ given cells ¦ 3x2:1/1/1/2/1,Abbb\n ¦ ${L} start #?./?.?
  puzzlink ¦ an address a line ¦ https://puzz.link/p?nonogram/3/2/1112g1g\nhttps://puzz.link/p?nonogram/3/2/1113i\n ¦ ${L} ¦ ${E}
  puzzlink ¦ the last block first, and gaps beside a line ¦ https://puzz.link/p?nonogram/6/6/12g1111h11112j12g11g21j11g3h\n ¦ 6x6 [[2,1],[1,1],[1,2],[],[1,1],[3]] [[2,1],[1,1,1],[1],[1,1,1],[2,1],[]]
  puzzlink ¦ other sites, flags, and no site ¦ http://pzv.jp/p.html?nonogram/3/2/1112g1g\nhttps://pzprxs.vercel.app/p?nonogram_edit/3/2/1112g1g\nhttp://pzv.jp/p.html?m+nonogram/v:/3/2/1112g1g\nnonogram/3/2/1112gg1\n ¦ ${L} ¦ ${L} ¦ ${L} ¦ ${L}
  puzzlink ¦ long blocks and long gaps ¦ nonogram/1/300/+12c${'z'.repeat(7)}o${'1'.repeat(300)}\nnonogram/20/1/${'1'.repeat(20)}-14o\n ¦ 1x300 [${Array(300).fill('[1]').join()}] [[300]] ¦ 20x1 [[20]] [${Array(20).fill('[1]').join()}]
  haskell ¦ a pair ¦ ([[2],[1]],[[1],[1],[1]])\n
  haskell ¦ two lists on two lines ¦ [[3],[]]\n[[1],[1],[1]]\n ¦ ${E}
  mn ¦ a puzzle ¦ 2 3\n2\n1\n1\n1\n1\n
  mn ¦ 0 for an empty line ¦ 2 3\n3\n0\n1\n1\n1\n ¦ ${E}
  nonogram ¦ a puzzle ¦ c made by hand\nnonogram 2 3\n2 0\n1 0\nc columns\n1 0\n1 0\n1 0\n
  nonogram ¦ an empty line ¦ nonogram 2 3\n3 0\n0\n1 0\n1 0\n1 0\n ¦ ${E}
  spoj ¦ a list ¦ 2\n2 3\n2 0\n1 0\n1 0\n1 0\n1 0\n2 3\n3 0\n0\n1 0\n1 0\n1 0\n ¦ ${L} ¦ ${E}
  grid ¦ puzzles with titles ¦ # comment\nGRID One\nROWS\n[ 2 ]\n[ 1 ]\nCOLUMNS\n[ 1 ]\n[ 1 ]\n[ 1 ]\n\nGRID Two\nROWS\n[ 3 ]\n[ ]\nCOLUMNS\n[1]\n[1]\n[1]\n ¦ ${L} ¦ ${E}
  picture ¦ pictures ¦ ##.\n..#\n\n\n###\n...\n ¦ ${GOAL} ¦ ${E} goal ###/...
  picture ¦ 0 and 1 ¦ 110\n001\n ¦ ${GOAL}
  picture ¦ 0 and 1 with blanks between ¦ 1 1 0\n0 0 1\n ¦ ${GOAL}
  picture ¦ 0 and 1 with commas between ¦ 1,1,0\n0,0,1\n ¦ ${GOAL}
  picture ¦ O and _ below sizes and a title ¦ 3 2 A title\nOO_\n__O\n ¦ ${GOAL}
  picture ¦ the sizes the other way round ¦ 2x3\nOO_\n__O\n ¦ ${GOAL}
  picture ¦ sizes of 0 and 1 ¦ 11 1\n11111111111\n ¦ 11x1 [[11]] [[1],[1],[1],[1],[1],[1],[1],[1],[1],[1],[1]] goal ###########
  picture ¦ x and dots with a title ¦ A title\nxx.\n..x\n ¦ ${GOAL}
  picture ¦ two with titles and without a gap ¦ One\n3,2\nxx \n  x\nTwo\n3,2\nxxx\n   \n ¦ ${GOAL} ¦ ${E} goal ###/...
  picture ¦ X and spaces ¦ XX \n  X\n ¦ ${GOAL}
  picture ¦ X and spaces whose ends were cut off ¦ XX\n  X\n ¦ ${GOAL}
  picture ¦ a blank row between sizes and pictures of spaces ¦ 3 3\nXX\n\n  X\n ¦ 3x3 [[2],[],[1]] [[1],[1],[1]] goal ##./.../..#
  picture ¦ blank rows of spaces ¦    \nX X\n   \n X \n ¦ 3x4 [[],[1,1],[],[1]] [[1],[1],[1]] goal .../#.#/.../.#.
  picture ¦ blocks of a page of characters ¦ ██░\n░░█\n ¦ ${GOAL}
  picture ¦ comments before it ¦ # drawn by hand\n// twice\n*-*\n-*-\n ¦ 3x2 [[1,1],[1]] [[1],[1],[1]] goal #.#/.#.
  picture ¦ squares of emoji ¦ 🟦🟦⬜\n⬜⬜🟦\n ¦ ${L} palette #ffffff,#0000ff goal ##./..#
  picture ¦ black and white squares, which some fonts make emoji of ¦ ⬛\ufe0f⬛⬜\n⬜⬜⬛\n ¦ ${GOAL}
  picture ¦ squares of emoji on black ¦ 🟩🟥⬛\n ¦ 3x1 [[{"n":1,"c":1},{"n":1,"c":2}]] [[{"n":1,"c":1}],[{"n":1,"c":2}],[]] palette #000000,#00ff00,#ff0000 goal 12.
  picture ¦ a blank line below the sizes ¦ 3 2\n\n##.\n..#\n ¦ ${GOAL}
  picture ¦ noughts and crosses ¦ xxo\noox\n ¦ ${GOAL}
  freenono ¦ a puzzle ¦ <?xml version="1.0"?>\n<FreeNono>\n<Nonograms>\n<Nonogram name="A &amp; B" author="C" difficulty="3" height="2" width="3">\n<line> x x _ </line>\n<line>__x</line>\n</Nonogram>\n</Nonograms>\n</FreeNono>\n ¦ ${GOAL}
  freenono ¦ several, without sizes, and a comment ¦ <FreeNono><Nonograms><!-- <Nonogram> --><Nonogram><line>X X .</line><line>. . X</line></Nonogram><Nonogram name="E"><line>1 1 1</line><line>0 0 0</line></Nonogram></Nonograms></FreeNono> ¦ ${GOAL} ¦ ${E} goal ###/...
  freenono ¦ colours ¦ <FreeNono><Nonograms><Nonogram type="color"><palette><color index="1" hex="#f00"/><color index="2" hex="#00FF00"/></palette><line> 1 2 </line></Nonogram></Nonograms></FreeNono> ¦ ${COLOURED} goal 12
  freenono ¦ colours with letters, and a background ¦ <FreeNono><Nonograms><Nonogram><palette><color char="_">ffffff</color><color char="r">red</color><color char="g">0f0</color></palette><line>rg</line></Nonogram></Nonograms></FreeNono> ¦ ${COLOURED} goal 12
  nonogrid ¦ TOML ¦ # a flag\n[clues]\ncolumns = """\n1\n1 # one\n1"""\n\nrows = """2\n\n1\n"""\n[colors]\ndefs = []\n
  nonogrid ¦ INI ¦ [clues]\ncolumns =\n    1, 1\n\n    # a comment\n    1 ; another\nrows=\n    '2',\n    "1",\n
  nonogrid ¦ all on one line ¦ [clues]\ncolumns=1,1,1\nrows=2,1\n
  nonogrid ¦ lists of texts ¦ [Clues]\ncolumns = ["1", "1", "1"]\nrows = [\n  "2",\n  "1",\n]\n
  nonogrid ¦ lists of lists ¦ [clues]\ncolumns = [[1], [1], [1]]\nrows = [[2],\n  [1]]\n
  nonogrid ¦ 0 for an empty line ¦ [clues]\ncolumns = 1, 1, 1\nrows = 3, 0\n ¦ ${E}
  nonogrid ¦ colours of INI ¦ [colors]\nr = (red) %\ng = (0, 255, 0) *\n[clues]\nrows = 1r 1g\ncolumns =\n  1r\n  1g\n ¦ ${COLOURED}
  nonogrid ¦ colours of TOML ¦ [clues]\nrows = """1r 1g"""\ncolumns = """1r,1g"""\n[colors]\ndefs = [\n  'r = (FF0000) &',\n  "g = (00ff00) *",\n]\n ¦ ${COLOURED}
  lists ¦ tuples without brackets around them ¦ rows = (2,), \\\n (1)\ncols: [1], [1], [1]\n
  lists ¦ Python ¦ # a puzzle\nrows = [[2], [1]]  # two\ncolumns = [[1],\n  [1], [1]]\n
  lists ¦ x and y ¦ x = [[1],[1],[1]]\ny = [[2],[1]]\n
  lists ¦ JavaScript ¦ const rowClues = [[2], [1]];\nlet colClues = [[1], [1], [1]]; // three\n
  lists ¦ an object without quotes ¦ { title: 'T', rows: [[2],[1]], cols: [[1],[1],[1]] }\n
  lists ¦ TypeScript ¦ const rows: number[][] = [[2], [1]];\nconst columns: readonly number[][] = [[1], [1], [1]];\n
  lists ¦ typed Python ¦ self.rows: list[list[int]] = [[2], [1]]\nself.cols: list[list[int]] = [(1,), (1,), (1,)]\n
  lists ¦ Prolog ¦ % a puzzle\nrows([[2],[1]]).\ncolumns([[1],[1],[1]]).\n
  lists ¦ Java ¦ int[][] rows = {{2}, {1}};\nint[][] columns = new int[][] {{1}, {1}, {1}};\n
  lists ¦ lists of Java ¦ var rows = List.of(List.of(2), List.of(1));\nvar cols = List.of(List.of(1), List.of(1), List.of(1));\n
  lists ¦ NumPy ¦ rows = np.array([[2], [1]])\ncolumns = np.array([[1], [1], [1]])\n
  lists ¦ Go ¦ rows := [][]int{{2}, {1}}\ncols := [][]int{{1}, {1}, {1}}\n
  lists ¦ texts and numbers ¦ rows = ["2", "1"]\ncolumns = [1, 1, 1]\n
  lists ¦ new arrays of C# and Java ¦ int[][] rows = { new int[]{2}, new int[1] {1} };\nint[][] columns = { new int[]{1}, new int[] {1}, new int[]{1} };\n
  lists ¦ Kotlin ¦ val rows: List<List<Int>> = listOf(listOf(3), listOf())\nval columns = arrayOf(intArrayOf(1), intArrayOf(1), intArrayOf(1))\n ¦ ${E}
  lists ¦ Rust ¦ let rows: [[u8; 1]; 2] = [[2], [1]];\nlet columns = vec![vec![1u8], vec![1], vec![1]];\n
  lists ¦ Swift ¦ let rows: [[Int]] = [[2], [1]]\nlet columns: [[Int]] = [[1], [1], [1]]\n
  lists ¦ slices of Go ¦ var rows = [][]int{[]int{2}, []int{1}}\nvar cols = [3][]int{{1}, {1}, {1}}\n
  lists ¦ C ¦ int rows[2][1] = {{2}, {1}};\nstatic const int columns[][1] = {{1}, {1}, {1}};\n
  lists ¦ Ruby ¦ p = { rows: [[2], [1]], columns: [[1], [1], [1]] }\n
  lists ¦ PHP ¦ $a = ['rows' => [[2], [1]], 'columns' => [[1], [1], [1]]];\n
  lists ¦ Haskell ¦ rows = [[2],[1]] -- two\ncolumns :: [[Int]]\ncolumns = [[1],[1],[1]]\n
  lists ¦ R ¦ rows <- list(c(2), c(1))\ncolumns <- list(c(1), c(1), c(1))\n
  lists ¦ tables of Lua ¦ ${'return {\n  cat = { {1, 1, 0}, {0, 0, 1} },\n}\nlevels = { { {1,1,0}, {0,0,1} } }\n'.replace('cat', 'level')} ¦ ${GOAL} ¦ ${GOAL}
  lists ¦ texts of several lines of Lua ¦ L = {{ ["name"] = "A", ["grid"] = [[\nxxo\noox\n]] }}\n ¦ ${GOAL}
  lists ¦ texts of several lines of Python ¦ level = """\n  ##.\n  ..#\n"""\n ¦ ${GOAL}
  lists ¦ texts of several lines of Java ¦ String level = "110\\n" +\n  "001\\n";\n ¦ ${GOAL}
  lists ¦ headers of [colour, count] ¦ var p = { width: 2, height: 2, usedColors: [0, 1], topHeader: [[[1,2]], [[2,1]]], leftHeader: [[[1,1],[2,1]], [[1,1]]] }\n ¦ 2x2 [[{"n":1,"c":1},{"n":1,"c":2}],[{"n":1,"c":1}]] [[{"n":2,"c":1}],[{"n":1,"c":2}]] palette #ffffff,#c00000,#0060c0
  lists ¦ a puzzle in an object of another ¦ const a = { title: "T", clues: { rows: [[2],[1]], cols: [[1],[1],[1]] } };\n
  lists ¦ a blank line between the sides ¦ rows = [[2],[1]]\n\ncolumns = [[1],[1],[1]]\n
  lists ¦ both sides in one ¦ clues = [[[2],[1]], [[1],[1],[1]]]\n
  lists ¦ several puzzles ¦ cat_rows = [[2],[1]]\ncat_cols = [[1],[1],[1]]\ndog_cols = [[1],[1],[1]]\ndog_rows = [[3],[]]\n ¦ ${L} ¦ ${E}
  lists ¦ numbered names on one line ¦ rows1 = [[2],[1]]; cols1 = [[1],[1],[1]]; rows2 = [[3],[]]; cols2 = [[1],[1],[1]] ¦ ${L} ¦ ${E}
  non ¦ comments in place of words ¦ # width height\n3 2\n\n# rows\n2\n1\n\n# columns\n1\n1\n1\n
  xpm ¦ black on nothing ¦ /* XPM */\nstatic char * cat_xpm[] = {\n/* values */\n"3 2 2 1",\n" \tc None",\n".\tc #000000",\n".. ",\n"  ."};\n ¦ ${GOAL}
  xpm ¦ two characters a cell, and colours of twelve digits ¦ /* XPM */\nstatic const char *cat[] = {\n"2 1 3 2 0 0", "   s Background c #ffffff", "aa m black c #FFFF00000000", "bb c green",\n"aabb"\n};\n ¦ ${COLOURED} goal 12
  xpm ¦ the second version ¦ ! XPM2\n3 2 2 1\n# c black\n- c white\n##-\n--#\n ¦ ${GOAL}
  xpm ¦ grey levels, of which the light one is blank ¦ /* XPM */\nstatic char *a[]={\n"3 2 2 1","a c gray10","b c gray90","aab","bba"}; ¦ ${L} palette #e5e5e5,#1a1a1a goal ##./..#
  dzn ¦ zeros in front, and comments ¦ %% rows = 9;\nrows = 2; row_rule_len = 2;\n row_rules = array2d(1..rows, 1..row_rule_len, % two\n[ 0,3, /* ; */\n 0,0,]);\ncols = 3;\n\ncol_rule_len = 1;\ncol_rules = array2d(1..cols, 1..col_rule_len, [1, 1, 1]); ¦ ${E}
  dzn ¦ flat lists beside the numbers of lines ¦ rows = 2; cols = 3; maxlen = 2;\nrow_rules = [2,0, 1,0];\ncol_rules = [1,0, 1,0, 1,0];
  dzn ¦ bars ¦ col_clues = [|1|1|1|];\nrow_clues = [| 0, 2 | 0, 1 |]
  dzn ¦ the challenge's cells, padded ¦ X = 5;\nY = 2;\nmaxlen = 3;\nrows = \t[|1, 0, 1\n\t |1, -1, -1\n\t |];\ncols = [|1, -1|0, -1|1, -1|0, -1|1, -1|];\n ¦ 5x2 [[1,1],[1]] [[1],[],[1],[],[1]]
  dzn ¦ the challenge's cells without a gap ¦ X = 3;Y = 2;maxlen = 2;rows = [|1, 1|1, -1|];cols = [|1|1|1|];
  dzn ¦ cells without sizes ¦ rows = [|1,0,1|1,1,1|0,-1,-1|];\ncols = [|1,1|1,-1|1,1|] ¦ 3x3 [[1,1],[3],[]] [[2],[1],[2]]
  dzn ¦ automata ¦ row_max = 2;\nrow_states = array2d(1..row_total_states, 1..2, [\n% pattern 1,1\n1,2,\n3,0,\n3,4,\n4,0,\n1,0]);\nrow_total_states = 5;\nrow_start_where = [1,5];\ncol_states = array2d(1..col_total_states, 1..2, [1,2,2,0, 1,0, 1,2,2,0,]);\ncol_total_states = 5;\ncol_start_where = [1,3,4];\n ¦ 3x2 [[1,1],[]] [[1],[],[1]]
  pbm ¦ plain bitmaps ¦ P1\n# comment\n3 2\n110\n0 0 1\nP1 3 2 111000 ¦ ${GOAL} ¦ ${E} goal ###/...
  pbm ¦ raw bitmaps ¦ P4\n3 2\n\u00c0 P4 3 2\n\u00e0\u0000 ¦ ${GOAL} ¦ ${E} goal ###/...
`;

describe('A text format reads', () => {
  for (const [format, what, text, ...puzzles] of SHAPES) {
    const expected = puzzles.length > 0 ? puzzles : [L];
    test(`${format}: ${what}`, () => {
      // Line breaks are cells' bytes in a raw bitmap, so it has no CRLF.
      const variants = format === 'pbm' ? [text] : [text, text.replaceAll('\n', '\r\n')];
      for (const variant of variants) {
        for (const piece of [undefined, 1, 3, 10]) {
          const found = readText(format, variant, piece).map(shown);
          assert.deepEqual(found, expected, `pieces of ${piece}`);
        }
      }
    });
  }

  test('titles and names if they have them', () => {
    const of = (format: string, text: string): (string | null)[] => {
      const [{ name, title }] = readText(format, text);
      return [name, title];
    };
    assert.deepEqual(of('g', 'A title\n:\n1\n:\n1\n'), [null, 'A title']);
    assert.deepEqual(of('g', 'Prose\nof two lines\n#d\n\n:\n1\n:\n1\n'), [null, null]);
    assert.deepEqual(of('grid', 'GRID A title\nROWS\n[ 1 ]\nCOLUMNS\n[ 1 ]\n'), [null, 'A title']);
    assert.deepEqual(
      of('gno', '[Description]\nA title\n[Dimensions]\n1\n1\n[Row clues]\n1\n[Column clues]\n1\n'),
      [null, 'A title'],
    );
    assert.deepEqual(of('tournament', '$7\n1\n1\n'), ['7', null]);
    const xml = XML(`<puzzle><id>#1 (v.2)</id><title>A &amp; &#66;</title>${SIDES}</puzzle>`);
    assert.deepEqual(of('webpbn', xml), ['#1 (v.2)', 'A & B']);
    assert.deepEqual(of('picture', '15 1 A title\nxxx.xxx.xxx.xxx\n'), [null, 'A title']);
    assert.deepEqual(of('picture', 'A title\n\n##\n'), [null, 'A title']);
    const nono = '<Nonogram name="&quot;A&quot; &eacute; & B"><line>x</line></Nonogram>';
    assert.deepEqual(of('freenono', nono), ['"A" \u00e9 & B', null]);
    assert.deepEqual(of('lists', 'title = "T"\ncat_rows=[1]\ncat_cols=[1]'), ['cat', 'T']);
    assert.deepEqual(of('nonogrid', '[clues]\ntitle = "T"\nrows=1\ncolumns=1'), [null, 'T']);
  });

  test('a solution file of the tournament as pictures', () => {
    assert.deepEqual(readText('tournament', '$1\n0\t1\n1\t1\n').map(shown), [
      '2x2 [[1],[2]] [[1],[2]] goal .#/##',
    ]);
  });

  test('a square of 15 with blank lines for empty clues, even at the end', () => {
    const columns = `15\n${'\n'.repeat(14)}`;
    const rows = '1\n'.repeat(15);
    const other = `${'1\n'.repeat(15)}15\n${'\n'.repeat(14)}`;
    const found = readText('tournament', `$1\n${columns}${rows}$2\n${other}`);
    assertEach(found, ({ puzzle, reason }) => [puzzle?.width, puzzle?.height, reason], [
      [15, 15, null],
      [15, 15, null],
    ]);
    assert.deepEqual(found[1].puzzle!.rows.at(-1), []);
  });
});

const XPM = (rows: string): string =>
  `/* XPM */\nstatic char *a[] = {\n"3 2 2 1",\n"  c None",\n". c #000000",\n${rows}};\n`;

/** A format, what is not read, the text, and why. */
const REJECTS = rowsIn`
  dzn ¦ a table of another size ¦ rows = 2; col_rules = [|1|]; row_rules = array2d(1..rows, 1..2, [1, 1, 1]); ¦ row_rules: expected 2 x 2 numbers, found 3
  dzn ¦ a name without a value ¦ col_rules = [|1|]; row_rules = array2d(1..rows, 1..1, [1]); ¦ rows: expected a whole number, found ""
  dzn ¦ lines of different lengths ¦ row_rules = [|1|1, 2|]; col_rules = [|1|]; ¦ row_rules: its lines differ
  dzn ¦ a flat list that is cut ¦ rows = 2; cols = 1; row_rules = [1,0, 1]; col_rules = [2]; ¦ row_rules: expected 2 lines of one length, found 3 numbers
  dzn ¦ a side that is missing ¦ row_rules = [|1|]; ¦ expected one table of col clues, found 0
  dzn ¦ a side twice ¦ row_rules = [|1|]; row_clues = [|1|]; col_rules = [|1|]; ¦ found 2
  dzn ¦ a name twice ¦ rows = 1; rows = 1; row_rules = [|1|]; col_rules = [|1|]; ¦ two values
  dzn ¦ other data ¦ n = 5; costs = [1, 2]; ¦ expected row_rules and col_rules, found "n = 5
  dzn ¦ a cell after the padding ¦ X = 1; Y = 3; maxlen = 3; rows = [|1|0|1|]; cols = [|1, -1, 1|]; ¦ after the padding
  dzn ¦ states of something else ¦ row_states = array2d(1..1, 1..2, [1, 1]); row_start_where = [1]; col_rules = [|1|]; ¦ state 1
  webpbn ¦ a triangular grid ¦ ${XML('<puzzle type="triddler"><clues type="topleft"/></puzzle>')} ¦ a triangular grid \(type "triddler"\)
  webpbn ¦ clues of a triangular grid ¦ ${XML('<puzzle type="grid"><clues type="topleft"/></puzzle>')} ¦ clues of type "topleft"
  webpbn ¦ an entity of its own for a length ¦ <!DOCTYPE p [<!ENTITY a "1">]>${XML('<puzzle><clues type="rows"><line><count>&a;</count></line></clues><clues type="columns"><line><count>1</count></line></clues></puzzle>')} ¦ row 1: expected a length, found "&a;"
  webpbn ¦ XML that is not well formed ¦ ${XML(`<puzzle><title>${SIDES}</puzzle>`)} ¦ not well-formed XML
  webpbn ¦ a colour that is not defined ¦ ${XML('<puzzle><clues type="rows"><line><count color="x">1</count></line></clues><clues type="columns"><line><count>1</count></line></clues></puzzle>')} ¦ row 1: colour "x" is not defined
  webpbn ¦ a cut-off file ¦ <puzzleset><puzzle> ¦ cut off: <\/puzzle> is missing
  webpbn ¦ other XML ¦ <html></html> ¦ expected <puzzle>, found none
  nin ¦ a line too few ¦ 3 2\n2\n1\n1\n1\n ¦ expected 2 lines for the rows and 3 for the columns, found 4
  nin ¦ words ¦ hello\nworld\n ¦ expected "width height", found "hello"
  nin ¦ a word for a number ¦ 1 1\nx\n1\n ¦ row 1: expected block lengths
  mk ¦ no line # ¦ 2 3\n2\n1\n1\n1\n1\n ¦ expected a line # between rows and columns
  mk ¦ the wrong height ¦ 3 3\n2\n1\n#\n1\n1\n1\n ¦ the height is 3, but there are 2 row clues
  cwd ¦ both sizes on a line ¦ 2 3\n2\n ¦ expected the height and the width on lines of their own
  keen ¦ no blank line ¦ 1\n1\n ¦ expected a blank line between rows and columns
  keen ¦ blank lines for empty clues ¦ 1\n\n1\n\n1\n ¦ found more; write an empty clue as 0
  keen ¦ row clues alone ¦ 1 1\n1 1\n5\n2\n1\n ¦ where are the columns
  g ¦ a triddler ¦ #t\n:\n1\n:\n1\n ¦ a triddler \(#t\)
  g ¦ a colour that is not in the table ¦ :\n1x\n:\n1\n ¦ row 1: expected a block such as 3 or 3a, found "1x"
  g ¦ no columns ¦ :\n1\n ¦ expected lines with : before the rows and before the columns
  gno ¦ no dimensions ¦ [Row clues]\n1\n[Column clues]\n1\n ¦ expected \[Dimensions\]
  gno ¦ a strange cell ¦ [Dimensions]\n1\n1\n[Solution]\n7\n ¦ expected 1 for blank or 2 for filled, found "7"
  tournament ¦ an odd number of lines ¦ $1\n1\n1\n1\n ¦ the rows hold|expected as many columns as rows
  tatham ¦ a seed ¦ 10x10#12345\n ¦ a random seed instead of the clues
  tatham ¦ clues too few ¦ 3x2:1/1/1/2\n ¦ expected 3 columns and 2 rows, found 4 clues
  tatham ¦ given cells too many ¦ 1x1:1/1,zz\n ¦ more cells are given than there are
  puzzlink ¦ another kind of puzzle ¦ https://puzz.link/p?nurikabe/5/5/g5k2o1k3g\n ¦ another kind of puzzle: expected nonogram, found "nurikabe"
  puzzlink ¦ an address that is cut off ¦ https://puzz.link/p?nonogram/3/2/1112\n ¦ 3x2 has room for 7 blocks beside the grid, but 4 are told or left out
  puzzlink ¦ a block of unknown length ¦ nonogram/1/1/1.\n ¦ a block of unknown length
  puzzlink ¦ a strange sign ¦ nonogram/1/1/1A\n ¦ expected a clue, found "A"
  puzzlink ¦ no sizes ¦ https://puzz.link/p?nonogram/3\n ¦ expected the address of a puzzle
  puzzlink ¦ a size of 0 ¦ https://puzz.link/p?nonogram/0/3/\n ¦ expected nonogram\/width
  picture ¦ a strange sign in a row ¦ .#.\n#z#\n.#.\n ¦ row 2: expected # or \., found "z"
  picture ¦ a strange sign in the first row ¦ z#.\n###\n.#.\n ¦ row 1: expected # or \.
  picture ¦ sizes beyond all bounds ¦ 99999999999 2\n##\n ¦ the size is 99999999999x2
  picture ¦ a ragged picture ¦ ##\n#\n ¦ row 2 has 1 cells, row 1 has 2
  picture ¦ two signs for what is filled ¦ x#.\n...\n ¦ one sign for all filled cells, found "x" and "#"
  picture ¦ two signs for what is blank ¦ #.-\n ¦ one sign for all blank cells
  picture ¦ an empty line among spaces ¦ x x\n\n x \n ¦ an empty line within a picture
  picture ¦ sizes that do not fit ¦ 4 4\n##.\n..#\n ¦ the size is 4x4, but there are 2 rows of 3 cells
  picture ¦ a size without cells ¦ 9999 1\nx\n ¦ the size says 9999 cells a row, but the longest has 1
  picture ¦ prose ¦ One\nTwo\nThree\nFour\n ¦ expected rows of # and ., found "Three"
  picture ¦ numbers among rows of 1 ¦ 1 1\n1 1\n5\n2\n1\n ¦ where are the columns
  picture ¦ a blank line within its sizes ¦ 3 4\n##.\n##.\n\n##.\n##.\n ¦ an empty line follows 2 rows
  picture ¦ a row more than its sizes ¦ 3 2\n##.\n##.\n..#\n..#\n ¦ there are more rows
  xpm ¦ a row that is too long ¦ ${XPM('". ..",\n"..."')} ¦ row 1 has 4 cells, expected 3
  xpm ¦ a row too many ¦ ${XPM('". .",\n"...",\n"..."')} ¦ expected nothing after 2 rows, found "\.\.\."
  xpm ¦ no values ¦ /* XPM */\n"hello"\n ¦ expected width, height, colours and characters, found "hello"
  xpm ¦ rows too few ¦ /* XPM */\n"1 2 1 1","a c black","a" ¦ expected 2 rows after 1 colours, found 1
  xpm ¦ a sign without a colour ¦ /* XPM */\n"1 1 1 1","a c black","b" ¦ row 1: "b" is not in the table of colours
  lists ¦ a side that is broken ¦ rows = [[2.5],[1]]\ncols = [[1],[1]]\n ¦ rows: expected whole numbers
  lists ¦ a file that is cut off ¦ rows = [[2],[1]]\ncols = [[1],[ ¦ columns: a list is not closed
  lists ¦ lengths beyond all bounds ¦ rows = [[99999999999]]\ncols = [[1]]\n ¦ whole numbers of cells
  lists ¦ an expression ¦ rows = [[1]] * 2\ncolumns = [[2]]\n ¦ expected lists of numbers, found "\*"
  lists ¦ a comma that is missing ¦ rows = [[1],[1] [1]]\ncolumns = [[3]]\n ¦ a comma is missing
  lists ¦ one side ¦ rows = [[1]]\n ¦ expected rows and columns, found only rows
  lists ¦ a variable ¦ rows = [[a]]\ncolumns = [[1]]\n ¦ expected numbers, found "a"|only columns
  lists ¦ a list that is not closed ¦ rows = [[1], [2]\n ¦ a list is not closed
  lists ¦ nothing of the kind ¦ hello\n ¦ expected rows = \[\[..\]\] and columns = \[\[..\]\], found none
  non ¦ a colour that is none ¦ color red zz r\nrows\n1\ncolumns\n1\n ¦ expected "color a #rrggbb"
  non ¦ a name without a colour ¦ color red ff0000 x\nwidth 1\nheight 1\nrows\nred 1\ncolumns\n1 mauve 1\n ¦ column 1: expected a length or a colour of this puzzle, found "mauve"
  json ¦ a strange sign in the picture ¦ {"rows":[[2],[1]],"columns":[[2],[1]],"goal":"##/q."} ¦ the goal picture: expected # or \., found "q"
  haskell ¦ one list ¦ [[1]]\n ¦ expected rows and columns, found one list
  haskell ¦ a list that is not closed ¦ ([[1]],[[1] ¦ a list is not closed
  mn ¦ the sizes the wrong way round ¦ 3 2\n2\n1\n1\n1\n1\n ¦ they would with the two sizes the other way round, or, if they are the columns, with --columns-first
  nonogram ¦ a clue that is not ended ¦ nonogram 1 1\n1 0\n1\n ¦ the last clue is not ended by 0
  spoj ¦ puzzles too few ¦ 2\n1 1\n1 0\n1 0\n ¦ expected 2 puzzles, found 1
  spoj ¦ a word ¦ 1\n1 1\nx ¦ expected a whole number, found "x"
  grid ¦ no columns ¦ GRID\nROWS\n[ 1 ]\n ¦ expected ROWS and then COLUMNS
  grid ¦ no brackets ¦ GRID\nROWS\n1\nCOLUMNS\n[ 1 ]\n ¦ row 1: expected \[ blocks \], found "1"
  freenono ¦ a strange cell ¦ <Nonogram><line>x ? x</line></Nonogram> ¦ line 1: expected x or _, found "\?"
  freenono ¦ lines too few ¦ <Nonogram height="2" width="1"><line>x</line></Nonogram> ¦ the height is 2, but there are 1 lines
  freenono ¦ a short line ¦ <Nonogram height="1" width="3"><line>x x</line></Nonogram> ¦ line 1 has 2 cells, expected 3
  freenono ¦ a strange colour ¦ <Nonogram><palette><color index="1" hex="?"/></palette><line>1</line></Nonogram> ¦ colour "1" is "\?", expected #rrggbb
  nonogrid ¦ no rows ¦ [clues]\ncolumns = 1\n ¦ found no rows
  nonogrid ¦ a strange block ¦ [clues]\ncolumns = 1\nrows = ?\n ¦ row 1: expected a block such as 3 or 3a, found "\?"
  nonogrid ¦ quotes that are not closed ¦ [clues]\ncolumns = 1\nrows = """\n1\n ¦ is not closed
  nonogrid ¦ a colour without a meaning ¦ [colors]\nr = (??)\n[clues]\nrows=1r\ncolumns=1r\n ¦ is not a colour
  nonogrid ¦ two puzzles ¦ [clues]\nrows=1\ncolumns=1\n[clues]\nrows=1\ncolumns=1\n ¦ two sections \[clues\]
  pbm ¦ a cut-off bitmap ¦ P1 3 2 110 ¦ the picture is cut off
  pbm ¦ a strange cell ¦ P1 1 1 2 ¦ expected 0 or 1, found "2"
  pbm ¦ a bitmap of grey ¦ P5 1 1 255 x ¦ expected P1 or P4
  pbm ¦ a bitmap beyond all measure ¦ P4 9999999 9999999\n ¦ too large
`;

test('a side without its partner takes none from the next puzzle', () => {
  const [one, two] = ['2x2 [[1],[2]] [[1],[2]]', '2x2 [[2],[1]] [[2],[1]]'];
  const first = 'columns = [[2],[1]]\n';
  const next = `rows = [[1],[2]]\ncolumns = [[1],[2]]\n\nrows = [[2],[1]]\ncolumns = [[2],[1]]\n`;
  for (const broken of [
    `[one]\n${first}rows = ?\n\n[two]\n`,
    `[one]\n${first}[two]\n`,
    `${first}\n`,
    `name = "one"\n${first}name = "two"\n`,
    `${first}rows = [[2],[1]\n\n`,
  ]) {
    const found = readText('lists', broken + next);
    assert.deepEqual(found.filter(({ puzzle }) => puzzle !== null).map(shown), [one, two], broken);
    assert.equal(found.length, 3, broken);
  }
});

test('lists are paired by their names and numbers, in whatever order they come', () => {
  const [one, two] = ['2x2 [[1],[2]] [[1],[2]]', '2x2 [[2],[1]] [[2],[1]]'];
  for (const [of, and] of [
    ['cat_', 'dog_'],
    ['a.cat_', 'a.dog_'],
  ]) {
    const text = `${of}rows = [[1],[2]]\n${and}rows = [[2],[1]]\n${and}cols = [[2],[1]]\n${of}cols = [[1],[2]]\n`;
    const found = readText('lists', text);
    assert.deepEqual(found.map(shown), [two, one], text);
    assert.deepEqual(eachOf(found, 'name'), ['dog', 'cat']);
  }
  const numbered = 'rows1=[[1],[2]]; rows2=[[2],[1]]; cols1=[[1],[2]]; cols2=[[2],[1]];';
  assert.deepEqual(readText('lists', numbered).map(shown), [one, two]);
});

test('a text in a list of [clues] is one clue, with commas in it or empty', () => {
  const text = '[clues]\nrows = ["1,1", "", \'3\']\ncolumns = ["1 1",\n  "1", "1 1",]\n';
  assert.deepEqual(readText('nonogrid', text).map(shown), ['3x3 [[1,1],[],[3]] [[1,1],[1],[1,1]]']);
});

test('JSON in a text file is read as JSON, with all that it says', () => {
  for (const text of ['{"id":"a","rows":[[1]],"columns":[[1]]}', '[\n {\n  "rows": [[1]]}]']) {
    assert.equal(detectFormat('a.txt', text)?.name, 'json');
  }
  const lines = '{"rows":[[1]],"columns":[[1]]}\n'.repeat(2);
  assert.equal(detectFormat('a.txt', lines)?.name, 'ndjson');
});

test('a comment in a list of addresses is passed over', () => {
  const text = '# mine\nhttps://puzz.link/p?nonogram/3/2/1212g2g\n';
  assert.deepEqual(readText('puzzlink', text).map(shown), ['3x2 [[2],[2]] [[1],[2],[1]]']);
});

describe('A text format rejects, with the reason,', () => {
  for (const [format, what, text, reason] of REJECTS) {
    test(`${format}: ${what}`, () => {
      const rejects = readText(format, text).filter((entry) => entry.reason !== null);
      assert.equal(rejects.length, 1);
      assert.match(rejects[0].reason!, new RegExp(reason));
    });
  }
});

test('an entry that does not begin its line has no line of its own', () => {
  const lines = (format: string, text: string): (number | null)[] =>
    readText(format, text).map(({ line }) => line);
  assert.deepEqual(lines('haskell', '([[1]],[[1]]) ([[1]],[[1]])\n([[1]],[[1]])'), [1, null, 2]);
  assert.deepEqual(lines('spoj', '3 1 1 1 0 1 0 1 1 1 0 1 0\n1 1 1 0 1 0'), [1, null, 2]);
});

describe('The format of a text is found', () => {
  for (const [format, what, text] of SHAPES) {
    if (format === 'nin') continue;
    test(`by content: ${format}, ${what}`, () => {
      assert.equal(detectFormat('-', text)?.name, format);
      assert.equal(detectFormat('puzzles.txt', text)?.name, format);
    });
  }

  test('by its extension, whatever its content, even before .gz', () => {
    const FILES = {
      'a.NIN': 'nin',
      'a.mk': 'mk',
      'a.csv.gz': 'csv',
      'a.b.json': 'json',
      'a.tsv': 'csv',
      'a.jsonl': 'ndjson',
      'a.g': 'g',
    };
    for (const [path, format] of Object.entries(FILES)) {
      assert.equal(detectFormat(path, 'whatever')?.name, format);
    }
  });

  test('by content if it has no extension: JSON, NDJSON, CSV, .non', () => {
    const OBJECT = '{"rows":[[1]],"columns":[[1]]}';
    assert.equal(detectFormat('-', `[${OBJECT}]`)?.name, 'json');
    assert.equal(detectFormat('-', OBJECT)?.name, 'json');
    assert.equal(detectFormat('-', `${OBJECT}\n${OBJECT}\n`)?.name, 'ndjson');
    assert.equal(detectFormat('-', '# x\nid,rows,columns\n')?.name, 'csv');
    assert.equal(detectFormat('-', 'sep=|\r\nid|rows|columns\r\n')?.name, 'csv');
    assert.equal(detectFormat('-', 'width 1\nheight 1\nrows\n1\ncolumns\n1\n')?.name, 'non');
    for (const typed of ['Rows\n2\n1\n\nColumns\n1\n1\n1\n', 'ROWS:\n2\n1\nColumns :\n1\n1\n1\n']) {
      assert.equal(detectFormat('puzzle.txt', typed)?.name, 'non');
      assert.deepEqual(readText('non', typed).map(shown), [L]);
    }
  });

  test('by its shape, even if there is a mistake in the puzzle', () => {
    for (const [format, text] of [
      ['keen', '1\n3\n1\n\n1\n3\n2\n'],
      ['keen', '1/3/1\n\n1/3/2\n'],
      ['keen', '1\nl 1\n1\n\n1\n3\n2\n'],
      ['keen', '1\n\n1\n\n1\n'],
      ['mn', '3 3\n1\n3\n1\n1\n3\n2\n'],
      ['mn', '3 3\n1\n3\n1\n1\n3\n'],
      ['cwd', '3\n3\n1\n3\n1\n\n1\n3\n2\n'],
      ['tournament', '$1\n1\n2\n1\n1\n'],
    ] as const) {
      assert.equal(detectFormat('-', text)?.name, format, text);
      assert.equal(detectFormat('puzzle.txt', text)?.name, format, text);
      assert.equal(readText(format, text)[0].puzzle, null, text);
    }
  });

  test('or not at all: prose and other data are not puzzles', () => {
    for (const text of [
      '',
      'Once upon a time.\n',
      '# A README\n\nSome rows and columns.\n',
      '\x7fELF\0\0',
      '1\n',
      '\r\n \n',
      'a,b\n1,2\n',
      'Bread 2.50\nMilk 1.20\nEggs 3\n\nRing Anna, 5 pm\nPay rent\n12\n',
    ]) {
      assert.equal(detectFormat('notes.txt', text), null, text);
      assert.equal(detectFormat('notes', text), null, text);
    }
  });
});

test('a fault of the program over one entry costs that entry alone', () => {
  const read = (text: readonly string[]): never => {
    if (String(text).includes('two')) throw new TypeError('a fault on purpose');
    throw new Unreadable('read');
  };
  const reasons: string[] = [];
  const sink: EntrySink = {
    entry: () => assert.fail('nothing here is a puzzle'),
    reject: ({ line, reason }) => reasons.push(`${line}: ${reason}`),
  };
  const createParser = entryParser({ title: 'L', starts: (line) => /^[a-z]/.test(line), read });
  const parser = createParser(sink, DEFAULT_PARSER_LIMITS);
  parser.write('one\n\ntwo\n\nthree\n');
  parser.end();
  const fault = 'nonomill failed on it: TypeError: a fault on purpose (NM_UNEXPECTED)';
  assert.deepEqual(reasons, ['1: L: read', `3: L: ${fault}`, '5: L: read']);
});

describe('What people said of the difficulty is the label, in', () => {
  const PUZZLE = '"rows":[[1]],"columns":[[1]]';
  const notes = (text: string): string => XML(`<puzzle><note>${text}</note>${SIDES}</puzzle>`);
  const LABELS: readonly [format: string, text: string, label: string | null][] = [
    ['json', `{${PUZZLE},"level":3}`, '3'],
    ['json', `{${PUZZLE},"difficulty":" very  hard"}`, 'very hard'],
    ['json', `{${PUZZLE},"rating":4.5}`, '4.5'],
    ['json', `{${PUZZLE},"level":1,"label":"easy"}`, 'easy'],
    ['json', `{"level":"easy","puzzle":{${PUZZLE}}}`, 'easy'],
    ['json', `{"level":{${PUZZLE}}}`, null],
    ['json', `{${PUZZLE},"difficulty":12.25}`, null],
    ['ndjson', `{${PUZZLE},"label":"${'a'.repeat(101)}"}`, null],
    ['json', '{"label":"hard","puzzle":"1 1\\n1\\n1"}', 'hard'],
    ['csv', 'rows,columns,Difficulty\n1,1,hard\n', 'hard'],
    ['csv', 'rows,columns,level\n1,1,\n', null],
    [
      'webpbn',
      notes('definitely unique,possibly requires some guessing'),
      'possibly requires some guessing',
    ],
    ['webpbn', notes('published,definitely unique'), null],
    ['freenono', '<Nonogram width="1" height="1" difficulty="4"><line>x</line></Nonogram>', '4'],
  ];
  for (const [format, text, label] of LABELS) {
    test(`${format}: ${label ?? 'none'}`, () => {
      const found = readText(format, text);
      assert.deepEqual(
        found.map(({ puzzle, label: said }) => [puzzle !== null, said]),
        [[true, label]],
        text,
      );
    });
  }
});
