import { Button, Divider, Group, Stack, Text } from '@mantine/core'
import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import { profileOf } from '../../model/cv/cv.ts'
import type { CvVariant } from '../../model/cv/variant.ts'
import type { Field } from '../../model/fields/fields.ts'
import { slugOf } from '../../model/fields/slug-of.ts'
import type { Content } from '../../model/publishing/published-content.ts'
import { call } from '../api/client.ts'
import { FlagInput, SegmentedInput, SelectInput } from '../form/choice-inputs.tsx'
import { type Form, FormField } from '../form/form.tsx'
import { lineInput, SlugInput, TextAreaInput } from '../form/text-inputs.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { changeWithToast } from '../ui/undo.ts'
import { asInSettings, keepVariant } from './choices.ts'
import { forgetVariants } from './variants-api.ts'

interface VariantLinkProps {
  variant: CvVariant
  /** As the form has them, which may not be saved yet. */
  access: unknown
  name: unknown
}

/** The address to send around. A link that went too far is replaced: the old one then shows nothing. */
const VariantLink = ({ variant, access, name }: VariantLinkProps) => {
  const { id, urls } = variant
  if (access !== variant.access || name !== variant.name)
    return (
      <Text size="sm" c="dimmed">
        Its link is shown here once this is saved.
      </Text>
    )
  return (
    <Stack className="surface" gap={8} align="flex-start" px={14} py="sm">
      <Text size="sm" className="cv-link-url" component="a" href={urls.pdf} target="_blank" rel="noopener" dir="ltr">
        {urls.pdf}
      </Text>
      <Group gap="xs">
        <CopyButton value={urls.pdf}>
          {({ copied, copy }) => (
            <Button
              size="xs"
              variant="default"
              leftSection={copied ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
              onClick={copy}
            >
              {copied ? 'Copied' : 'Copy link'}
            </Button>
          )}
        </CopyButton>
        {access === 'link' && (
          <Button
            size="xs"
            variant="default"
            onClick={() =>
              changeWithToast(async () => keepVariant(await call('POST /api/cv-variants/:id/links', { id })), {
                done: 'Link replaced; the old one shows nothing now',
                failed: 'The link was not replaced',
                forget: forgetVariants,
              })
            }
          >
            Replace the link
          </Button>
        )}
      </Group>
    </Stack>
  )
}

interface Props {
  form: Form
  variant: CvVariant
  settings: Content['settings']
}

const LineInput = lineInput()

const label = ({ options = [], labels = [] }: Field, value: unknown) => labels[options.indexOf(value as string)] ?? ''

/** The field with the value of Settings in the option that leaves it to them. */
const withSettings = (field: Field, value: unknown): Field => ({
  ...field,
  labels: (field.labels ?? []).map((one, at) =>
    field.options?.[at] === asInSettings ? `${one}: ${label(field, value)}` : one,
  ),
})

const flagText = (flag: boolean) => (flag ? 'yes' : 'no')

/** Address, who can open it, and what stands around the entries. */
export const DetailsTab = ({ form, variant, settings }: Props) => {
  const field = (name: string) => form.fields[name] as Field
  const select = (name: string, value: unknown) => (
    <FormField form={form} name={name} input={SelectInput} field={withSettings(field(name), value)} />
  )
  const orSettings = (name: string, text: string) => ({
    ...field(name),
    help: text === '' ? 'Empty: as in Settings.' : `Empty: as in Settings, “${text}”`,
  })
  return (
    <Stack gap="lg" maw="40rem" className="fields">
      <FormField form={form} name="title" input={LineInput} />
      <FormField
        form={form}
        name="name"
        input={SlugInput}
        proposal={slugOf(String(form.state.values.title ?? ''), 60)}
      />
      <FormField form={form} name="access" input={SegmentedInput} />
      <VariantLink variant={variant} access={form.state.values.access} name={form.state.values.name} />
      <FormField form={form} name="anonymous" input={FlagInput} />
      <Divider />
      <FormField form={form} name="headline" input={LineInput} field={orSettings('headline', settings.role)} />
      <FormField form={form} name="summary" input={TextAreaInput} field={orSettings('summary', profileOf(settings))} />
      <div className="columns">
        {select('design', settings.cvDesign)}
        {select('paper', settings.cvPaper)}
        {select('portrait', flagText(settings.cvPortrait))}
        {select('onePage', flagText(settings.cvOnePage))}
      </div>
    </Stack>
  )
}
