import { markupText } from '../../../solver/core/text/escape.js';
import { INK, type Shape, type Sheet } from './sheet.js';

/** A sheet as a file of SVG, on white. */
export function sheetSvg({ width, height, shapes }: Sheet, title: string): string {
  const size = `viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} font-family="sans-serif">
<title>${markupText(title)}</title>
<rect width="100%" height="100%" fill="#ffffff"/>
${shapes.map(shapeSvg).join('\n')}
</svg>
`;
}

function shapeSvg(shape: Shape): string {
  switch (shape.kind) {
    case 'box': {
      const { x, y, width, height, fill } = shape;
      return `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}"/>`;
    }
    case 'line': {
      const [[x1, y1], [x2, y2]] = [shape.from, shape.to];
      return `<path d="M${x1} ${y1}L${x2} ${y2}" stroke="${shape.colour}" stroke-width="${shape.width}"/>`;
    }
    case 'number': {
      const { x, y, size, text, colour } = shape;
      return `<text x="${x}" y="${y + size * 0.36}" font-size="${size}" text-anchor="middle" fill="${colour}">${text}</text>`;
    }
    case 'words': {
      const { x, y, size, text } = shape;
      return `<text x="${x}" y="${y}" font-size="${size}" font-weight="bold" fill="${INK}">${markupText(text)}</text>`;
    }
  }
}
