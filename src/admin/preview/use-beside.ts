import { useMediaQuery } from '@mantine/hooks'

/** Whether form and preview have room beside each other. As in `preview.css`. */
export const useBeside = (): boolean => useMediaQuery('(min-width: 64em)', false, { getInitialValueInEffect: false })
