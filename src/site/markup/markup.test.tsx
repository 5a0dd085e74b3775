import { describe, expect, it } from 'vitest'
import { inside, markup } from './renderer.ts'

describe('Markup', () => {
  it('is HTML as a person would write it', () => {
    const form = (
      <form>
        <input maxLength={3} autoComplete="name" required />
        <img srcSet="/a 1x" alt="" loading="lazy" fetchPriority="low" />
      </form>
    )
    expect(markup(form)).toBe(
      '<form><input maxlength="3" autocomplete="name" required><img srcset="/a 1x" alt="" loading="lazy" fetchpriority="low"></form>',
    )
  })

  it('leaves drawings, text and values alone', () => {
    const icon = (
      <svg viewBox="0 0 1 1" preserveAspectRatio="none">
        <title>{'<img srcSet="" /> >'}</title>
        <path d="M0 0" />
        <a href={'/?a=" required=""/>'}>x</a>
      </svg>
    )
    expect(markup(icon)).toBe(
      '<svg viewBox="0 0 1 1" preserveAspectRatio="none"><title>&lt;img srcSet=&quot;&quot; /&gt; &gt;</title>' +
        '<path d="M0 0"></path><a href="/?a=&quot; required=&quot;&quot;/&gt;">x</a></svg>',
    )
  })

  it('takes in what is already made', () => {
    const made = markup(<br />)
    expect(markup(<p {...inside(made)} />)).toBe('<p><br></p>')
  })
})
