import { timingSafeEqual } from 'node:crypto'

/** Compares two texts without telling by its duration where they differ. */
export const equalInConstantTime = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
