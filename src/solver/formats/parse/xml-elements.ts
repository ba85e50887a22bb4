import {
  type EntryFormat,
  type EntrySink,
  excerptOf,
  type Parser,
  type ParserLimits,
  quoted,
  readEntry,
  rejectEntry,
  tooLong,
  Unreadable,
} from '../contract/format.js';

/** What is in an XML text, as it comes. */
interface XmlReader {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  /** `inner` is the text since the last tag; `depth` is 0 for the outermost element. */
  close(name: string, inner: string, depth: number): void;
}

/** A name, and attributes, of a tag; nothing of document types. */
const NAME = String.raw`[^\s<>/="'&!?]+`;
const ATTRIBUTE = String.raw`\s+(${NAME})\s*=\s*("[^"<]*"|'[^'<]*')`;
const TOKEN = new RegExp(
  String.raw`<!--[^]*?-->|<\?[^]*?\?>|<!\[CDATA\[([^]*?)\]\]>|</(${NAME})\s*>` +
    String.raw`|<(${NAME})((?:${ATTRIBUTE.replace(/\((?!\?)/g, '(?:')})*)\s*(/?)>|([^<]+)`,
  'y',
);

/** Parses the text of one element. @throws Unreadable if it is not well formed */
export function parseXml(text: string, reader: XmlReader): void {
  const xml = text.replace(/\r\n?/g, '\n');
  const strange = xml.search(/[^\t\n\u0020-\ufffd]/);
  if (strange >= 0) throw notWellFormed(xml.slice(strange));
  const token = new RegExp(TOKEN);
  const opened: string[] = [];
  let inner = '';
  let isOver = false;
  const close = (name: string): void => {
    reader.close(name, inner, opened.length);
    inner = '';
    isOver = opened.length === 0;
  };
  while (token.lastIndex < xml.length) {
    const at = token.lastIndex;
    const [, data, closing, opening, given, slash, plain] = token.exec(xml) ?? [];
    if (token.lastIndex === 0) throw notWellFormed(xml.slice(at));
    if (closing !== undefined) {
      if (opened.pop() !== closing) throw notWellFormed(`</${closing}>`);
      close(closing);
    } else if (opening !== undefined) {
      const attributes: Record<string, string> = {};
      for (const [, name, value] of given.matchAll(new RegExp(ATTRIBUTE, 'g'))) {
        const read = withoutEntities(value.slice(1, -1).replace(/\s/g, ' '));
        if (Object.hasOwn(attributes, name)) throw notWellFormed(`${name}=${value}`);
        attributes[name] = read;
      }
      if (isOver) throw notWellFormed(`<${opening}>`);
      inner = '';
      opened.push(opening);
      reader.open(opening, attributes);
      if (slash === '/') close(opened.pop()!);
    } else {
      const read = plain === undefined ? data : withoutEntities(plain);
      const isOutside = opened.length === 0 && (data ?? plain?.trim() ?? '') !== '';
      if (isOutside) throw notWellFormed(plain);
      inner += read ?? '';
    }
  }
  if (!isOver) throw notWellFormed('');
}

function notWellFormed(found: string): Unreadable {
  const what = found === '' ? 'it is cut off' : `unexpected ${quoted(found)}`;
  return new Unreadable(`not well-formed XML: ${what}`);
}

/** Whether a text has lines of clues or of a picture, so that it was meant to be a puzzle. */
export function hasLines(text: string): boolean {
  return /<(?:line|image)[\s>]/.test(text);
}

/** A format of XML in which each puzzle is the text of one element. */
interface XmlFormat extends EntryFormat<string> {
  readonly element: string;
}

/**
 * Cuts XML at the beginnings and the ends of the elements that hold puzzles, and parses each on its
 * own: a broken one does not affect the others. A document type is never parsed, so there are no
 * entities to expand.
 */
export function xmlParser(format: XmlFormat, sink: EntrySink, limits: ParserLimits): Parser {
  return new XmlElements(format, sink, limits);
}

class XmlElements implements Parser {
  private text = '';
  /** The line of the first character of `text`. */
  private line = 1;
  private found = 0;
  private inComment = false;
  private isBlank = true;
  /** Whether `text` begins with a puzzle. */
  private inPuzzle = false;
  /**
   * The end of `text` in which the end of the puzzle was not searched for yet. Searched by itself:
   * looking into `text` would copy all of it for each piece that was added.
   */
  private unsearched = '';
  private readonly start: RegExp;
  private readonly stop: RegExp;
  /** Characters of a tag that may be cut in two. */
  private readonly cut: number;

  constructor(
    private readonly format: XmlFormat,
    private readonly sink: EntrySink,
    private readonly limits: ParserLimits,
  ) {
    const { element } = format;
    this.start = new RegExp(`<!--|<${element}(?=[\\s>])`, 'g');
    this.stop = new RegExp(`</${element}\\s*>|<${element}(?=[\\s>])`, 'g');
    this.cut = element.length + 1;
  }

