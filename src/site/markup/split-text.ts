/** Splits a text that is longer than about `length` characters after a sentence, else after a word; the second part is empty if it is not. */
export const splitText = (text: string, length: number): [start: string, more: string] => {
  // A remainder of a line or two is not worth a click.
  if (text.length <= length * 1.3) return [text, '']
  const window = text.slice(0, length)
  const sentence = Math.max(...['. ', '! ', '? ', '.\n', '。'].map((end) => window.lastIndexOf(end)))
  const word = window.search(/\s\S*$/)
  const at = sentence > length / 2 ? sentence + 1 : word > 0 ? word : length
  return [text.slice(0, at).trimEnd(), text.slice(at).trimStart()]
}
