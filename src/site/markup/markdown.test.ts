import { describe, expect, it } from 'vitest'
import { drawnAtOnce } from '../../../tests/support/drawn-at-once.ts'
import { textsFrom } from './texts.ts'

const markdown = textsFrom(drawnAtOnce).prose

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

  const table = '| Year | *Client* |\n| :--- | ---: |\n| 2024 | `a \\| b` |\n| 2023 |'

  it('draws a table in a frame that scrolls by keyboard, named after its columns', () => {
    expect(markdown(table, 2)).toBe(
      '<div class="table" role="group" tabindex="0" dir="ltr" aria-label="Year, Client"><table>\n<thead>\n<tr>\n' +
        '<th>Year</th>\n<th class="cell-end"><em>Client</em></th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>2024</td>\n' +
        '<td class="cell-end"><code>a | b</code></td>\n</tr>\n<tr>\n<td>2023</td>\n<td class="cell-end"></td>\n</tr>\n' +
        '</tbody>\n</table></div>',
    )
  })

  it('draws a table from right to left whose columns are named so', () => {
    expect(markdown('| 1. الرصيف | b |\n|--|--|', 2)).toContain('dir="rtl" aria-label="1. الرصيف, b"')
  })

  it('lets no text of a table become an attribute or an element', () => {
    const html = markdown('| "><img src=x> | a align="right" |\n|--|--|\n| <b> | [x](javascript:y) |', 2)
    expect(html).toContain('aria-label="&quot;&gt;&lt;img src=x&gt;, a align=&quot;right&quot;"')
    expect(html).not.toMatch(/<img|<b>|javascript|class="cell/)
  })

  it('leaves a text as it is whose table would fill a page with empty cells', () => {
    const columns = 900
    const head = `${'|a'.repeat(columns)}|\n${'|-'.repeat(columns)}|\n`
    for (const rows of ['a\n', 'a\r', 'a\r\n', '\u00a0\n'].map((row) => row.repeat(2000))) {
      const text = head + rows
      expect(markdown(text, 2)).not.toContain('<t')
      expect(markdown(text, 2).length).toBeLessThan(3 * text.length)
      expect(drawnAtOnce.of({ kind: 'feed', text })).not.toContain('<t')
    }
    expect(drawnAtOnce.of({ kind: 'feed', text: table })).toContain('<th align="right"><em>Client</em></th>')
  })
})
