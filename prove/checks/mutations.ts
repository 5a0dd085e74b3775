import path from 'node:path'
import { readSources, testFileWith } from '../../scripts/sources.ts'
import type { Check } from '../check.ts'
import { accessMutations } from '../mutations/access.ts'
import { contentMutations } from '../mutations/content.ts'
import { cvVariantMutations } from '../mutations/cv-variants.ts'
import { formMutations } from '../mutations/forms.ts'
import { httpMutations } from '../mutations/http.ts'
import { inboxMutations } from '../mutations/inbox.ts'
import { keepingMutations } from '../mutations/keeping.ts'
import { linkMutations } from '../mutations/links.ts'
import type { Mutation } from '../mutations/mutation.ts'
import { publishingMutations } from '../mutations/publishing.ts'
import { recoveryMutations } from '../mutations/recovery.ts'
import { signingInMutations } from '../mutations/signing-in.ts'
import { siteMutations } from '../mutations/site.ts'
import { smallMachineMutations } from '../mutations/small-machines.ts'
import { storageMutations } from '../mutations/storage.ts'
import { atLeast, none } from '../support/figures.ts'
import { copyCheckout, plant } from '../support/planted.ts'
import { runTests } from '../support/run-tests.ts'

/** Every one of them. */
export const everyMutation = [
  accessMutations,
  contentMutations,
  cvVariantMutations,
  formMutations,
  httpMutations,
  inboxMutations,
  keepingMutations,
  linkMutations,
  publishingMutations,
  recoveryMutations,
  signingInMutations,
  siteMutations,
  smallMachineMutations,
  storageMutations,
].flat()

/** Security code broken on purpose, piece by piece. */
export const mutations: Check = {
  name: 'mutations',
  kind: 'teeth',
  long: true,
  promise: `${everyMutation.length} protections are removed from the code, one at a time in a copy; each time a test fails that passes otherwise.`,
  run: async ({ folder }) => {
    const checkout = copyCheckout(folder)
    const report = path.join(folder, 'report.json')
    const sources = readSources(checkout)
    const fileOf = ({ noticed }: Mutation) => testFileWith(sources, noticed)
    const files = [...new Set(everyMutation.map(fileOf))]
    const sound = await runTests(checkout, files, report)
    const unnoticed: string[] = []
    for (const mutation of everyMutation) {
      const mend = plant(checkout, mutation)
      try {
        const { failed } = await runTests(checkout, [fileOf(mutation)], report, { bail: true })
        // A test that fails anyway has noticed nothing; one that cannot be loaded was not run.
        if (!failed.some((name) => sound.passed.includes(name))) unnoticed.push(mutation.loses)
      } finally {
        mend()
      }
    }
    return [
      none('tests that fail without any', sound.failed),
      atLeast('tests that pass without any', sound.passed.length, files.length),
      atLeast('protections taken out', everyMutation.length, 20),
      none('of them not noticed', unnoticed),
    ]
  },
}
