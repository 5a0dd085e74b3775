import { defineSection } from '../define-section.ts'
import { Contact } from './contact.tsx'

export const contact = defineSection('contact', {
  settings: ['contactSentence', 'contactAnswer'],
  hasContent: () => true,
  html:
    ({ settings }, renderer) =>
    ({ sent, refused, inbox }) =>
      renderer.html('contact', Contact, {
        sentence: settings.contactSentence,
        answer: settings.contactAnswer,
        ...{ sent, refused, inbox },
      }),
})
