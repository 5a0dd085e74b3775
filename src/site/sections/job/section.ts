import { defineSection } from '../define-section.ts'
import { Services } from './services.tsx'

export const job = defineSection('job', {
  html: ({ services }, renderer) => renderer.html('job', Services, { entries: services }),
})
