import { createSpotlight } from '@mantine/spotlight'

export const [paletteStore, palette] = createSpotlight()

/** Opens the palette. */
export const openPalette = (): void => palette.open()
