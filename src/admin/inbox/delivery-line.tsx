import { Button, Group, Text } from '@mantine/core'
import Check from 'lucide-react/icons/check'
import CircleAlert from 'lucide-react/icons/circle-alert'
import Clock from 'lucide-react/icons/clock'
import { useState } from 'react'
import type { Delivery } from '../../model/inbox/delivery.ts'
import { toastError } from '../ui/toast/toast.ts'
import { deliverySentence } from './delivery-sentence.ts'
import { messages as api, rememberMessage } from './messages-api.ts'

const icons = { sent: Check, waiting: Clock, failed: CircleAlert }

export const DeliveryLine = ({ message, delivery }: { message: string; delivery: Delivery }) => {
  const [busy, setBusy] = useState(false)
  const { tone, sentence } = deliverySentence(delivery)
  const Icon = icons[tone]
  const again = async () => {
    setBusy(true)
    try {
      rememberMessage(await api.sendAgain(message))
    } catch (error) {
      toastError(error, 'Not sent again')
    }
    setBusy(false)
  }
  return (
    <Group gap={6} wrap="nowrap" className="delivery" data-tone={tone} align="flex-start">
      <Icon size={14} aria-hidden className="delivery-icon" />
      <Text size="xs" className="delivery-text">
        {sentence}
      </Text>
      {(tone === 'failed' || (tone === 'waiting' && delivery.tries > 0)) && (
        <Button size="compact-xs" variant="default" loading={busy} onClick={again} className="delivery-again">
          Send again
        </Button>
      )}
    </Group>
  )
}

export const DeliveryLines = ({ message, deliveries }: { message: string; deliveries: readonly Delivery[] }) => (
  <div className="deliveries" role="status" aria-label="E-mails about this message">
    {deliveries.length === 0 ? (
      <Text size="xs" c="dimmed">
        No e-mail was sent about this message; it is kept here.
      </Text>
    ) : (
      deliveries.map((delivery) => <DeliveryLine key={delivery.id} message={message} delivery={delivery} />)
    )}
  </div>
)
