// Widths of characters in em, of the display font and of those that stand in for it: what is too wide is set smaller.
const advances: readonly (readonly [RegExp, number])[] = [
  [/[\s.,:;'’|!ilIjtfr\u0600-\u077f]/, 0.38],
  [/[\u3000-\u9fff\uf900-\ufaff\uff00-\uffef]/, 1],
  [/[mwMWЖжШшЩщЮюФфМмЫыюW@%]/, 0.88],
  [/[\p{Lu}\u0400-\u052f]/u, 0.66],
]

/** Width of a text in em, about. */
export const advanceOf = (text: string): number =>
  [...text].reduce((sum, character) => sum + (advances.find(([of]) => of.test(character))?.[1] ?? 0.55), 0)

/** True for a text in Japanese or Chinese characters, whose lines break between any two. */
export const isIdeographic = (text: string): boolean => /[\u3041-\u30ff\u3400-\u9fff\uf900-\ufaff]/.test(text)

/** Parts of a text between which a line may break. */
export const unbroken = (text: string): string[] =>
  text.split(/[\s\u2013\u2014-]|(?<=[\u3000-\u9fff\uf900-\ufaff\uff00-\uffef])/)

/**
 * The sentences at the start of a text that fit into so many em, so that no card cuts after a full stop; the whole text when it fits, or
 * when its first sentence does not.
 */
export const fittingSentences = (text: string, em: number): string => {
  let fitting = ''
  for (const sentence of text.split(/(?<=[.!?…]["”’»)]?\s|[。！？])/)) {
    if (advanceOf(fitting + sentence.trimEnd()) > em) break
    fitting += sentence
  }
  return fitting === '' ? text : fitting.trimEnd()
}
