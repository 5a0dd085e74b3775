/** Limits of an uploaded image. 24 megapixels are what cameras sell under that name: up to 6048 × 4032. */
export const imageLimits = {
  bytes: 6 * 1024 * 1024,
  pixels: 24_500_000,
  /** Images waiting for their turn; each holds its bytes in memory. */
  waiting: 8,
} as const
