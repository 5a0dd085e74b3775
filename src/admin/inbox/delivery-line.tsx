import { Button, Group, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import Check from 'lucide-react/icons/check'
import CircleAlert from 'lucide-react/icons/circle-alert'
import Clock from 'lucide-react/icons/clock'
import type { Delivery } from '../../model/inbox/delivery.ts'
import { toastError } from '../ui/toast/toast.ts'
import { deliverySentence } from './delivery-sentence.ts'
import { messages as api, rememberMessage } from './messages-api.ts'

const icons = { sent: Check, waiting: Clock, failed: CircleAlert }

export const DeliveryLine = ({ message, delivery }: { message: string; delivery: Delivery }) => {
  const again = useMutation({
    mutationFn: () => api.sendAgain(message),
    onSuccess: rememberMessage,
    onError: (error) => toastError(error, 'Not sent again'),
  })
  const { tone, sentence } = deliverySentence(delivery)
  const Icon = icons[tone]
  return (
    <Group gap={6} wrap="nowrap" className="delivery" data-tone={tone} align="flex-start">
      <Icon size={14} aria-hidden className="delivery-icon" />
      <Text size="xs" className="delivery-text">
        {sentence}
      </Text>
      {(tone === 'failed' || (tone === 'waiting' && delivery.tries > 0)) && (
        <Button
          size="compact-xs"
          variant="default"
          loading={again.isPending}
          onClick={() => again.mutate()}
          className="delivery-again"
        >
          Send again
        </Button>
      )}
    </Group>
  )
}

export const DeliveryLines = ({ message, deliveries }: { message: string; deliveries: readonly Delivery[] }) => (
  <div className="deliveries" role="status" aria-label="Emails about this message">
    {deliveries.length === 0 ? (
      <Text size="xs" c="dimmed">
        No email was sent about this message; it is kept here.
      </Text>
    ) : (
      deliveries.map((delivery) => <DeliveryLine key={delivery.id} message={message} delivery={delivery} />)
    )}
  </div>
)
