/** The path of a Chromium on this machine, or undefined. */
export function findChromium(): string | undefined
/** The same, but rather the one without profiles, extensions and the like, which opens a page with a quarter of the work. */
export function findTestChromium(): string | undefined
