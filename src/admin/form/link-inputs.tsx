import { Anchor, Button, Group, Text, TextInput, type TextInputProps } from '@mantine/core'
import FileText from 'lucide-react/icons/file-text'
import { useState } from 'react'
import { completedLink } from '../../model/fields/completed-link.ts'
import { FileButton } from '../media/file-button.tsx'
import { useMedia } from '../media/media-api.ts'
import { pdfTypes } from '../media/upload-state.ts'
import { uploads } from '../media/uploads.ts'
import { fileSize } from '../ui/file-size.ts'
import { lateDialog } from '../ui/use-loaded.ts'
import { type Input, type InputProps, inputTraits, textOf } from './input.ts'
import { useAwaited } from './media-inputs.tsx'

interface LineProps extends Omit<TextInputProps, 'onChange' | 'value'> {
  value: string
  change(text: string): void
}

/** Line for a link. `github.com/name` becomes a link when the field is left; what was typed can be had back. */
export const LinkLine = ({ value, change, onBlur, ...props }: LineProps) => {
  const [typed, setTyped] = useState<string>()
  // The guess was refused once: the same text is left alone.
  const [kept, setKept] = useState<string>()
  const completed = typed !== undefined && completedLink(typed) === value

  const complete = () => {
    const link = completedLink(value)
    if (link === value || value === kept) return
    setTyped(value)
    change(link)
  }
  const undo = () => {
    if (typed === undefined) return
    setKept(typed)
    setTyped(undefined)
    change(typed)
  }
  return (
    // Not type="url", which refuses the paths of this site.
    <TextInput
      {...props}
      inputMode="url"
      autoCapitalize="none"
      spellCheck={false}
      value={value}
      onChange={(event) => change(event.currentTarget.value)}
      onKeyDown={({ key }) => key === 'Enter' && complete()}
      onBlur={(event) => {
        complete()
        onBlur?.(event)
      }}
      inputContainer={(children) => (
        <>
          {children}
          <div role="status">
            {completed && (
              <Text size="xs" c="dimmed" mt={4} className="completed-link">
                Completed to {value}
                <Button variant="subtle" size="compact-xs" onClick={undo}>
                  Undo
                </Button>
              </Text>
            )}
          </div>
        </>
      )}
    />
  )
}

export const LinkInput = (props: InputProps) => {
  const text = textOf(props.value)
  return <LinkLine {...inputTraits(props, text)} value={text} change={props.onChange} />
}

const FilePicker = lateDialog(() => import('./file-picker.tsx'))

/** Adds to an input of a link the choice of a file of Media, and the upload of one. */
const withFileChoice = (LinkInput: Input): Input => {
  const WithFileChoice = (props: InputProps) => {
    const { value, error, onChange } = props
    const [picking, setPicking] = useState(false)
    const files = useMedia({ kind: 'file', limit: 200 })
    const awaited = useAwaited(value, () => onChange(''))
    const file = files.data?.pages.flatMap(({ media }) => media).find(({ url }) => url === value)
    return (
      <div>
        <LinkInput {...props} error={error} value={awaited ? '' : value} />
        <Group gap="xs" mt={6}>
          <FileButton isQuiet accept={pdfTypes} onFiles={([chosen]) => chosen && onChange(uploads.place(chosen))}>
            Upload a PDF
          </FileButton>
          <Button
            variant="default"
            size="xs"
            leftSection={<FileText size={15} aria-hidden />}
            onClick={() => setPicking(true)}
          >
            Choose a file
          </Button>
        </Group>
        <div role="status">
          {awaited}
          {!awaited && file && (
            <Text size="xs" c="dimmed" mt={6}>
              <Anchor href={file.url} size="xs" download>
                {file.name}
              </Anchor>
              , {fileSize(file.size)}
            </Text>
          )}
        </div>
        {picking && (
          <FilePicker
            close={() => setPicking(false)}
            pick={(url) => {
              setPicking(false)
              onChange(url)
            }}
          />
        )}
      </div>
    )
  }
  return WithFileChoice
}

/** Input of a link to a file: typed, uploaded or chosen from Media. */
export const FileLinkInput = withFileChoice(LinkInput)
