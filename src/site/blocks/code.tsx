import { inside } from '../page/markup.ts'
import { useWords } from '../page/words.ts'
import type { BlockView } from './block-view.ts'
import { Caption } from './caption.tsx'
import { useHighlighter } from './highlighter.ts'

export const CodeBlock: BlockView<'code'> = ({ block: { language, code, caption } }) => {
  const words = useWords().blocks
  const highlighted = useHighlighter()
  return code.trim() === '' ? null : (
    <figure className="code-block">
      {/* biome-ignore lint/a11y/useSemanticElements: a group for the keyboard, which scrolls long lines, and no set of fields. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above. */}
      <div role="group" className="code-text" dir="ltr" tabIndex={0} aria-label={caption || words.code}>
        <pre>
          <code {...inside(highlighted(code, language))} />
        </pre>
      </div>
      <Caption>{caption}</Caption>
    </figure>
  )
}
