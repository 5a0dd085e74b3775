import { Button, Group, Stack, Text } from '@mantine/core'
import { findCollection } from '../../model/content/collections.ts'
import type { CvCollection } from '../../model/cv/cv-collections.ts'
import { rewordable } from '../../model/cv/variant.ts'
import type { Field } from '../../model/fields/fields.ts'
import type { Input } from '../form/input.ts'
import { ListInput, lineInput, TextAreaInput } from '../form/text-inputs.tsx'
import { type ChoiceRow, reworded } from './choices.ts'

interface Props {
  collection: CvCollection
  row: ChoiceRow
  title: string
  problems: Readonly<Record<string, string>>
  change(text: ChoiceRow['text'], isTyping?: boolean): void
}

const LineInput = lineInput()
const inputOf = ({ kind }: Field): Input => (kind === 'list' ? ListInput : kind === 'text' ? LineInput : TextAreaInput)

const Original = ({ value }: { value: unknown }) => (
  <Text size="xs" c="dimmed" component="div" className="cv-original" dir="auto">
    <Text span inherit fw={600} me={8}>
      Original
    </Text>
    <span className="cv-original-text">{Array.isArray(value) ? value.join('\n') : String(value || '(empty)')}</span>
  </Text>
)

/** The texts of an entry in other words, each with the original as long as it differs. */
export const Rewording = ({ collection, row, title, problems, change }: Props) => {
  const fields = (findCollection(collection)?.fields ?? {}) as Readonly<Record<string, Field>>
  const originals = row.entry as unknown as Readonly<Record<string, unknown>>
  return (
    <>
      {rewordable[collection].map((name) => {
        const field = fields[name]
        if (!field) return null
        const Input = inputOf(field)
        const isOther = name in row.text
        return (
          <Stack key={name} gap={6}>
            <Input
              name={name}
              // The help of the entry's own form is about the entry.
              field={{ ...field, help: '', required: false }}
              value={isOther ? row.text[name] : originals[name]}
              error={problems[name]}
              onChange={(value) => change(reworded(row, name, value), true)}
            />
            {isOther && (
              <Group gap="xs" wrap="nowrap" align="flex-start" justify="space-between">
                <Original value={originals[name]} />
                <Button
                  size="compact-xs"
                  variant="subtle"
                  flex="none"
                  aria-label={`Use the original: ${field.label} of ${title}`}
                  onClick={() => {
                    const { [name]: _, ...others } = row.text
                    change(others)
                  }}
                >
                  Use the original
                </Button>
              </Group>
            )}
          </Stack>
        )
      })}
    </>
  )
}
