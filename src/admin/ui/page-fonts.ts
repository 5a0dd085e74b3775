/** The fonts of `@font-face` rules under other names: the admin may have another font by the same one. Each is fetched when a text needs it. */
export const pageFonts = (faces: string, nameOf: (family: string) => string): FontFace[] =>
  [...faces.matchAll(/@font-face\{([^{}]*)\}/g)].flatMap(([, body = '']) => {
    const declared = new Map(
      body.split(';').map((one) => {
        const at = one.indexOf(':')
        return [one.slice(0, at), one.slice(at + 1)] as const
      }),
    )
    const source = declared.get('src') ?? ''
    if (!source.startsWith('url(')) return []
    return new FontFace(nameOf((declared.get('font-family') ?? '').replace(/["']/g, '')), source, {
      style: declared.get('font-style') ?? 'normal',
      weight: declared.get('font-weight') ?? 'normal',
      stretch: declared.get('font-stretch') ?? 'normal',
      unicodeRange: declared.get('unicode-range') ?? 'U+0-10FFFF',
    })
  })

/** Has fonts until the function that it returns is called. */
export const haveFonts = (fonts: readonly FontFace[]) => {
  for (const font of fonts) document.fonts.add(font)
  return () => {
    for (const font of fonts) document.fonts.delete(font)
  }
}
