import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Choice, CopyLink, TextField, Tick } from '../../../pipeline/pages/client/controls.js';
import { ExportMenu, QrCodeButton } from '../../../pipeline/pages/client/sharing.js';
import { CertificateButton } from '../../../pipeline/pages/client/solve/solved-parts.js';
import type { JudgedPuzzle, Replayed } from '../../../pipeline/pages/client/solve/solver.js';
import { paintedSvg, saveFile } from '../../../pipeline/pages/client/saving.js';
import { playHash } from '../../../pipeline/pages/client/puzzle-text.js';
import type { Cells, Puzzle } from '../../../solver/core/puzzle/types.js';
import { starsText } from '../../../solver/core/text/numbers.js';
import { puzzleFile, solvingFile } from '../../../pipeline/report/figures/puzzle-svg.js';
import type { Replay } from '../../../solver/craft/replay/step.js';
import { drawable, type Given, nameOf } from '../intake/given.js';
import { sheetSize, sheetsPdf } from './sheet.js';
import { messageOf } from '../../../solver/core/text/plain-text.js';

/** What can be done with the puzzle. */
export function Outlets(props: {
  readonly given: Given;
  readonly puzzle: Puzzle;
  readonly judged: JudgedPuzzle | null;
  readonly replayed: Replayed | null;
  readonly onTitle: (title: string) => void;
  /** What the file of its picture is called, which is no title until somebody says so; or null. */
  readonly offered: string | null;
  /** Begins to draw on a picture of the puzzle. */
  readonly onDraw: (picture: Cells) => void;
}): JSX.Element {
  const { given, puzzle, judged, replayed, onTitle, offered, onDraw } = props;
  const { title, picture } = given;
  const [withPicture, setWithPicture] = useState(false);
  const shared = withPicture ? picture : null;
  const newest = judged?.puzzle === puzzle ? judged : null;
  const outcome = newest?.verdict.outcome;
  const found = outcome?.status === 'unique' ? outcome.solution : null;
  const replay = replayed?.puzzle === puzzle ? replayed.replay : null;
  return (
    <div class="outlets">
      <label class="field">
        Title
        <TextField
          value={title}
          maxLength={200}
          placeholder="What is it?"
          onTake={(text) => onTitle(text.trim())}
        />
      </label>
      {title === '' && offered !== null && (
        <div class="row small">
          <button type="button" onClick={() => onTitle(offered)}>
            Call it “{offered}”, as its file
          </button>
        </div>
      )}
      <div class="row">
        <a class="button strong" href={playHash(puzzle, title, picture)}>
          Play it
        </a>
        <CopyLink
          key={withPicture}
          hash={() => playHash(puzzle, shared === null ? '' : title, shared)}
        />
        {outcome !== undefined && <CertificateButton puzzle={puzzle} name={nameOf(given)} />}
        <QrCodeButton puzzle={puzzle} />
        {found !== null && picture === null && drawable(puzzle, found) !== null && (
          <button type="button" onClick={() => onDraw(found)}>
            Draw on its picture
          </button>
        )}
      </div>
      {picture !== null && (
        <Tick isOn={withPicture} onTurn={setWithPicture}>
          The link holds my drawing, the solution, too
        </Tick>
      )}
      <PictureMenu
        pictured={{ puzzle, title, solution: picture ?? found, judged: newest, replay }}
      />
      <ExportMenu
        puzzle={puzzle}
        name={nameOf(given)}
        title={title === '' ? null : title}
        goal={picture}
      />
    </div>
  );
}

/** Saves the puzzle as a picture, to print or to share; the file is made in the page. */
function PictureMenu({ pictured }: { readonly pictured: Pictured }): JSX.Element {
  const [problem, setProblem] = useState<string | null>(null);
  const files = pictureFiles(pictured);
  const save = async (end: string): Promise<void> => {
    const file = files.find((one) => one.end === end);
    if (file !== undefined) saveFile(file.name, await file.make());
  };
  return (
    <>
      <Choice
        label="Print or share"
        class="row small"
        value=""
        options={[
          ['', 'choose a picture'],
          ...files.map(({ label, end }) => [end, label] as const),
        ]}
        choose={(end) => {
          setProblem(null);
          save(end).catch((error: unknown) => setProblem(messageOf(error)));
        }}
      />
      {problem !== null && <span role="alert">{problem}</span>}
    </>
  );
}

