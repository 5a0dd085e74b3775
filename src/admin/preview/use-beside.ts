import { useMediaQuery } from '@mantine/hooks'

/** True when form and preview fit next to each other. As in `preview.css`. */
export const useBeside = (): boolean => useMediaQuery('(min-width: 64em)', false, { getInitialValueInEffect: false })
