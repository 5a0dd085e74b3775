import { LinkifyIt } from 'linkify-it'

/** Bound on the cost of a text that consists of links only. */
const maxLinks = 200

// Without a scheme only domains with these ends are links: "readme.md" and "Mr.No" are none.
const tlds = 'com net org info biz online site shop xyz top club ru cn tk click link icu vip io co'.split(' ')
const linkify = new LinkifyIt({ fuzzyLink: true, fuzzyEmail: false, tlds })

/** Hosts of the links in a text, in lower case and without `www.`, and the text without its links. */
export const linksIn = (text: string): { hosts: string[]; rest: string } => {
  const found = (linkify.match(text) ?? []).filter(({ schema }) => schema !== 'mailto:').slice(0, maxLinks)
  const hosts = found.map(({ url }) => URL.parse(url)?.hostname.replace(/^www\./, '') ?? '')
  const rest = found.reduceRight(
    (left, { index, lastIndex }) => `${left.slice(0, index)} ${left.slice(lastIndex)}`,
    text,
  )
  return { hosts, rest }
}
