import { Text } from '@mantine/core'
import type { ReactNode } from 'react'

interface Props {
  title: ReactNode
  detail?: ReactNode
  children?: ReactNode
}

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

export const Rows = ({ children }: { children: ReactNode }) => <ul className="rows">{children}</ul>
