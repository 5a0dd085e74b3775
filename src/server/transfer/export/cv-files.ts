import type { Content } from '../../../model/content/published-content.ts'
import { cvKinds } from '../../../model/cv/cv-paths.ts'
import type { MakeCvForm } from '../../cv/cv-forms.ts'
import { cvSource } from '../../cv/cv-source.ts'
import type { StaticFile } from './static-file.ts'

/** The forms of the CV as files; none when the owner wants none made. `onMissing` is told why one could not be made. */
export async function* cvFiles(
  { makeCvForm, config }: { makeCvForm: MakeCvForm; config: { publicUrl: string } },
  content: Content,
  onMissing: (sentence: string) => void,
): AsyncGenerator<StaticFile> {
  const source = cvSource(content, config.publicUrl)
  if (!source) return
  for (const kind of cvKinds) {
    const form = await makeCvForm(kind, source).catch((error: unknown) => {
      onMissing(`/cv.${kind} is missing: ${error instanceof Error ? error.message : String(error)}`)
    })
    if (form) yield { name: `cv.${kind}`, bytes: form.bytes }
  }
}
