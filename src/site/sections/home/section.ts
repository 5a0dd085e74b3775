import { defineSection } from '../define-section.ts'
import { Home } from './home.tsx'

export const home = defineSection('home', {
  settings: ['name', 'role', 'headlines', 'headlinePause', 'location', 'hireLink'],
  hasContent: () => true,
  html: ({ settings }, renderer) => {
    const { name, role, headlines, headlinePause, location, hireLink } = settings
    return renderer.html('home', Home, { settings: { name, role, headlines, headlinePause, location, hireLink } })
  },
})
