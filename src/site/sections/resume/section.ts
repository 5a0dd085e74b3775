import type { Content } from '../../../model/publishing/published-content.ts'
import { completeResumeOrder, sections } from '../../../model/sections/sections.ts'
import { defineSection } from '../define-section.ts'
import { counted } from './counted.ts'
import { Resume } from './resume.tsx'

const hasEntries = (content: Content) => sections.resume.collections.some((name) => content[name].length > 0)

export const resume = defineSection('resume', {
  settings: ['counters', 'resumeOrder'],
  hasContent: (content) => hasEntries(content) || content.settings.counters.length > 0,
  html: (content, renderer) => {
    const { educations, experiences, skills, certificates, languages } = content
    const [counters, order] = [counted(content), completeResumeOrder(content.settings.resumeOrder)]
    return renderer.html('resume', Resume, {
      order,
      educations,
      experiences,
      skills,
      certificates,
      languages,
      counters,
    })
  },
})
