import { Stack } from '@mantine/core'
import { LineSetting } from './line-setting.tsx'
import { ListSetting } from './list-setting.tsx'
import type { SettingsForm } from './use-settings-form.ts'

/** Links of the page. */
export const LinksTab = ({ form }: { form: SettingsForm }) => (
  <Stack gap="lg" className="fields">
    <LineSetting form={form} setting="hireLink" description="Target of Hire Me. Empty: no button." maxLength={500} />
    <LineSetting
      form={form}
      setting="cv"
      description="Target of Download CV: a URL, or a path of this site such as /cv.pdf. Empty: no button."
      maxLength={500}
    />
    <LineSetting
      form={form}
      setting="contactSentence"
      description="The large sentence beside the contact form."
      maxLength={160}
    />
    <ListSetting
      form={form}
      setting="socials"
      one="Link"
      description="In the footer."
      blank={{ label: '', url: '' }}
      most={12}
      fields={[
        {
          label: 'Label',
          key: 'label',
          get: ({ label }) => label,
          set: (item, label) => ({ ...item, label }),
          maxLength: 40,
        },
        {
          label: 'Address',
          key: 'url',
          get: ({ url }) => url,
          set: (item, url) => ({ ...item, url }),
          maxLength: 500,
          inputMode: 'url',
          grow: 2,
        },
      ]}
    />
  </Stack>
)
