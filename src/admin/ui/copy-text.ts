/**
 * Puts a text on the clipboard, also one that is still to come. Called in the press itself: browsers let nobody write later. Resolves to
 * false where the browser refuses, or the address is not a secure one.
 */
export const copyText = (text: string | Promise<string>): Promise<boolean> => {
  const blob = Promise.resolve(text).then((known) => new Blob([known], { type: 'text/plain' }))
  return Promise.resolve(navigator.clipboard)
    .then((clipboard) => clipboard.write([new ClipboardItem({ 'text/plain': blob })]))
    .then(
      () => true,
      () => false,
    )
}
