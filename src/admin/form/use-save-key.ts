import { useHotkeys } from '@mantine/hooks'

/** Ctrl/Cmd+S saves, in fields as well, instead of the browser's own dialog. */
export const useSaveKey = (save: () => void): void => useHotkeys([['mod+S', save]], [], true)
