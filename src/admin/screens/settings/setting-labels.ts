import type { Settings } from '../../../model/settings.ts'

export const settingLabels: Record<keyof Settings, string> = {
  name: 'Name',
  role: 'Role',
  description: 'Description',
  language: 'Language',
  headlines: 'Headlines',
  location: 'Location',
  hireLink: 'Hire Me link',
  introduction: 'Introduction',
  cv: 'CV',
  counters: 'Counters',
  socials: 'Social links',
  contactSentence: 'Contact sentence',
  sections: 'Sections',
  accent: 'Accent',
  appearance: 'Appearance',
  registration: 'Registration',
  copyrightSince: 'Copyright since',
}
