import { Stack, Textarea } from '@mantine/core'
import { LineSetting } from './line-setting.tsx'
import { ListSetting } from './list-setting.tsx'
import { settingLabels } from './setting-labels.ts'
import type { SettingsForm } from './use-settings-form.ts'

/** Settings of the introduction. */
export const IntroductionTab = ({ form }: { form: SettingsForm }) => (
  <Stack gap="lg" className="fields">
    <LineSetting form={form} setting="name" required maxLength={80} autoComplete="off" />
    <LineSetting form={form} setting="role" description="What you are, in a few words." maxLength={80} />
    <ListSetting
      form={form}
      setting="headlines"
      one="Headline"
      description="Typed one after another under your name."
      blank=""
      most={12}
      fields={[{ label: 'Headline', get: (line) => line, set: (_, text) => text, maxLength: 80 }]}
    />
    <LineSetting form={form} setting="location" description="The line under the headlines." maxLength={120} />
    <Textarea
      data-field="introduction"
      label={settingLabels.introduction}
      description="In About. Markdown: **bold**, _italic_, [links](https://example.com), an empty line between paragraphs."
      autosize
      minRows={5}
      maxRows={18}
      value={form.values.introduction}
      onChange={(event) => form.set('introduction', event.currentTarget.value)}
      error={form.problems.introduction}
    />
    <Textarea
      data-field="description"
      label={settingLabels.description}
      description={`For search engines and link previews; ${form.values.description.length} of 200 characters.`}
      autosize
      minRows={2}
      value={form.values.description}
      onChange={(event) => form.set('description', event.currentTarget.value)}
      error={form.problems.description}
    />
    <LineSetting
      form={form}
      setting="language"
      description="Of the page’s text, as a code: en, pt-BR."
      maxLength={20}
      styles={{ input: { width: '8rem' } }}
      autoComplete="off"
    />
  </Stack>
)
