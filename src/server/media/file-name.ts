/** A file's name fit to be kept and shown: without folders, controls and excess, never empty. */
export const fileName = (name: string): string =>
  name
    .split(/[/\\]/)
    .at(-1)
    ?.replace(/[\u0000-\u001f\u007f]/g, '')
    .trim()
    .slice(0, 200) || 'picture'
