import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { QrCode } from '../ui/qr-code.tsx'
import { toastError } from '../ui/toast/toast.ts'
import { download, qrPng, qrSvg } from './qr-files.ts'

// More modules than a camera reads from a business card.
const most = 500

const fileName = (address: string, ending: string) => {
  const words = address.replace(/^\w+:/, '').split(/[^\w.]+/)
  return `qr-${words.filter(Boolean).join('-').slice(0, 60) || 'code'}.${ending}`
}

/** A QR code of any address, to be saved for paper. */
export const QrSection = ({ url }: { url: string }) => {
  const [address, setAddress] = useState(url)
  const text = address.trim() || url
  const save = async (make: () => Blob | Promise<Blob>, ending: string) => {
    try {
      download(await make(), fileName(text, ending))
    } catch (error) {
      toastError(error)
    }
  }
  return (
    <Stack gap="sm">
      <TextInput
        label="The QR code leads to"
        name="qr-address"
        type="url"
        maxLength={most}
        value={address}
        onChange={(event) => setAddress(event.currentTarget.value)}
      />
      <QrCode text={text} label={`QR code of ${text}`} />
      <Group gap="xs">
        <Button variant="default" onClick={() => save(() => qrSvg(text), 'svg')}>
          Save as SVG
        </Button>
        <Button variant="default" onClick={() => save(() => qrPng(text), 'png')}>
          Save as PNG
        </Button>
      </Group>
    </Stack>
  )
}
