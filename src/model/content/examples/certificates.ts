import { certificates } from '../collections/certificates.ts'
import { defineExamples } from './define-examples.ts'

export const certificatesExamples = defineExamples(certificates, [
  {
    title: 'Web accessibility specialist',
    issuer: 'Nordic Accessibility Guild',
    year: 2024,
    url: 'https://certificates.nag.example/7f2c',
  },
  { title: 'Laravel developer, advanced', issuer: 'Artisan School', year: 2022 },
])
