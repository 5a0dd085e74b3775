import { useHotkeys } from '@mantine/hooks'

/** Saves on Ctrl/Cmd+S, also in fields, instead of the browser's dialog. */
export const useSaveKey = (save: () => void): void => useHotkeys([['mod+S', save]], [], true)
