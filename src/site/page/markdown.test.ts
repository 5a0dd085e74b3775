import { describe, expect, it } from 'vitest'
import { markdown } from './markdown.ts'

describe('markdown', () => {
  it('shows HTML as text and drops addresses that run', () => {
    expect(markdown('<b onclick="x">Hi</b>', 3)).toBe('<p dir="auto">&lt;b onclick=&quot;x&quot;&gt;Hi&lt;/b&gt;</p>')
    expect(markdown('[Hi](javascript:alert(1))', 3)).toBe('<p dir="auto"><a href="">Hi</a></p>')
  })

  it('gives headings the rank below the part they stand in', () => {
    expect(markdown('# One\n\n### Three', 3)).toBe('<h3 dir="auto">One</h3>\n<h3 dir="auto">Three</h3>')
  })

  it('draws no image, which would have no size', () => {
    expect(markdown('![Alt](/x.png)', 2)).not.toContain('<img')
  })
})
