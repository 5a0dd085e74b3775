import type { Palettes } from './tones.ts'

export const editorial: Palettes = {
  light: {
    ...{ paper: '#f8f6f2', wash: '#eeebe5', ink: '#1b1612', muted: '#615b55', line: '#d6d2cb' },
    ...{ accent: '#d0290a', danger: '#a61047', success: '#036d3d' },
  },
  dark: {
    ...{ paper: '#13100e', wash: '#1d1a17', ink: '#efece7', muted: '#a6a29c', line: '#373330' },
    ...{ accent: '#fb6c3e', danger: '#f38ea8', success: '#5fce8c' },
  },
}
