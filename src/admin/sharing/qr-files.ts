import { encode } from 'uqr'
import { qrPath } from '../ui/qr-code.tsx'

// Four modules are the quiet zone that ISO/IEC 18004 asks for on paper.
const border = 4

/** A QR code as an SVG file. */
export const qrSvg = (text: string): Blob => {
  const { size, path } = qrPath(text, border)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>\n`
  return new Blob([svg], { type: 'image/svg+xml' })
}

/** The same as a PNG of at least 1000 px, each module a whole number of px. */
export const qrPng = async (text: string): Promise<Blob> => {
  const { size, data } = encode(text, { border })
  const side = Math.ceil(1000 / size)
  const canvas = document.createElement('canvas')
  canvas.width = size * side
  canvas.height = size * side
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser draws no images.')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.fillStyle = '#000'
  for (const [y, row] of data.entries())
    for (const [x, dark] of row.entries()) if (dark) context.fillRect(x * side, y * side, side, side)
  const png = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/png')
  })
  if (!png) throw new Error('This browser could not make the image.')
  return png
}

/** Saves a file from the page. */
export const download = (file: Blob, name: string): void => {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // The browser reads it in a later task.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
