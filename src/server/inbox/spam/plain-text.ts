/** Letters of other scripts that look like Latin ones. Each group begins with the Latin letter. */
const lookalikes = new Map(
  'aаαɑ bьʙ cсϲ dԁ eеєε gɡ hһ iіιɩı jј kкκ lӏ mм nոη oоοօσ pрρ qԛ sѕ tтτ uυս vνѵ wԝω xхχ yуγү'
    .split(' ')
    .flatMap(([latinLetter = '', ...others]) => others.map((other) => [other, latinLetter] as const)),
)

const word = /[\p{L}\p{M}\p{N}]+/gu
const latin = /\p{Script=Latin}/u
const withLookalikes = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}]/u

/** True for a word that mixes look-alike letters of two scripts. */
export const mixesScripts = (text: string): boolean => latin.test(text) && withLookalikes.test(text)

/**
 * Normalised text: one form for each letter, without diacritics and invisible characters, in lower case, and
 * in one script within a word. Takes time linear in the text's length.
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

/** The words of a plain text, with one space before, between and after. */
export const spacedWords = (plain: string): string => ` ${plain.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()} `
