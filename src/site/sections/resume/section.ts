import { defineSection } from '../define-section.ts'
import { Resume } from './resume.tsx'

export const resume = defineSection('resume', {
  settings: ['counters'],
  hasContent: ({ educations, experiences, skills, settings }) =>
    educations.length + experiences.length + skills.length + settings.counters.length > 0,
  html: ({ educations, experiences, skills, settings }, renderer) =>
    renderer.html('resume', Resume, { educations, experiences, skills, counters: settings.counters }),
})
