import { Text } from '@mantine/core'
import type { ReactNode } from 'react'

interface Props {
  /** What it is; its marks may follow. */
  title: ReactNode
  detail?: ReactNode
  /** What can be done with it. */
  children?: ReactNode
}

/** One of the things in a panel's list. */
export const Row = ({ title, detail, children }: Props) => (
  <li>
    <div>
      <Text size="sm" component="div">
        {title}
      </Text>
      {detail && (
        <Text size="xs" c="dimmed">
          {detail}
        </Text>
      )}
    </div>
    {children}
  </li>
)

/** A panel's list; not there while it is empty. */
export const Rows = ({ children }: { children: ReactNode }) => <ul className="rows">{children}</ul>
