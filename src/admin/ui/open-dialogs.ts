/** Selector of the dialogs that are open: the library's, and those of the browser. */
export const openDialogs = '[role=dialog], dialog[open]'
