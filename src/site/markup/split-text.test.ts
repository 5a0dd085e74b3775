import { describe, expect, it } from 'vitest'
import { splitText } from './words.ts'

describe('a long text', () => {
  it('is left whole when it is short, or only a little too long', () => {
    expect(splitText('A sentence.', 420)).toEqual(['A sentence.', ''])
    expect(splitText('x'.repeat(500), 420)[1]).toBe('')
  })

  it('is split after a sentence, else after a word, and loses nothing', () => {
    const sentences = 'One sentence of some length. '.repeat(60).trim()
    const [start, more] = splitText(sentences, 420)
    expect(start.endsWith('.')).toBe(true)
    expect(`${start} ${more}`).toBe(sentences)
    const words = 'word '.repeat(300).trim()
    expect(splitText(words, 420).join(' ')).toBe(words)
    const none = 'x'.repeat(2000)
    expect(splitText(none, 420).join('')).toBe(none)
  })
})
