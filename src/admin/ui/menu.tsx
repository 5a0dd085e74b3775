import { Button } from '@mantine/core'
import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical'
import { type ReactNode, type Ref, useState } from 'react'
import type { MenuOptions } from './menu-layer.tsx'
import { useLoaded } from './use-loaded.ts'

interface MenuButtonProps {
  ref: Ref<HTMLButtonElement>
  'aria-haspopup': 'menu'
  'aria-expanded': boolean
  onPointerEnter(): void
  onFocus(): void
  onClick(): void
}

interface Props extends MenuOptions {
  button(props: MenuButtonProps): ReactNode
}

const loadLayer = () => import('./menu-layer.tsx')

/** Button with a menu. The menu and what places it are large, so they are loaded when the button is first touched. */
export const LazyMenu = ({ button, ...options }: Props) => {
  const [element, setElement] = useState<HTMLButtonElement | null>(null)
  const [touched, setTouched] = useState(false)
  const [opened, setOpened] = useState(false)
  const layer = useLoaded(loadLayer, touched, () => {
    setTouched(false)
    setOpened(false)
  })
  const touch = () => setTouched(true)
  return (
    <>
      {button({
        ref: setElement,
        'aria-haspopup': 'menu',
        'aria-expanded': opened,
        onPointerEnter: touch,
        onFocus: touch,
        onClick: () => {
          touch()
          setOpened(!opened)
        },
      })}
      {layer && element && <layer.MenuLayer {...options} button={element} opened={opened} change={setOpened} />}
    </>
  )
}

/** Menu of the rarer actions at the head of a screen. */
export const MoreMenu = ({ children }: Pick<MenuOptions, 'children'>) => (
  <LazyMenu
    position="bottom-end"
    withinPortal
    button={(props) => (
      <Button variant="default" rightSection={<EllipsisVertical size={16} aria-hidden />} {...props}>
        More
      </Button>
    )}
  >
    {children}
  </LazyMenu>
)
