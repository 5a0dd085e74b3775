import type { Menu, MenuProps } from '@mantine/core'
import type { ReactNode } from 'react'

export interface MenuOptions extends Pick<MenuProps, 'position' | 'width' | 'withinPortal' | 'returnFocus'> {
  /** Class of the dropdown. */
  className?: string
  /** The items, made of the parts of the library's menu, which comes with the layer. */
  children(parts: typeof Menu): ReactNode
}
