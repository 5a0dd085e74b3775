import { Text, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'

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
