import { describe, expect, it } from 'vitest'
import { drawnAtOnce } from '../../../tests/support/drawn-at-once.ts'
import { exampleContent } from '../../../tests/support/example-content.ts'
import { createSite } from '../page/render.tsx'
import { createMemo } from './renderer.ts'

const assets = { css: '', boot: '/boot.js', fonts: [], publicUrl: 'https://mira.example' }

describe('the memory between renderings', () => {
  it('makes nothing again whose input is equal', () => {
    const memo = createMemo()
    let made = 0
    const ask = (name: string) => memo.keep('greeting', { name }, () => ++made)
    ask('Ada')
    ask('Ada')
    memo.endRendering()
    ask('Ada')
    expect(made).toBe(1)
    ask('Bo')
    expect(made).toBe(2)
  })

  it('forgets what a rendering did not ask for', () => {
    const memo = createMemo()
    let made = 0
    const ask = () => memo.keep('greeting', {}, () => ++made)
    ask()
    memo.endRendering()
    memo.endRendering()
    ask()
    expect(made).toBe(2)
  })

  it('renders one changed entry of a thousand in a fraction of the time that all of them take', () => {
    const site = createSite(assets, { markup: drawnAtOnce })
    const large = () => {
      const content = exampleContent()
      const many = <T extends { id: string }>(entries: T[], count: number) =>
        Array.from({ length: count }, (_, i) => ({
          ...(entries[i % entries.length] as T),
          id: `many-${i}`,
          order: i + 1,
        }))
      content.projects = many(content.projects, 400).map((project, i) => ({ ...project, slug: `p-${i}` }))
      content.testimonials = many(content.testimonials, 400)
      content.services = many(content.services, 200)
      return content
    }
    const timed = (content: ReturnType<typeof large>) => {
      // This thread's own time: what else runs on the machine does not count.
      const started = process.threadCpuUsage()
      // What a publish renders; the rest waits for its first visit.
      for (const page of site.pages(content)) if (!page.later) page.body.length
      return process.threadCpuUsage(started).user
    }
    const content = large()
    const all = timed(content)
    // Entries that did not change are the same objects, as the store hands them out.
    const testimonials = content.testimonials.map((entry, i) => (i === 7 ? { ...entry, feedback: 'Changed.' } : entry))
    expect(timed({ ...content, testimonials })).toBeLessThan(all / 3)
  })
})
