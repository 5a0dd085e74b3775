import { describe, expect, it } from 'vitest'
import { emailHtml, excerpt, quoted } from './emails.ts'

const html = (text: string) => emailHtml(text, { subject: 'A subject', language: 'en' })
const main = (text: string) => /<main>\s*([\s\S]*?)\s*<\/main>/.exec(html(text))?.[1]

describe('The HTML of an email', () => {
  it('has a rule in the colour of the page above its text, where there is one', () => {
    const coloured = emailHtml('One.', { subject: 'A subject', language: 'en', accent: '#1b4dd1' })
    expect(coloured).toContain('border-top:5px solid #1b4dd1')
    expect(html('One.')).not.toContain('border-top:5px')
  })

  it('has the paragraphs, quotes and foot of the text', () => {
    expect(main('One\ntwo.\n\n> Quoted,\n>\n> twice.\n\nEnd.\n-- \nThe foot.')).toBe(
      '<p>One<br>two.</p>\n<blockquote>Quoted,<br><br>twice.</blockquote>\n<p>End.</p>\n<footer>\n<p>The foot.</p>\n</footer>',
    )
  })

  it('links URLs outside of quotes, and makes a button of one on a line of its own', () => {
    expect(main('See https://mira.example/a?b=1&c=2.')).toBe(
      '<p>See <a href="https://mira.example/a?b=1&amp;c=2">https://mira.example/a?b=1&amp;c=2</a>.</p>',
    )
    const button = '<p><a class="go" href="https://mira.example/x">Open it</a></p>'
    expect(main('Open it:\nhttps://mira.example/x')).toBe(button)
    expect(main('Open it:\nhttps://mira.example/x\n\n-- \nFoot')).toContain(button)
  })

  it.each([
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    'https://evil.example/"onmouseover="x',
    'Open it:\nhttps://evil.example/\n\n-- \nA foot of mine',
    '</blockquote><a href="https://evil.example">here</a>',
    '</main></body></html>',
    'a\u2028> b\u0085\n\n-- \nhttps://evil.example/',
    '&lt;b&gt; &amp; \' "',
  ])('shows %j as the text it is when a visitor wrote it', (text) => {
    const page = html(`Before\n\n${quoted(text)}\n\nAfter`)
    const shown = page.slice(page.indexOf('<main>'))
    const tags = [...shown.matchAll(/<\/?[a-z][^>]*>/gi)].map(([tag]) => tag).filter((tag) => tag !== '<br>')
    expect(tags).toEqual([
      '<main>',
      ...['<p>', '</p>', '<blockquote>', '</blockquote>', '<p>', '</p>'],
      ...['</main>', '</body>', '</html>'],
    ])
    const inside = /<blockquote>([\s\S]*)<\/blockquote>/.exec(shown)?.[1] ?? ''
    const back = inside
      .replaceAll('<br>', '\n')
      .replaceAll(/&(lt|gt|quot|#39);/g, (_, name: string) => ({ lt: '<', gt: '>', quot: '"', '#39': "'" })[name] ?? '')
      .replaceAll('&amp;', '&')
    expect(back).toBe(text.replaceAll(/[\u0085\u2028]/g, '\n'))
  })

  it('sets no colour that only light or only dark could bear', () => {
    const style = /<style>([\s\S]*)<\/style>/.exec(html('x'))?.[1] ?? ''
    expect(style).not.toMatch(/background/)
    expect(style).toContain('color-scheme:light dark')
    for (const [, colour = ''] of style.matchAll(/#([0-9a-f]{6})/g)) {
      const grey = Number.parseInt(colour.slice(0, 2), 16)
      expect(grey).toBeGreaterThan(0x70)
      expect(grey).toBeLessThan(0x90)
    }
  })
})

describe('The first words', () => {
  it('end between words, and count what people count', () => {
    expect(excerpt('Is there time in May?', 60)).toBe('Is there time in May?')
    expect(excerpt('Is there\r\n time in May?', 12)).toBe('Is there…')
    expect(excerpt('Is there time? I hope so.', 15)).toBe('Is there time?')
    expect(excerpt('x'.repeat(90), 20)).toBe(`${'x'.repeat(20)}…`)
    expect(excerpt('👩🏽‍💻'.repeat(5), 3)).toBe(`${'👩🏽‍💻'.repeat(3)}…`)
  })
})
