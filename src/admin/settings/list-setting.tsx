import { ActionIcon, Fieldset, Group, Text, TextInput } from '@mantine/core'
import X from 'lucide-react/icons/x'
import { useRef } from 'react'
import type { Settings } from '../../model/settings/settings.ts'
import { Sortable } from '../ui/sorting/sortable.tsx'
import { ListEnd } from './list-end.tsx'
import { settingLabels } from './setting-labels.ts'
import type { SettingsForm } from './use-settings-form.ts'

type ListName = 'headlines' | 'socials' | 'counters'
type Item<N extends ListName> = Settings[N][number]

interface ListField<T> {
  label: string
  /** Key in the schema, such as `url` in `socials.2.url`; undefined when the item is a plain text. */
  key?: string
  get(item: T): string
  set(item: T, text: string): T
  maxLength?: number
  inputMode?: 'numeric' | 'url'
  grow?: number
}

interface Props<N extends ListName> {
  form: SettingsForm
  setting: N
  one: string
  description: string
  blank: Item<N>
  most: number
  fields: readonly ListField<Item<N>>[]
}

/** Setting with a list of short items, which can be added, removed and reordered. */
export const ListSetting = <N extends ListName>({ form, setting, one, description, blank, most, fields }: Props<N>) => {
  const items = form.values[setting] as Item<N>[]
  const fieldset = useRef<HTMLFieldSetElement>(null)
  const setItems = (next: Item<N>[]) => form.set(setting, next as Settings[N])
  const focusLast = () =>
    requestAnimationFrame(() => {
      const inputs = fieldset.current?.querySelectorAll<HTMLInputElement>('li:last-of-type input')
      inputs?.[0]?.focus()
    })

  return (
    <Fieldset ref={fieldset} legend={settingLabels[setting]} variant="unstyled" data-field={setting}>
      <Text size="xs" c="dimmed" mb={6}>
        {description}
      </Text>
      <Sortable
        count={items.length}
        nameOf={(at) => `${one} ${at + 1}`}
        move={(from, to) => {
          const next = [...items]
          next.splice(to, 0, ...next.splice(from, 1))
          setItems(next)
        }}
      >
        {(at) => (
          <Group gap={6} wrap="nowrap" align="flex-start" flex={1} miw={0}>
            {fields.map(({ label, key, get, set, grow = 1, ...input }) => (
              <TextInput
                key={label}
                aria-label={`${label} ${at + 1}`}
                placeholder={label}
                flex={grow}
                miw={0}
                value={get(items[at] as Item<N>)}
                error={form.problems[[setting, at, key].filter((part) => part !== undefined).join('.')]}
                onChange={(event) => {
                  const { value } = event.currentTarget
                  setItems(items.map((item, index) => (index === at ? set(item, value) : item)))
                }}
                {...input}
              />
            ))}
            <ActionIcon
              aria-label={`Remove ${one.toLowerCase()} ${at + 1}`}
              onClick={() => setItems(items.filter((_, index) => index !== at))}
            >
              <X size={16} aria-hidden />
            </ActionIcon>
          </Group>
        )}
      </Sortable>
      <ListEnd
        problem={form.problems[setting]}
        add={items.length < most ? `Add ${one.toLowerCase()}` : null}
        onAdd={() => {
          setItems([...items, blank])
          focusLast()
        }}
      />
    </Fieldset>
  )
}
