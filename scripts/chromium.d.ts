/** The path of a Chromium on this machine, or undefined. */
export function findChromium(): string | undefined
/** The one that tests open: the light one where it is installed. */
export function findTestChromium(): string | undefined
