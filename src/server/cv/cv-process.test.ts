import { readFileSync } from 'node:fs'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { exampleContent } from '../../../tests/support/example-content.ts'
import { type CvJob, createCvProcess } from './cv-forms.ts'
import { cvSource } from './cv-source.ts'

const opened: ReturnType<typeof createCvProcess>[] = []
const open = (options?: Parameters<typeof createCvProcess>[0]) => {
  const made = createCvProcess({ timeoutMs: 120_000, ...options })
  opened.push(made)
  return made
}
afterEach(() => {
  for (const one of opened.splice(0)) one.close()
})

const job = (): CvJob => {
  const source = cvSource(exampleContent(), 'https://mira.example')
  if (!source) throw new Error('No CV is made.')
  const { document, layout } = source
  return { form: 'pdf', document, layout, portrait: undefined }
}

// All helper processes end in one way when they are idle, killed or stuck: `cards.test.ts` and `image-process.test.ts` test it.
describe('the process that makes the CV', () => {
  // Typst works in one piece, so the bound is looked at behind each form.
  it('ends after a form that took more memory than it may', async () => {
    const forms = open({ memoryBytes: 1 })
    await forms.make(job()).catch(() => {})
    await expect.poll(() => forms.pid).toBeUndefined()
  })

  it('says why a form cannot be made, and makes the next', async () => {
    const forms = open()
    const broken = { ...job(), layout: { ...job().layout, design: 'none' as 'plain' } }
    await expect(forms.make(broken)).rejects.toThrow('none')
    const { pid } = forms
    expect((await forms.make(job())).pdf?.pages).toBe(2)
    expect(forms.pid).toBe(pid)
  })

  // Only Linux shows a process's environment and what it has open, in /proc.
  it.skipIf(process.platform !== 'linux')(
    'knows nothing of the server’s environment and loads no font of the system',
    async () => {
      vi.stubEnv('AUTH_SECRET', 'not for a CV')
      const forms = open()
      await forms.make(job())
      expect(readFileSync(`/proc/${forms.pid}/environ`, 'utf8')).not.toContain('not for a CV')
      expect(readFileSync(`/proc/${forms.pid}/environ`, 'utf8')).toContain('FONTCONFIG_FILE=')
      expect(readFileSync(`/proc/${forms.pid}/maps`, 'utf8')).not.toContain('/usr/share/fonts')
      vi.unstubAllEnvs()
    },
  )
})
