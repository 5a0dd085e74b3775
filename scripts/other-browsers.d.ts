/** The path of a Firefox on this machine, or undefined. */
export function findFirefox(): string | undefined
/** The paths of WebKitGTK's driver and of the display it draws on, or undefined unless both are there. */
export function findWebKit(): { driver: string; display: string } | undefined
