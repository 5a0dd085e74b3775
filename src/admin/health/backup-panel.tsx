import { Button, List, Stack, Text } from '@mantine/core'
import Download from 'lucide-react/icons/download'
import { useState } from 'react'
import type { MadeBackup } from '../../model/health/health.ts'
import { request } from '../api/client.ts'
import { SubmitForm, useSubmit } from '../form/simple-form.tsx'
import { fileSize } from '../ui/file-size.ts'
import { Panel } from '../ui/panel.tsx'

/** Has the browser save a file that the server sends as one. */
const save = (url: string) => {
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.click()
}

export const BackupPanel = () => {
  const [made, setMade] = useState<MadeBackup>()
  const form = useSubmit(async () => {
    setMade(undefined)
    const backup = await request<MadeBackup>('POST', '/api/backups')
    save(`/api/backups/${backup.id}`)
    setMade(backup)
  })
  return (
    <Panel
      title="Backup"
      lead="Everything in one file: content, history, images, messages and accounts. Whoever has it can read your messages: keep it as safe as the site."
    >
      <SubmitForm form={form}>
        <div>
          <Button type="submit" variant="default" leftSection={<Download size={16} aria-hidden />} loading={form.busy}>
            Make a backup and download it
          </Button>
        </div>
        <Stack role="status" gap="xs">
          {form.busy && <Text size="sm">The backup is being made. A site with many videos takes some minutes.</Text>}
          {made && (
            <Text size="sm">
              The backup is made ({fileSize(made.bytes)}), and your browser saves it. To bring it back: vitrine restore
              FILE.
            </Text>
          )}
          {made && made.notes.length > 0 && (
            <List size="sm">
              {made.notes.map((note) => (
                <List.Item key={note}>{note}</List.Item>
              ))}
            </List>
          )}
        </Stack>
      </SubmitForm>
    </Panel>
  )
}
