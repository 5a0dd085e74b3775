import { encode } from 'uqr'

/** The dark modules of a QR code as one path, in units of a module; `size` is the whole with its quiet zone. */
export const qrPath = (text: string, border = 2): { size: number; path: string } => {
  const { size, data } = encode(text, { border })
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return { size, path }
}

/** A QR code. Always dark on white, since cameras need the contrast. */
export const QrCode = ({ text, label }: { text: string; label: string }) => {
  const { size, path } = qrPath(text)
  return (
    <svg className="qr-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <path d={path} />
    </svg>
  )
}
