import { ActionIcon } from '@mantine/core'
import { Dots } from '../../../ui/dots.tsx'
import { LazyMenu } from '../../../ui/menu/lazy-menu.tsx'
import type { BlockActs } from './block-acts.ts'

interface Props {
  id: string
  name: string
  at: number
  count: number
  /** Made by a newer version, which alone can make another. */
  isNewer: boolean
  acts: BlockActs
}

export const BlockMenu = ({ id, name, at, count, isNewer, acts }: Props) => (
  <LazyMenu
    position="bottom-end"
    returnFocus={false}
    button={(props) => (
      <ActionIcon aria-label={`Actions for ${name}`} {...props}>
        <Dots of="more" />
      </ActionIcon>
    )}
  >
    {(Menu) => (
      <>
        <Menu.Item disabled={at === 0} onClick={() => acts.move(id, at - 1)}>
          Move up
        </Menu.Item>
        <Menu.Item disabled={at === count - 1} onClick={() => acts.move(id, at + 1)}>
          Move down
        </Menu.Item>
        {!isNewer && <Menu.Item onClick={() => acts.duplicate(id)}>Duplicate</Menu.Item>}
        <Menu.Item color="red" onClick={() => acts.remove(id)}>
          Remove
        </Menu.Item>
      </>
    )}
  </LazyMenu>
)
