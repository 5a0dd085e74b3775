import { cutText } from '../../model/fields/cut-text.ts'

// Search engines and tabs show about as much.
const most = 70

/** Title of a page: its own name, then as much of the rest as there is room for. A name that is too long alone is cut. */
export const pageTitle = (own: string, ...rest: string[]): string => {
  let title = cutText(own, most)
  for (const part of rest) {
    const longer = `${title} – ${part}`
    if (part && [...longer].length <= most) title = longer
  }
  return title
}
