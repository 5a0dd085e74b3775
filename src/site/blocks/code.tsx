import { inside } from '../markup/renderer.ts'
import { useTexts } from '../markup/texts.ts'
import { useWords } from '../markup/words.ts'
import type { BlockView } from './block-view.ts'
import { Caption } from './caption.tsx'

export const CodeBlock: BlockView<'code'> = ({ block: { language, code, caption } }) => {
  const words = useWords().blocks
  const texts = useTexts()
  return code.trim() === '' ? null : (
    <figure className="code-block">
      {/* biome-ignore lint/a11y/useSemanticElements: a group for the keyboard, which scrolls long lines, and no set of fields. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above. */}
      <div role="group" className="code-text" dir="ltr" tabIndex={0} aria-label={caption || words.code}>
        <pre>
          <code {...inside(texts.code(code, language))} />
        </pre>
      </div>
      <Caption>{caption}</Caption>
    </figure>
  )
}
