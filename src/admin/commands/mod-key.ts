/** What the key of shortcuts is called on this device. */
export const modKey: string = /Mac|iP(?:hone|ad|od)/.test(navigator.platform) ? '⌘' : 'Ctrl'
