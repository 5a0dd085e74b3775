/** True for a text whose first letter is of a script that is written from right to left. */
export const startsLeftward = (text: string): boolean => {
  const [letter = ''] = /\p{L}/u.exec(text) ?? []
  return /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/.test(letter)
}
