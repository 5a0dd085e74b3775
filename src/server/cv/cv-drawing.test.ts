import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { cvContents } from '../../../tests/support/cv-contents.ts'
import { exampleContent } from '../../../tests/support/example-content.ts'
import { rasterise } from '../media/image-encoding.ts'
import { createCvProcess } from './cv-forms.ts'
import { cvSource } from './cv-source.ts'

const cvProcess = createCvProcess({ timeoutMs: 120_000 })
afterAll(cvProcess.close)

const drawingOf = async (content: ReturnType<typeof exampleContent>) => {
  const source = cvSource(content, 'https://mira.example')
  if (!source) throw new Error('No CV is made.')
  const { document, layout } = source
  const { bytes, svg = '', pdf } = await cvProcess.make({ form: 'preview', document, layout, portrait: undefined })
  return { bytes, svg, pages: pdf?.pages ?? 0 }
}

/** Share of dark pixels on each page. */
const inkOf = async (svg: string, pages: number): Promise<number[]> => {
  const { data, info } = await sharp(await rasterise(Buffer.from(svg)))
    .flatten({ background: '#fff' })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const perPage = Math.floor(info.height / pages) * info.width
  return Array.from({ length: pages }, (_, page) => {
    const pixels = data.subarray(page * perPage, (page + 1) * perPage)
    return pixels.filter((value) => value < 128).length / perPage
  })
}

describe('the drawing of a preview', () => {
  it('has every page of the PDF, one below the other, and none covers another', async () => {
    const { bytes, svg, pages } = await drawingOf(exampleContent())
    expect(Buffer.from(bytes).subarray(0, 5).toString()).toBe('%PDF-')
    expect(pages).toBe(2)
    const [, width, height] = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg) ?? []
    expect(Number(height) / Number(width)).toBeCloseTo((297 / 210) * 2, 2)
    for (const ink of await inkOf(svg, pages)) expect(ink).toBeGreaterThan(0.005)
  })

  it('runs no script and loads nothing, whatever the texts say', async () => {
    for (const content of cvContents.values()) {
      const { svg } = await drawingOf(content())
      expect(svg).not.toMatch(/<script|<foreignObject|\son\w+=|javascript:/i)
      for (const [, address] of svg.matchAll(/<(?:use|image)[^>]*href="([^"]*)"/g))
        expect(address).toMatch(/^(?:#|data:image\/)/)
    }
  })
})
