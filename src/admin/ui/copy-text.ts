/** Copies as a press of Ctrl+C would; false where the browser does not let it. */
const copyByEvent = (text: string): boolean => {
  const fill = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text)
    event.preventDefault()
  }
  // Safari copies without a selection only where this is prevented.
  const enable = (event: Event) => event.preventDefault()
  document.addEventListener('beforecopy', enable, true)
  document.addEventListener('copy', fill, true)
  try {
    return document.execCommand('copy')
  } finally {
    document.removeEventListener('beforecopy', enable, true)
    document.removeEventListener('copy', fill, true)
  }
}

/**
 * Puts a text on the clipboard, also one that is still to come. Called in the press itself: browsers let nobody write later. Resolves to
 * false where the browser refuses.
 */
export const copyText = async (text: string | Promise<string>): Promise<boolean> => {
  try {
    const type = 'text/plain'
    const blob = () => Promise.resolve(text).then((known) => new Blob([known], { type }))
    // Without a clipboard this throws before the blob is made.
    await navigator.clipboard.write([new ClipboardItem({ [type]: blob() })])
    return true
  } catch {
    // Browsers have no `clipboard` at an address without TLS.
    return typeof text === 'string' ? copyByEvent(text) : text.then(copyByEvent, () => false)
  }
}
