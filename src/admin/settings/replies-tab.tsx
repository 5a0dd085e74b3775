import { ActionIcon, Code, Fieldset, Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import X from 'lucide-react/icons/x'
import { useRef } from 'react'
import type { Settings } from '../../model/settings/settings.ts'
import { Sortable } from '../ui/sorting/sortable.tsx'
import { ListEnd } from './list-end.tsx'
import { settingLabels } from './setting-labels.ts'
import type { SettingsForm } from './use-settings-form.ts'

type Snippet = Settings['snippets'][number]

const maxSnippets = 40

/** Snippets for replies to messages. */
export const RepliesTab = ({ form }: { form: SettingsForm }) => {
  const { snippets } = form.values
  const fieldset = useRef<HTMLFieldSetElement>(null)
  const setSnippets = (next: Snippet[]) => form.set('snippets', next)
  const change = (at: number, part: Partial<Snippet>) =>
    setSnippets(snippets.map((snippet, index) => (index === at ? { ...snippet, ...part } : snippet)))
  const focusLast = () =>
    requestAnimationFrame(() =>
      fieldset.current?.querySelector<HTMLInputElement>('li:last-of-type input:not([type=hidden])')?.focus(),
    )
  return (
    <Stack gap="lg" className="fields">
      <Fieldset ref={fieldset} legend={settingLabels.snippets} variant="unstyled">
        <Text size="xs" c="dimmed" mb={6}>
          Offered when you reply in Contact. <Code>{'{first_name}'}</Code> and <Code>{'{name}'}</Code> stand for the
          sender, <Code>{'{site}'}</Code> for your name. Visitors never see the list.
        </Text>
        <Sortable
          count={snippets.length}
          nameOf={(at) => snippets[at]?.title || `Snippet ${at + 1}`}
          move={(from, to) => {
            const next = [...snippets]
            next.splice(to, 0, ...next.splice(from, 1))
            setSnippets(next)
          }}
        >
          {(at) => (
            <div className="snippet">
              <Group gap={6} wrap="nowrap" align="flex-start">
                <TextInput
                  aria-label={`Title ${at + 1}`}
                  placeholder="Title"
                  flex={1}
                  maxLength={60}
                  value={snippets[at]?.title ?? ''}
                  error={form.problems[`snippets.${at}.title`]}
                  onChange={(event) => change(at, { title: event.currentTarget.value })}
                />
                <ActionIcon
                  aria-label={`Remove snippet ${at + 1}`}
                  onClick={() => setSnippets(snippets.filter((_, index) => index !== at))}
                >
                  <X size={16} aria-hidden />
                </ActionIcon>
              </Group>
              <Textarea
                aria-label={`Text ${at + 1}`}
                placeholder="Hello {first_name}, …"
                autosize
                minRows={3}
                maxRows={14}
                maxLength={4000}
                mt={6}
                value={snippets[at]?.text ?? ''}
                error={form.problems[`snippets.${at}.text`]}
                onChange={(event) => change(at, { text: event.currentTarget.value })}
              />
            </div>
          )}
        </Sortable>
        <ListEnd
          problem={form.problems.snippets}
          add={snippets.length < maxSnippets ? 'Add snippet' : null}
          onAdd={() => {
            setSnippets([...snippets, { title: '', text: '' }])
            focusLast()
          }}
        />
      </Fieldset>
    </Stack>
  )
}
