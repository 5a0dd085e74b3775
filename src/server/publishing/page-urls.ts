type MapUrl = (url: string) => string

/** URLs in a style sheet, each as `map` returns it. */
export const mapCssUrls = (css: string, map: MapUrl): string =>
  css.replace(/url\((["']?)([^"'()]*)/g, (_, quote: string, url: string) => `url(${quote}${map(url)}`)

/** `a.jpg 1x, b.jpg 2x`, of a `srcset` or a `link`. */
const sources = (list: string, map: MapUrl): string => list.replace(/[^,\s][^,]*/g, map)

const one = (url: string, map: MapUrl): string => map(url)

const attributes: Record<string, typeof one> = {
  href: one,
  src: one,
  action: one,
  poster: one,
  srcset: sources,
  imagesrcset: sources,
}

const meta = /^(<meta (?:http-equiv="refresh" content="\d+; url=|property="og:(?:image|url)" content="))([^"]*)/

/** Our markup escapes `>` and `"` in values, so that a tag ends at the first `>`. */
const tags = (html: string, map: MapUrl): string =>
  html.replace(/<[a-z][^<>]*>/gi, (tag) =>
    tag
      .replace(meta, (_, start: string, url: string) => start + map(url))
      .replace(/ ([a-z]+)="([^"]*)"/gi, (whole, name: string, value: string) => {
        const rewrite = attributes[name.toLowerCase()]
        return rewrite ? ` ${name}="${rewrite(value, map)}"` : whole
      }),
  )

/**
 * URLs of a page that we rendered, each as `map` returns it: those of links, media and styles. Text, scripts and data stay as they are.
 * A URL is given as it is written, escaped; one of a `srcset` with its size.
 */
export const mapUrls = (html: string, map: MapUrl): string =>
  html
    // What stands in a style or a script is no markup.
    .split(/(<style>[\s\S]*?<\/style>|<script\b[^>]*>[\s\S]*?<\/script>)/)
    .map((part) => {
      if (part.startsWith('<style>')) return mapCssUrls(part, map)
      const [, start = '', rest = ''] = /^(<script\b[^>]*>)([\s\S]*)$/.exec(part) ?? []
      return start === '' ? tags(part, map) : tags(start, map) + rest
    })
    .join('')
