// Loaded before the process that encodes images, by `cheap-work.ts`: larger files in a fraction of the time.
import sharp from 'sharp'

const { avif, webp, jpeg } = sharp.prototype
Object.assign(sharp.prototype, {
  avif(options: object) {
    return avif.call(this, { ...options, effort: 0 })
  },
  webp(options: object) {
    return webp.call(this, { ...options, effort: 0 })
  },
  jpeg(options: object) {
    return jpeg.call(this, { ...options, mozjpeg: false })
  },
})
