/** Limits of decoding. 24 megapixels are up to 6048 × 4032. */
export const imageLimits = {
  pixels: 24_500_000,
  waiting: 8,
} as const
