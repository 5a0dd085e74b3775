import { Stack, Text } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { availabilityEnd } from '../../model/settings/availability.ts'
import { type Category, withProposedSlugs } from '../../model/settings/categories.ts'
import { type Settings, settingFields } from '../../model/settings/settings.ts'
import { SegmentedInput, SelectInput } from '../form/choice-inputs.tsx'
import { ItemsInput, settingInputs } from '../form/field-inputs.tsx'
import { type Form, FormField } from '../form/form.tsx'
import { type Input, type InputProps, lateInput } from '../form/input.ts'
import { FileLinkInput } from '../form/link-inputs.tsx'
import { lineInput } from '../form/text-inputs.tsx'
import { clockTime, timeZone } from '../ui/times.ts'
import { lateDialog } from '../ui/use-loaded.ts'
import { useMail } from './mail-api.ts'

const RemoveCategory = lateDialog(() => import('./remove-category.tsx'))

/** The list of categories. Removing a published one asks where its projects go. */
const CategoryListInput = (props: InputProps) => {
  const categories = props.value as Category[]
  const [removed, setRemoved] = useState<Category>()
  return (
    <>
      <ItemsInput
        {...props}
        onChange={(value) => {
          const next = value as Category[]
          const gone = categories.find(({ id }) => id !== '' && !next.some((one) => one.id === id))
          if (gone) setRemoved(gone)
          else props.onChange(withProposedSlugs(categories, next))
        }}
      />
      {removed && (
        <RemoveCategory
          category={removed}
          others={categories.filter(({ id }) => id !== '' && id !== removed.id)}
          close={() => setRemoved(undefined)}
        />
      )}
    </>
  )
}

/** Choice of an hour, written as all times of the admin. */
const HourInput = (props: InputProps) => {
  const labels = props.field.options?.map((hour) => clockTime(new Date(2000, 0, 1, Number(hour))))
  return <SelectInput {...props} field={labels ? { ...props.field, labels } : props.field} />
}

/** Choice of a time zone of those that this browser knows; the one of this device comes first. */
const ZoneInput = (props: InputProps) => {
  const own = timeZone()
  const zones = [...new Set([own, ...Intl.supportedValuesOf('timeZone')])]
  const labels = ['None', `${own} (this device)`, ...zones.slice(1)]
  return <SelectInput {...props} field={{ ...props.field, options: ['', ...zones], labels }} />
}

export type SettingName = keyof Settings

const ownInputs: Partial<Record<SettingName, Input>> = {
  availableUntil: lineInput({ type: 'date' }),
  accent: lateInput(async () => (await import('./accent-input.tsx')).AccentInput, 130),
  categories: CategoryListInput,
  cv: FileLinkInput,
  cvDesign: SegmentedInput,
  cvPaper: SegmentedInput,
  appearance: SegmentedInput,
  corners: SegmentedInput,
  customCss: lateInput(async () => (await import('./own-css-input.tsx')).OwnCssInput, 180),
  digestHour: HourInput,
  timeZone: ZoneInput,
  notices: SegmentedInput,
  sections: lateInput(async () => (await import('./sections-input.tsx')).SectionsInput, 420),
  theme: lateInput(async () => (await import('./own-themes.tsx')).ThemeSetting, 420),
  typefaces: lateInput(async () => (await import('./typefaces-input.tsx')).TypefacesInput, 180),
  resumeOrder: lateInput(async () => (await import('./sections-input.tsx')).OrderInput, 260),
}

const inputOf = (name: SettingName): Input => {
  const { kind } = settingFields[name]
  return ownInputs[name] ?? settingInputs[kind as keyof typeof settingInputs]
}

/** Settings that matter only with others. */
export const isShown = (name: SettingName, { notices, acknowledge, visits, visitsWeekly, colophon }: Settings) =>
  (name !== 'digestHour' || notices === 'daily' || (visits && visitsWeekly)) &&
  (visits || name === 'visits' || !name.startsWith('visits')) &&
  (name !== 'acknowledgement' || acknowledge) &&
  (name !== 'timeZone' || colophon)

const AccentTones = lazy(async () => ({ default: (await import('./accent-input.tsx')).AccentTones }))

/** Switch of the confirmations, which not every transport can send. */
const Acknowledge = ({ form }: { form: Form }) => {
  const field = settingFields.acknowledge
  const { data } = useMail()
  const help =
    data?.transport && !data.answers && 'Email as it is set up reaches you only. Set up SMTP to send to visitors.'
  return (
    <FormField form={form} name="acknowledge" input={settingInputs.flag} field={help ? { ...field, help } : field} />
  )
}

export const SettingFields = ({ form, names }: { form: Form; names: readonly SettingName[] }) => {
  const values = form.state.values as Settings
  return (
    <Stack gap="lg" maw="40rem" className="fields">
      {names
        .filter((name) => isShown(name, values))
        .map((name) =>
          name === 'acknowledge' ? (
            <Acknowledge key={name} form={form} />
          ) : (
            <div key={name}>
              <FormField form={form} name={name} input={inputOf(name)} />
              {name === 'availableUntil' && availabilityEnd(values) <= Date.now() && (
                <Text size="sm" mt={6} role="status">
                  {values.availability
                    ? 'This day is over: visitors no longer see your availability.'
                    : 'This day is over.'}
                </Text>
              )}
              {name === 'accent' && (
                <Suspense>
                  <AccentTones {...values} />
                </Suspense>
              )}
            </div>
          ),
        )}
    </Stack>
  )
}
