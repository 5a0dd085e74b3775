/** A text of at most so many characters, cut after a word. */
export const cutText = (text: string, most: number): string => {
  const characters = [...text]
  if (characters.length <= most) return text
  const start = characters.slice(0, most - 1).join('')
  const space = start.lastIndexOf(' ')
  return `${(space > start.length / 2 ? start.slice(0, space) : start).trimEnd()}…`
}
