import type { Content } from '../../../model/content/published-content.ts'
import { cvPaths } from '../../../model/cv/cv-paths.ts'
import type { MakeCvForm } from '../../cv/cv-forms.ts'
import { cvSource } from '../../cv/cv-source.ts'
import type { StaticFile } from './static-files.ts'

/** The forms of the CV as files; none when the owner wants none made. `onMissing` is told why one could not be made. */
export async function* cvFiles(
  { makeCvForm, config }: { makeCvForm: MakeCvForm; config: { publicUrl: string } },
  content: Content,
  onMissing: (sentence: string) => void,
): AsyncGenerator<StaticFile> {
  const source = cvSource(content, config.publicUrl)
  if (!source) return
  for (const path of cvPaths) {
    const form = await makeCvForm(path, source).catch((error: unknown) => {
      onMissing(`${path} is missing: ${error instanceof Error ? error.message : String(error)}`)
    })
    if (form) yield { name: path.slice(1), bytes: form.bytes }
  }
}
