import { expect, test } from 'vitest'
import { largestCrop, shapes } from './crop-editor.tsx'

const middle = { x: 0.5, y: 0.5 }

test('crops as much of the image as possible around the point', () => {
  expect(largestCrop(1, { width: 400, height: 200 }, middle)).toEqual({ x: 0.25, y: 0, width: 0.5, height: 1 })
  expect(largestCrop(1, { width: 200, height: 400 }, middle)).toEqual({ x: 0, y: 0.25, width: 1, height: 0.5 })
})

test('keeps the crop inside the image when the point is near an edge', () => {
  expect(largestCrop(1, { width: 400, height: 200 }, { x: 0.9, y: 0.5 })).toEqual({
    x: 0.5,
    y: 0,
    width: 0.5,
    height: 1,
  })
  expect(largestCrop(1, { width: 400, height: 200 }, { x: 0, y: 1 })).toEqual({ x: 0, y: 0, width: 0.5, height: 1 })
})

test('keeps the aspect ratio of every shape', () => {
  for (const { aspect } of shapes)
    for (const [width, height] of [
      [1200, 800],
      [800, 1200],
      [777, 777],
    ] as const) {
      if (aspect === undefined) continue
      const crop = largestCrop(aspect, { width, height }, middle)
      expect((crop.width * width) / (crop.height * height)).toBeCloseTo(aspect)
      expect(Math.max(crop.width, crop.height)).toBe(1)
    }
})
