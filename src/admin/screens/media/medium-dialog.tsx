import { Alert, Anchor, Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { altLimit, type Medium } from '../../../model/medium.ts'
import { asApiError } from '../../api/api-error.ts'
import { forgetMedia, media } from '../../api/media.ts'
import { toastError } from '../../ui/toast.ts'
import { toastChange } from '../../ui/toast-change.ts'
import { FocalPoint } from './focal-point.tsx'
import { useUsage } from './use-usage.ts'

/** What is said of a picture, where it is used, and getting rid of it. */
export const MediumDialog = ({ medium, close }: { medium: Medium; close(): void }) => {
  const [alt, setAlt] = useState(medium.alt)
  const [focus, setFocus] = useState(medium.focus)
  const [problem, setProblem] = useState<string>()
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const { data: uses } = useUsage(medium.id)
  const at = { collection: 'media', entry: medium.id }

  const save = async () => {
    setBusy(true)
    try {
      await media.update(medium.id, { alt, focus }, medium.version)
      void toastChange('Picture saved', at)
      void forgetMedia()
      close()
    } catch (error) {
      const { fields, message } = asApiError(error)
      setProblem(fields.alt ?? message)
    } finally {
      setBusy(false)
    }
  }
  const remove = async (sure: boolean) => {
    // Until it is known where it is used, it is asked as well.
    if (!sure && uses?.length !== 0) {
      setAsking(true)
      return
    }
    try {
      await media.remove(medium.id)
      void toastChange('Picture deleted', at)
      void forgetMedia()
      close()
    } catch (error) {
      toastError(error, 'Not deleted')
    }
  }

  return (
    <Modal opened onClose={close} title={medium.name} size="lg" closeButtonProps={{ 'aria-label': 'Close' }}>
      <Stack gap="md">
        <FocalPoint medium={medium} focus={focus} set={setFocus} />
        <Textarea
          label="Description"
          description="Read aloud to those who do not see the picture. Empty for mere decoration."
          autosize
          minRows={2}
          maxLength={altLimit}
          value={alt}
          error={problem}
          onChange={(event) => setAlt(event.currentTarget.value.replace(/\s*\n\s*/g, ' '))}
        />
        <div>
          <Text size="sm" fw={600}>
            Used in
          </Text>
          {uses?.length === 0 && (
            <Text size="sm" c="dimmed">
              Nowhere yet.
            </Text>
          )}
          <ul className="uses">
            {uses?.map(({ title, path }) => (
              <li key={path}>
                <Anchor component={Link} to={path} size="sm">
                  {title}
                </Anchor>
              </li>
            ))}
          </ul>
          <Text size="xs" c="dimmed" ff="monospace">
            {medium.width} × {medium.height} · {medium.type.replace('image/', '')}
          </Text>
        </div>
        {asking && (
          <Alert color="red" variant="light" role="alert" title="This picture is in use">
            <Text size="sm">Where it is used there will be none. It can be taken back from the trash.</Text>
            <Group gap="xs" mt="sm">
              <Button size="xs" color="red" onClick={() => remove(true)}>
                Delete it all the same
              </Button>
              <Button size="xs" variant="default" onClick={() => setAsking(false)} data-autofocus>
                Keep it
              </Button>
            </Group>
          </Alert>
        )}
        <Group justify="space-between">
          <Button variant="subtle" color="red" onClick={() => remove(false)}>
            Delete
          </Button>
          <Button loading={busy} onClick={save}>
            Save
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
