import { parse, postprocess, preprocess } from 'micromark'
import { gfmTable } from 'micromark-extension-gfm-table'
import { mapCssUrls, mapUrls } from '../../publishing/page-urls.ts'

// A path of the site; `//host` is another one.
const ownPath = /^\/(?!\/)/

/** The base under which a site is served, without its last slash: `/portfolio`, or nothing at the root of its host. */
type Base = string

const path = (url: string, base: Base): string => (ownPath.test(url) ? base + url : url)

const css = (text: string, base: Base): string => mapCssUrls(text, (url) => path(url, base))

/** A page whose paths begin with the base; scripts find it in `data-base`. */
const html = (text: string, base: Base): string =>
  mapUrls(text, (url) => path(url, base)).replace(/^<!DOCTYPE html><html /, (start) => `${start}data-base="${base}" `)

/** Markdown whose links and pictures lead to paths below the base; program text stays as it is. */
const markdown = (text: string, base: Base): string => {
  const events = postprocess(
    parse({ extensions: [gfmTable()] })
      .document()
      .write(preprocess()(text, undefined, true)),
  )
  const starts = events.flatMap(([kind, { type, start }]) =>
    kind === 'enter' && (type === 'resourceDestinationString' || type === 'definitionDestinationString')
      ? [start.offset]
      : [],
  )
  let done = 0
  const parts = starts.flatMap((at) => {
    const before = text.slice(done, at)
    done = at
    return ownPath.test(text.slice(at, at + 2)) ? [before, base] : [before]
  })
  return parts.join('') + text.slice(done)
}

const manifest = (text: string, base: Base): string => {
  const { start_url, icons, ...rest } = JSON.parse(text) as { start_url: string; icons: { src: string }[] }
  return JSON.stringify({
    ...rest,
    start_url: path(start_url, base),
    icons: icons.map((icon) => ({ ...icon, src: path(icon.src, base) })),
  })
}

const kinds: [type: RegExp, rewrite: (text: string, base: Base) => string][] = [
  [/^text\/html/, html],
  [/^text\/css/, css],
  [/^text\/markdown/, markdown],
  [/^application\/manifest/, manifest],
]

/**
 * A file of the site whose paths begin with the base under which it is served. Feeds, the sitemap and the scripts need no change: their
 * URLs are whole, or relative.
 */
export const underBase = (text: string, type: string, base: Base): string => {
  const rewrite = base === '' ? undefined : kinds.find(([kind]) => kind.test(type))?.[1]
  return rewrite ? rewrite(text, base) : text
}
