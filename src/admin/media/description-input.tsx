import { Textarea } from '@mantine/core'
import { altLimit } from '../../model/media/media-item.ts'

interface Props {
  value: string
  error: string | undefined
  help: string
  onChange(text: string): void
}

/** Text of one line that says what an image or a video shows. */
export const DescriptionInput = ({ value, error, help, onChange }: Props) => (
  <Textarea
    label="Description"
    description={help}
    autosize
    minRows={2}
    maxLength={altLimit}
    value={value}
    error={error}
    onChange={(event) =>
      onChange(event.currentTarget.value.replace(/\s+/g, (space) => (space.includes('\n') ? ' ' : space)))
    }
  />
)
