/** Path under which an exported site is served, such as `/portfolio`; nothing at the root of its host. */
export const base: string = document.documentElement.dataset.base ?? ''
