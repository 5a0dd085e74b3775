import { Menu, type MenuProps } from '@mantine/core'
import { type ReactNode, type Ref, useEffect, useLayoutEffect, useState } from 'react'

export interface MenuOptions
  extends Pick<MenuProps, 'position' | 'width' | 'withinPortal' | 'returnFocus' | 'onExitTransitionEnd'> {
  /** Class of the dropdown. */
  className?: string
  /** The items, made of the parts of the library's menu, which comes with the layer. */
  children(parts: typeof Menu): ReactNode
}

/** Gives the menu a button that exists already: its place, and the attributes by which it is named. */
const Target = ({ button, ref, id }: { button: HTMLElement; ref?: Ref<HTMLElement>; id?: string }) => {
  useLayoutEffect(() => {
    if (typeof ref === 'function') ref(button)
    else if (ref) ref.current = button
    // The menu is named by its button.
    if (id) button.id = id
  }, [button, ref, id])
  return null
}

interface Props extends MenuOptions {
  button: HTMLElement
  opened: boolean
  change(opened: boolean): void
}

export const MenuLayer = ({ button, opened, change, children, className, ...options }: Props) => {
  const [shown, setShown] = useState(false)
  // The menu returns the focus only if it opens after mounting.
  useEffect(() => setShown(opened), [opened])
  return (
    <Menu {...options} opened={shown} onChange={change}>
      <Menu.Target>
        <Target button={button} />
      </Menu.Target>
      <Menu.Dropdown {...(className ? { className } : {})}>{children(Menu)}</Menu.Dropdown>
    </Menu>
  )
}
