import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
} from '@mantine/core'

/** The site's vermilion, paper and ink (`--accent`, `--paper` and `--ink` of the page), in the ten steps that the component library wants. */
const accent: MantineColorsTuple = [
  '#fff0eb',
  '#ffdfd5',
  '#ffc2b0',
  '#ff9d82',
  '#fc805c',
  '#f7683e',
  '#e74518',
  '#ca290b',
  '#ac1d09',
  '#861309',
]
/** Crimson, so that what fails and what deletes differs from the vermilion accent. */
const red: MantineColorsTuple = [
  '#fff1f3',
  '#fedfe2',
  '#fbbfc6',
  '#f798a7',
  '#f2798f',
  '#e95979',
  '#d13760',
  '#b31a4b',
  '#940c3b',
  '#720b2d',
]
const green: MantineColorsTuple = [
  '#ebf9ef',
  '#d1f1db',
  '#a4e2b9',
  '#73ce95',
  '#53bd7f',
  '#37ab6b',
  '#249057',
  '#167645',
  '#0e5f36',
  '#0e492a',
]
const gray: MantineColorsTuple = [
  '#fbfaf7',
  '#f6f4f1',
  '#edebe6',
  '#dfdcd7',
  '#cecac4',
  '#aeaaa4',
  '#8a857f',
  '#68625c',
  '#4c4641',
  '#302a25',
]
const dark: MantineColorsTuple = [
  '#eae7e2',
  '#c7c4be',
  '#aba7a1',
  '#726e68',
  '#4b4743',
  '#373330',
  '#282421',
  '#1a1614',
  '#13100e',
  '#0c0a08',
]

/** A button that deletes is outlined: only the main action of a screen is filled. */
const dangerColors = {
  background: 'var(--vitrine-danger-soft)',
  hover: 'var(--mantine-color-error)',
  hoverColor: 'var(--mantine-color-body)',
  color: 'var(--mantine-color-error)',
  border: '1px solid var(--mantine-color-error)',
}

export const theme = createTheme({
  colors: { accent, red, green, gray, dark },
  primaryColor: 'accent',
  primaryShade: { light: 7, dark: 5 },
  variantColorResolver: (input) => {
    const colors = defaultVariantColorsResolver(input)
    if (input.variant !== 'filled') return colors
    // White is not readable on the bright accent of the dark theme.
    if ((input.color ?? 'accent') === 'accent') return { ...colors, color: 'var(--vitrine-on-accent)' }
    return input.color === 'red' ? dangerColors : colors
  },
  black: '#1b1612',
  white: '#ffffff',
  fontFamily: "'Hanken', var(--text-fallbacks), sans-serif",
  fontFamilyMonospace: "'Geist Mono', ui-monospace, Menlo, 'Liberation Mono', monospace",
  headings: { fontFamily: "'Bricolage', var(--display-fallbacks), sans-serif", fontWeight: '620' },
  defaultRadius: 'sm',
  radius: { xs: '2px', sm: '4px', md: '6px', lg: '10px', xl: '16px' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  // By name, so that a screen does not load components that it does not use.
  components: {
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 'lg' } },
    // Inline, so that it belongs to its landmark; without the library's empty focus stop, which is not a menu item.
    Menu: { defaultProps: { withinPortal: false, withInitialFocusPlaceholder: false } },
    // A dialog's header is not the page's.
    Modal: {
      defaultProps: {
        transitionProps: { duration: 120 },
        centered: true,
        attributes: { header: { role: 'presentation' } },
        closeButtonProps: { 'aria-label': 'Close' },
      },
    },
    PasswordInput: {
      defaultProps: { visibilityToggleButtonProps: { 'aria-label': 'Show or hide the characters' } },
    },
  },
})

/** Paper instead of white, ink instead of black, and a muted that passes AA on both. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': '#fbfaf7',
    '--mantine-color-text': '#1b1612',
    '--mantine-color-dimmed': '#615b55',
    '--mantine-color-placeholder': '#78716b',
    '--mantine-color-default-border': '#dfdcd7',
    '--mantine-color-default-hover': '#f0ede8',
    '--mantine-color-error': '#a5104b',
    '--vitrine-danger-soft': '#fff1f3',
    '--vitrine-success': '#036d3d',
    '--vitrine-surface': '#ffffff',
    '--vitrine-on-accent': '#ffffff',
    '--mantine-primary-color-contrast': '#ffffff',
  },
  dark: {
    '--mantine-color-body': '#13100e',
    '--mantine-color-text': '#eae7e2',
    '--mantine-color-dimmed': '#aba7a1',
    '--mantine-color-placeholder': '#8d8882',
    '--mantine-color-default-border': '#373330',
    '--mantine-color-default': '#1a1614',
    '--mantine-color-default-hover': '#282421',
    '--mantine-color-error': '#f698a9',
    '--vitrine-danger-soft': '#2b1118',
    '--vitrine-success': '#5fce8c',
    '--vitrine-surface': '#1a1614',
    '--vitrine-on-accent': '#13100e',
    '--mantine-primary-color-contrast': '#13100e',
  },
})