  write(text: string): void {
    this.text += text;
    if (this.inPuzzle) this.unsearched += text;
    if (this.isBlank && /\S/.test(text)) this.isBlank = false;
    while (
      this.inPuzzle ? this.endPuzzle() : this.inComment ? this.endComment() : this.startPuzzle()
    );
    if (this.inPuzzle && this.text.length > this.limits.maxEntryLength) {
      this.reject(tooLong('the puzzle', this.limits.maxEntryLength));
      this.leave(this.text.length);
    }
  }

  end(): void {
    const { element } = this.format;
    if (this.inPuzzle) this.reject(`the file is cut off: </${element}> is missing`);
    else if (this.found === 0 && !this.isBlank) this.reject(`expected <${element}>, found none`);
  }

  private startPuzzle(): boolean {
    this.start.lastIndex = 0;
    const start = this.start.exec(this.text);
    if (start === null) {
      // A tag may be cut in two.
      this.drop(Math.max(0, this.text.length - this.cut));
      return false;
    }
    this.drop(start.index);
    this.inComment = start[0] === '<!--';
    this.inPuzzle = !this.inComment;
    this.unsearched = this.text.slice(this.cut - 1);
    return true;
  }

  private endComment(): boolean {
    const end = this.text.indexOf('-->');
    if (end < 0) {
      this.drop(Math.max(0, this.text.length - 2));
      return false;
    }
    this.drop(end + 3);
    this.inComment = false;
    return true;
  }

  private endPuzzle(): boolean {
    this.stop.lastIndex = 0;
    const end = this.stop.exec(this.unsearched);
    if (end === null) {
      // A tag may be cut in two.
      this.unsearched = this.unsearched.slice(-this.cut - 4);
      return false;
    }
    const index = this.text.length - this.unsearched.length + end.index;
    if (!end[0].startsWith('</')) {
      const { element } = this.format;
      this.reject(`</${element}> is missing before the next <${element}>`);
      this.leave(index);
      return true;
    }
    const length = index + end[0].length;
    this.found++;
    const text = this.text.slice(0, length);
    const place = { line: this.line, name: null, excerpt: () => excerptOf(text) };
    readEntry(this.format, text, place, this.sink);
    this.leave(length);
    return true;
  }

  private leave(length: number): void {
    this.drop(length);
    this.inPuzzle = false;
  }

  private drop(length: number): void {
    for (
      let i = this.text.indexOf('\n');
      i >= 0 && i < length;
      i = this.text.indexOf('\n', i + 1)
    ) {
      this.line++;
    }
    this.text = this.text.slice(length);
  }

  private reject(reason: string): void {
    this.found++;
    const { text, line } = this;
    const place = { line, name: null, excerpt: () => excerptOf(text) };
    rejectEntry(this.format, text, new Unreadable(reason), place, this.sink);
  }
}

/** HTML's names of the characters from 160 on, in their order. */
const FROM_160 =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 ' +
  'acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde ' +
  'Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute ' +
  'Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde ' +
  'auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ' +
  'ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml';

/** Others that occur in titles and names of people. */
const OTHERS =
  'amp& lt< gt> quot" apos\' OElig\u0152 oelig\u0153 Scaron\u0160 scaron\u0161 Zcaron\u017d zcaron\u017e ' +
  'Ccaron\u010c ccaron\u010d Rcaron\u0158 rcaron\u0159 ecaron\u011b Lstrok\u0141 lstrok\u0142 eogon\u0119 ' +
  'aogon\u0105 sacute\u015b Yuml\u0178 alpha\u03b1 beta\u03b2 gamma\u03b3 delta\u03b4 pi\u03c0 omega\u03c9 ' +
  'ndash\u2013 mdash\u2014 lsquo\u2018 rsquo\u2019 sbquo\u201a ldquo\u201c rdquo\u201d bdquo\u201e ' +
  'dagger\u2020 bull\u2022 hellip\u2026 prime\u2032 Prime\u2033 lsaquo\u2039 rsaquo\u203a euro\u20ac ' +
  'trade\u2122 larr\u2190 uarr\u2191 rarr\u2192 darr\u2193 minus\u2212 ne\u2260 le\u2264 ge\u2265 ' +
  'infin\u221e radic\u221a spades\u2660 clubs\u2663 hearts\u2665 diams\u2666';

const CHARACTERS = new Map<string, string>([
  ...FROM_160.split(' ').map((name, i): [string, string] => [name, String.fromCharCode(160 + i)]),
  ...OTHERS.split(' ').map((pair): [string, string] => [pair.slice(0, -1), pair.slice(-1)]),
]);

/** A reference to a character: by its number, by its hexadecimal number, or by its name. */
const REFERENCE = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z][a-z0-9]{0,40}));/gi;

/** Text with its HTML references replaced: `&copy; &#169; &amp;`. Unknown names stay. */
export function withoutEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(
    REFERENCE,
    (all: string, decimal?: string, hex?: string, name?: string): string => {
      if (name !== undefined) {
        return CHARACTERS.get(name) ?? CHARACTERS.get(name.toLowerCase()) ?? all;
      }
      const code = decimal !== undefined ? Number(decimal) : Number.parseInt(hex!, 16);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : all;
    },
  );
}
