import { describe, expect, it } from 'vitest'
import { exampleContent } from '../../../tests/support/example-content.ts'
import { createMemo } from './memo.ts'
import { createSite } from './render.ts'

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

  it('keeps the pages of projects that did not change as the same objects', () => {
    const site = createSite(assets)
    const pageOf = (pages: Iterable<{ path: string }>, path: string) => [...pages].find((page) => page.path === path)
    const before = [...site.pages(exampleContent())]
    const content = exampleContent()
    const [first] = content.projects
    if (first) first.body = 'Another text.'
    const after = [...site.pages(content)]
    expect(pageOf(after, '/projects/fio')).toBe(pageOf(before, '/projects/fio'))
    expect(pageOf(after, '/projects/tideline')).not.toBe(pageOf(before, '/projects/tideline'))
  })

  it('renders one changed entry of a thousand in a fraction of the time that all of them take', () => {
    const site = createSite(assets)
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
      for (const page of site.pages(content)) page.body.length
      return process.threadCpuUsage(started).user
    }
    const all = timed(large())
    const content = large()
    const entry = content.testimonials[77]
    if (entry) entry.feedback = 'Changed.'
    expect(timed(content)).toBeLessThan(all / 3)
  }, 60_000)
})
