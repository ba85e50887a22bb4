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

/**
 * A CDATA section, which stays; or a `&` that XML alone does not know, with the HTML name that may
 * follow it.
 */
const NOT_XML =
  /<!\[CDATA\[(?:[^]*?\]\]>|[^]*)|&(?!#\d{1,7};|#x[0-9a-f]{1,6};|(?:amp|lt|gt|quot|apos);)(?:([a-z][a-z0-9]{0,40});)?/gi;

/**
 * XML in which HTML's names of characters were replaced, as programs that think in HTML write them
 * into titles. Names that are unknown, those of entities which the file itself declares too, and a
 * `&` alone become text: nothing is ever expanded.
 */
export function withXmlEntities(xml: string): string {
  if (!xml.includes('&')) return xml;
  return xml.replace(NOT_XML, (all: string, name?: string): string => {
    if (all.startsWith('<')) return all;
    if (name === undefined) return '&amp;';
    return CHARACTERS.get(name) ?? `&amp;${name};`;
  });
}
