/** The page in fonts that were cut for it, which takes a moment after each publish: until then it names whole ones. Throws after three minutes. */
export const pageInCutFonts = async (read: () => Promise<string>): Promise<string> => {
  const deadline = performance.now() + 180_000
  for (;;) {
    const page = await read()
    if (page.includes('/assets/fonts/')) return page
    if (performance.now() > deadline) throw new Error('The fonts of the page were not cut within three minutes.')
    await new Promise((resolve) => setTimeout(resolve, 100)) // until they are cut
  }
}
