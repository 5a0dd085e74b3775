import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { packageRoot } from '../process/package-root.ts'
import { sha256 } from '../process/sha256.ts'
import { sampleImages } from '../setup/load-samples.ts'
import { recipe, variantList } from './image-encoding.ts'
import { createImageProcess, type ImageProcess } from './image-process.ts'
import { preparedFolder, readPreparedIndex, withPreparedSamples } from './prepared-samples.ts'

const again = 'node scripts/sample-renditions.js makes them again.'
const { recipe: used, samples } = readPreparedIndex(preparedFolder)
const drawing = (file: string) => readFileSync(new URL(`samples/${file}`, packageRoot))

let images: ImageProcess
beforeAll(() => {
  images = createImageProcess()
})
afterAll(() => images.close())

const pixels = async (bytes: Uint8Array) => {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return { data, size: [info.width, info.height] }
}
const meanDifference = (one: Buffer, other: Buffer) =>
  one.reduce((sum, value, index) => sum + Math.abs(value - (other[index] ?? 0)), 0) / one.length

it('every sample drawing has prepared renditions of its present state', () => {
  const drawings = samples.map(({ name, drawing: hash }) => [`${name}.svg`, hash])
  expect(drawings, again).toEqual(sampleImages().map((file) => [file, sha256(drawing(file))]))
})

it('prepared renditions are those that the present recipe makes', () => {
  expect(used, again).toEqual(recipe())
  const order = (list: { format: string; width: number }[]) =>
    list.map(({ format, width }) => `${format} ${width}`).toSorted()
  for (const { name, width, variants } of samples) expect(order(variants), name).toEqual(order(variantList(width)))
})

it('a first start reads every sample image without starting the image process', async () => {
  const prepared = withPreparedSamples(images)
  for (const [index, file] of sampleImages().entries()) {
    const png = await prepared.rasterise(drawing(file))
    expect(sha256(png)).toBe(samples[index]?.original)
    const { width, height, type, variants } = await prepared.encode(png)
    expect([type, (await pixels(png)).size]).toEqual(['image/png', [width, height]])
    for (const { format, width: own, bytes } of variants) {
      const metadata = await sharp(bytes).metadata()
      expect([metadata.format, metadata.width]).toEqual([format === 'avif' ? 'heif' : format, own])
    }
  }
  expect(images.pid).toBeUndefined()
})

it('a prepared sample looks as if it were encoded now', async () => {
  const svg = drawing('avatar-noor.svg')
  const prepared = await withPreparedSamples(images).encode(await withPreparedSamples(images).rasterise(svg))
  const fresh = await images.encode(await images.rasterise(svg))
  expect(prepared.placeholder).toBe(fresh.placeholder)
  expect(prepared.variants).toHaveLength(fresh.variants.length)
  for (const { format, width, bytes } of fresh.variants) {
    const same = prepared.variants.find((variant) => variant.format === format && variant.width === width)
    const [now, before] = [await pixels(bytes), await pixels(same?.bytes ?? new Uint8Array())]
    expect(before.size).toEqual(now.size)
    expect(meanDifference(before.data, now.data)).toBeLessThan(0.5)
  }
})

it('a region of a sample and an image from outside go to the image process', async () => {
  const prepared = withPreparedSamples(images)
  const png = await prepared.rasterise(drawing('avatar-noor.svg'))
  const region = { left: 0, top: 0, width: 100, height: 60 }
  expect(await prepared.encode(png, region)).toMatchObject({ width: 100, height: 60 })
  const other = await sharp(png).resize(90, 70, { fit: 'fill' }).png().toBuffer()
  expect(await prepared.encode(other)).toMatchObject({ width: 90, height: 70 })
})

it('without the folder the samples are drawn and encoded', async () => {
  const empty = await mkdtemp(path.join(tmpdir(), 'vitrine-prepared-'))
  try {
    const prepared = withPreparedSamples(images, pathToFileURL(`${empty}/`))
    const png = await prepared.rasterise(drawing('avatar-noor.svg'))
    expect(await prepared.encode(png)).toMatchObject({ width: 400, height: 400 })
  } finally {
    await rm(empty, { recursive: true })
  }
})
