/** Name of the modifier key on this device. */
export const modKey: string = /Mac|iP(?:hone|ad|od)/.test(navigator.platform) ? '⌘' : 'Ctrl'
