import { cvKinds, variantPath } from '../../../model/cv/cv-paths.ts'
import type { Content } from '../../../model/publishing/published-content.ts'
import type { MakeCvForm } from '../../cv/cv-forms.ts'
import { cvSource, variantSource } from '../../cv/cv-source.ts'
import type { StoredVariant } from '../../cv/variants/variant-row.ts'
import type { StaticFile } from './static-file.ts'

/**
 * The forms of the CV as files, and of its public variants: a host that only serves files asks for no key. `onMissing` is told why one could
 * not be made.
 */
export async function* cvFiles(
  { makeCvForm, config }: { makeCvForm: MakeCvForm; config: { publicUrl: string } },
  { content, variants }: { content: Content; variants: readonly StoredVariant[] },
  onMissing: (sentence: string) => void,
): AsyncGenerator<StaticFile> {
  const { publicUrl } = config
  const cv = cvSource(content, publicUrl)
  const wanted = [
    ...(cv ? cvKinds.map((kind) => ({ kind, path: `/cv.${kind}`, source: cv })) : []),
    ...variants.flatMap(({ data }) => {
      if (data.access !== 'public') return []
      const source = variantSource(content, publicUrl, data)
      return cvKinds.map((kind) => ({ kind, path: variantPath(data.name, kind), source }))
    }),
  ]
  for (const { kind, path, source } of wanted) {
    const form = await makeCvForm(kind, source).catch((error: unknown) => {
      onMissing(`${path} is missing: ${error instanceof Error ? error.message : String(error)}`)
    })
    if (form) yield { name: path.slice(1), bytes: form.bytes }
  }
}
