import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { collectionNames, collections } from '../src/model/content/collections.ts'
import { imageFields } from '../src/model/content/define-collection.ts'
import { examplesOf } from '../src/model/content/examples.ts'
import { sampleSettings } from '../src/model/settings/sample-settings.ts'
import { sha256 } from '../src/server/process/sha256.ts'

const samples = new URL('../samples/', import.meta.url)
const files = readdirSync(samples)
const drawings = files.filter((file) => file.endsWith('.svg'))
const alt: Record<string, string> = JSON.parse(readFileSync(new URL('alt.json', samples), 'utf8'))

const images = collectionNames.flatMap((name) =>
  examplesOf(name).flatMap((example) =>
    imageFields(collections[name]).flatMap((field) => (example[field] === null ? [] : [String(example[field])])),
  ),
)

describe('the sample images', () => {
  it.each([...new Set(images)])('include %s with a text for those who cannot see it', (file) => {
    expect(files).toContain(file)
    expect(alt[file]?.length).toBeGreaterThan(20)
  })

  it('are used once each', () => {
    expect(new Set(images).size).toBe(images.length)
  })

  it('are all described, and nothing is described that is not there', () => {
    expect(Object.keys(alt).sort()).toEqual([...drawings].sort())
  })

  it('need no font, no filter and no other file to be drawn', () => {
    for (const file of drawings) {
      const svg = readFileSync(new URL(file, samples), 'utf8')
      expect(svg, file).not.toMatch(
        /<(?:text|filter|image|foreignObject|script|style)\b|https?:(?!\/\/www\.w3\.org\/2000\/svg")/,
      )
    }
  })
})

describe('the sample owner', () => {
  it('offers a CV that is a PDF', () => {
    const cv = readFileSync(new URL('cv.pdf', samples))
    expect(cv.subarray(0, 5).toString()).toBe('%PDF-')
    expect(sampleSettings.cv).toBe(`/media/${sha256(cv).slice(0, 16)}.pdf`)
  })
})
