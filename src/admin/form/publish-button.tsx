import { Button, type ButtonProps } from '@mantine/core'
import type { ComponentProps } from 'react'
import { useLoaded } from '../ui/use-loaded.ts'
import type { Form } from './use-form.ts'

const load = () => import('../media/upload-list.tsx')

type Props = { form: Pick<Form, 'waiting' | 'stopWaiting' | 'saver'> } & ButtonProps &
  Omit<ComponentProps<'button'>, 'form' | keyof ButtonProps>

/** Button that publishes. While that waits for uploads, it says so and keeps the focus, next to a button that stops waiting. */
export const PublishButton = ({ form, children, onClick, type = 'button', ...props }: Props) => {
  const lines = useLoaded(load, form.waiting)
  const text = lines ? <lines.WaitText data={form.saver.state().values} /> : 'Publishing when all is uploaded…'
  return (
    <>
      {form.waiting && (
        <Button variant="subtle" color="gray" onClick={form.stopWaiting}>
          Stop waiting
        </Button>
      )}
      <Button
        {...props}
        type={form.waiting ? 'button' : type}
        className="publish-button"
        data-waiting={form.waiting || undefined}
        aria-disabled={form.waiting || undefined}
        {...(!form.waiting && onClick && { onClick })}
      >
        {form.waiting ? text : children}
      </Button>
    </>
  )
}