/** A puzzle, and what is known of it, as it is drawn in files. */
interface Pictured {
  readonly puzzle: Puzzle;
  /** Empty if it has none. */
  readonly title: string;
  /** The picture, or the only solution; null if there is neither. */
  readonly solution: Cells | null;
  readonly judged: JudgedPuzzle | null;
  /** Null while it is not known. */
  readonly replay: Replay | null;
}

/** How many pixels each of an SVG has. */
const PIXELS = 2;

/**
 * The files that a picture can be saved as: what each is called, and what its name ends with. The
 * title, which may tell what the picture is, is the name only of those that show that.
 */
function pictureFiles({ puzzle, title, solution, judged, replay }: Pictured) {
  const name = `puzzle-${puzzle.width}x${puzzle.height}`;
  const called = title === '' ? name : title;
  const empty = puzzleFile(puzzle, null, '');
  const solved = solution === null ? null : puzzleFile(puzzle, solution, title);
  const svg = (text: string): Promise<Blob> =>
    Promise.resolve(new Blob([text], { type: 'image/svg+xml' }));
  const png = async (text: string, scale = PIXELS): Promise<Blob> =>
    (await paintedSvg(text, scale)).file;
  const pdf = async (): Promise<Blob> => {
    const sheets = [empty, ...(solved === null ? [] : [solved])].map(async (drawn) => {
      const size = sheetSize(drawn);
      const { file, pixels } = await paintedSvg(drawn, size.scale, 'image/jpeg');
      return { ...size, pixels, jpeg: new Uint8Array(await file.arrayBuffer()) };
    });
    return new Blob([sheetsPdf(await Promise.all(sheets))], { type: 'application/pdf' });
  };
  const of = solved === null ? '' : ', its solution on a page of its own';
  const file = (label: string, stem: string, end: string, make: () => Promise<Blob>) => {
    return { label, name: stem + end, end, make };
  };
  const drawn = (what: string, stem: string, end: string, text: string) => [
    file(`PNG of the ${what}`, stem, `${end}.png`, () => png(text)),
    file(`SVG of the ${what}`, stem, `${end}.svg`, () => svg(text)),
  ];
  const replayed = (): Promise<Blob> => svg(solvingFile(puzzle, replay!.steps, title));
  const card = (): Promise<Blob> => png(cardSvg(puzzle, judged), 1);
  return [
    file(`PDF to print${of}`, name, '.pdf', pdf),
    ...drawn('puzzle', name, '', empty),
    ...(solved === null ? [] : drawn('solution', called, '-solved', solved)),
    ...(replay === null
      ? []
      : [file('SVG that shows how it is solved', called, '-replay.svg', replayed)]),
    file('Card to share: empty grid, size and stars', name, '-card.png', card),
  ];
}

/** The sides that networks show pictures of links in. */
const [WIDTH, HEIGHT] = [1200, 630];
const MARGIN = 56;

/** What a card says below the title: size, stars, and whether it is a good puzzle. */
function cardWords({ width, height }: Puzzle, judged: JudgedPuzzle | null): string[] {
  const stars = judged?.verdict.difficulty?.stars ?? null;
  const outcome = judged?.verdict.outcome;
  const size = `${width} × ${height}`;
  if (outcome?.status !== 'unique') return [size];
  const guessing = outcome.technique === 'line' ? 'Unique, no guessing' : 'Unique';
  return [size, ...(stars === null ? [] : [starsText(stars)]), guessing];
}

/** The empty grid with what is known of the puzzle beside it, for whoever shares it. */
function cardSvg(puzzle: Puzzle, judged: JudgedPuzzle | null): string {
  const grid = puzzleFile(puzzle, null, '');
  const [, across, down] = /width="([\d.]+)" height="([\d.]+)"/.exec(grid)!.map(Number);
  const scale = Math.min((HEIGHT - 2 * MARGIN) / down, (WIDTH * 0.56) / across);
  const left = MARGIN + across * scale + MARGIN / 2;
  const lines = cardWords(puzzle, judged).map(
    (line, i) => `<text x="${left}" y="${HEIGHT / 2 - 24 + i * 66}" font-size="36">${line}</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" font-family="sans-serif" fill="#1b1b1b">
<g transform="translate(${MARGIN} ${(HEIGHT - down * scale) / 2}) scale(${scale})">${grid}</g>
<text x="${left}" y="${HEIGHT / 2 - 90}" font-size="52" font-weight="bold">A nonogram</text>
${lines.join('')}
<text x="${left}" y="${HEIGHT - MARGIN}" font-size="26" fill="#555555">nonomill</text>
</svg>`;
}
