import { Badge, Button, Text, Title } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'

export const Panel = ({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) => {
  const id = useId()
  return (
    <section className="panel" aria-labelledby={id}>
      <div>
        <Title order={2} size="h5" id={id}>
          {title}
        </Title>
        {lead && (
          <Text size="sm" c="dimmed">
            {lead}
          </Text>
        )}
      </div>
      <div>{children}</div>
    </section>
  )
}

interface Props {
  title: ReactNode
  badge?: string | false
  badgeColor?: string
  detail?: ReactNode
  /** Actions. */
  children?: ReactNode
}

export const Row = ({ title, badge, badgeColor = 'gray', detail, children }: Props) => (
  <li>
    <div>
      <Text size="sm" component="div">
        {title}{' '}
        {badge && (
          <Badge size="xs" variant="light" color={badgeColor}>
            {badge}
          </Badge>
        )}
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

interface RowButtonProps {
  /** Completes the label for screen readers, such as the name of the row. */
  of: string
  disabled?: boolean
  /** While what it returns is pending, the button does nothing. */
  onClick(): unknown
  children: string
}

/** Action of a row. */
export const RowButton = ({ of, children, onClick, ...props }: RowButtonProps) => {
  const [busy, setBusy] = useState(false)
  const act = async () => {
    if (busy) return
    setBusy(true)
    try {
      await onClick()
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      size="xs"
      variant="default"
      aria-label={`${children} ${of}`}
      aria-disabled={busy || undefined}
      {...props}
      onClick={act}
    >
      {children}
    </Button>
  )
}

export const Rows = ({ children }: { children: ReactNode }) => <ul className="rows surface">{children}</ul>
