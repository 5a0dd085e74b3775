/** Bound on the cost of a text that consists of links only. */
const most = 200

// No part of it can match the same text in two ways, so it takes time linear in the text.
const link = /https?:\/\/[^\s<>"'\])]+|www\.[^\s<>"'\])]+/giu
const bare =
  /\b[a-z0-9-]{2,63}\.(?:com|net|org|info|biz|online|site|shop|xyz|top|club|ru|cn|tk|click|link|icu|vip|io|co)\b(?:\/[^\s<>"'\])]*)?/giu

export interface Link {
  /** As it was written. */
  text: string
  /** Its host, small and without www. */
  host: string
}

const hostOf = (text: string) =>
  text
    .replace(/^https?:\/\//i, '')
    .split(/[/?#:@]/, 1)[0]
    ?.toLowerCase()
    .replace(/^www\./, '')
    .replace(/\.$/, '') ?? ''

/** The links in a text, those with http or www and bare domains that are no part of an e-mail address, and the text without them. */
export const linksIn = (text: string): { links: Link[]; rest: string } => {
  const links: Link[] = []
  const keep = (one: string) => {
    if (links.length < most) links.push({ text: one, host: hostOf(one) })
    return ' '
  }
  const rest = text
    .replace(link, keep)
    .replace(bare, (one, at: number, whole: string) => (/[@.-]/.test(whole[at - 1] ?? ' ') ? one : keep(one)))
  return { links, rest }
}
