import { describe, expect, it } from 'vitest'
import { mailto } from './reply.tsx'

const message = (text: string) => ({
  user_name: 'Grace Hopper',
  user_email: 'grace+work@example.com',
  message: text,
  createdAt: '2026-05-04T10:00:00.000Z',
})
const bodyOf = (url: string) => new URL(url).searchParams.get('body')?.replaceAll('\r\n', '\n')

describe('a reply in one’s own mail program', () => {
  it('has the message quoted below it', () => {
    const { url, quote } = mailto(message('Is there time in May?\n\nGrace'), 'Yes & no, 100 %')
    expect(quote).toBe('whole')
    expect(url).toMatch(/^mailto:grace%2Bwork%40example\.com\?subject=Re%3A%20Is%20there%20time%20in%20May%3F&body=/)
    expect(bodyOf(url)).toBe('Yes & no, 100 %\n\nGrace Hopper, 2026-05-04:\n\n> Is there time in May?\n> \n> Grace')
  })

  it('quotes the beginning of a long message, cut between words', () => {
    const { url, quote } = mailto(message('several words '.repeat(400)), 'Yes.')
    expect(quote).toBe('part')
    expect(url.length).toBeLessThanOrEqual(2000)
    expect(url.length).toBeGreaterThan(1950)
    expect(bodyOf(url)).toMatch(/> several words .*(?:several|words) …$/)
  })

  it('leaves the message out where the reply fills the URL', () => {
    const { url, quote } = mailto(message('Is there time?'), 'long '.repeat(600))
    expect(quote).toBe('none')
    expect(bodyOf(url)).not.toContain('Is there time?')
  })

  it('takes half a surrogate pair, which a cut may leave', () => {
    expect(() => mailto(message(`${'x'.repeat(59)}😀`), 'Yes.')).not.toThrow()
  })
})
