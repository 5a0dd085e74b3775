/** Letters of other scripts that are drawn as Latin ones are. */
const lookalikes = new Map(
  Object.entries({
    a: 'аαɑ',
    b: 'ьʙ',
    c: 'сϲ',
    d: 'ԁ',
    e: 'еєε',
    g: 'ɡ',
    h: 'һ',
    i: 'іιɩı',
    j: 'ј',
    k: 'кκ',
    l: 'ӏ',
    m: 'м',
    n: 'ոη',
    o: 'оοօσ',
    p: 'рρ',
    q: 'ԛ',
    s: 'ѕ',
    t: 'тτ',
    u: 'υս',
    v: 'νѵ',
    w: 'ԝω',
    x: 'хχ',
    y: 'уγү',
  }).flatMap(([letter, others]) => [...others].map((other) => [other, letter] as const)),
)

const word = /[\p{L}\p{M}\p{N}]+/gu
const latin = /\p{Script=Latin}/u
const drawnAlike = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}]/u

/** Whether a word has letters of two scripts that look the same. */
export const mixesScripts = (text: string): boolean => latin.test(text) && drawnAlike.test(text)

/**
 * The text as it is read, whatever it is written with: one form for each letter, no marks on it and nothing unseen between, small, and
 * in one script within a word. In time linear in the text's length.
 */
export const plainText = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}ـ]/gu, '')
    .normalize('NFC')
    .toLowerCase()
    // Arabic keyboards have other letters for the Persian ones.
    .replace(/ي/g, 'ی')
    .replace(/ك/g, 'ک')
    .replace(word, (one) =>
      mixesScripts(one) ? [...one].map((letter) => lookalikes.get(letter) ?? letter).join('') : one,
    )

/** The words of a plain text, with one blank before, between and after. */
export const spacedWords = (plain: string): string => ` ${plain.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()} `
