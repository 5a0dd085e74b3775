/** The path of the Markdown twin of a public page: `/index.md` for `/`. No slug has a dot, so that none stands there. */
export const twinPath = (path: string): string => (path === '/' ? '/index.md' : `${path}.md`)
