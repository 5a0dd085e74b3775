import { describe, expect, it } from 'vitest'
import { rings } from './home.tsx'

describe('the rings of a name', () => {
  it('are always the same for a name, and others for another', () => {
    expect(rings('Mira Solberg')).toEqual(rings('Mira Solberg'))
    expect(rings('Mira Solberg')).not.toEqual(rings('Mira Solbert'))
  })

  it('stay within the drawing and weigh a few kB', () => {
    for (const name of ['Mira Solberg', 'Ł', '李', 'A name of eighty characters '.repeat(3).slice(0, 80)]) {
      const drawn = rings(name)
      expect(drawn.join('').length).toBeLessThan(8000)
      for (const path of drawn) {
        const [x, y] = (/^M(\d+) (\d+)/.exec(path) ?? []).slice(1).map(Number)
        expect(x).toBeGreaterThan(500)
        expect(x).toBeLessThan(1100)
        expect(y).toBeGreaterThan(300)
        expect(y).toBeLessThan(700)
      }
    }
  })
})
