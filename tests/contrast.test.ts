import { DEFAULT_THEME } from '@mantine/core'
import { differenceEuclidean, wcagContrast } from 'culori'
import { describe, expect, it } from 'vitest'
import { cssVariables, theme } from '../src/admin/theme.ts'

const apart = differenceEuclidean('oklab')

/** 0.02 is just noticeable side by side; this is told apart a screen away. */
const clearlyApart = 0.1

describe('the colours of the admin', () => {
  it.each(['light', 'dark'] as const)('in %s tell danger, success and the accent apart, and reach AA', (mode) => {
    const values: Record<string, string> = cssVariables(DEFAULT_THEME)[mode]
    const named = (name: string) => values[name] ?? ''
    const [danger, success] = [named('--mantine-color-error'), named('--vitrine-success')]
    const accent = theme.colors?.accent?.[mode === 'light' ? 7 : 5] ?? ''
    const body = named('--mantine-color-body')
    const pairs: Record<string, number> = {
      'danger on the body': wcagContrast(danger, body),
      'danger on a surface': wcagContrast(danger, named('--vitrine-surface')),
      'danger on its own tint': wcagContrast(danger, named('--vitrine-danger-soft')),
      'the body on danger': wcagContrast(body, danger),
      'success on the body': wcagContrast(success, body),
    }
    expect(Object.entries(pairs).filter(([, ratio]) => ratio < 4.5)).toEqual([])
    const meanings = {
      'danger and accent': apart(danger, accent),
      'success and accent': apart(success, accent),
      'danger and success': apart(danger, success),
    }
    expect(Object.entries(meanings).filter(([, far]) => far < clearlyApart)).toEqual([])
  })
})
