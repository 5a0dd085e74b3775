/** Limits of an upload. 24 megapixels are up to 6048 × 4032. */
export const imageLimits = {
  bytes: 6 * 1024 * 1024,
  pixels: 24_500_000,
  waiting: 8,
} as const

export const svgBytes = 1024 * 1024

export const pdfBytes = 10 * 1024 * 1024
