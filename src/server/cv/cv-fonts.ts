/** Families in the order in which a glyph is looked for, as `scripts/cv-fonts.js` names them. */
export const fontFiles = [
  ...['display-latin', 'display-latin-ext'],
  ...['latin', 'latin-ext', 'vietnamese', 'cyrillic', 'cyrillic-ext', 'greek', 'arabic'].flatMap((part) => [
    `${part}-400`,
    `${part}-600`,
  ]),
].map((name) => `${name}.ttf`)

/** One weight, compressed. */
export const japaneseFont = 'japanese-400.ttf.br'
