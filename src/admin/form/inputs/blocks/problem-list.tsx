import { Alert } from '@mantine/core'
import type { Block } from '../../../../model/blocks/kinds.ts'
import { labelOf } from './block-acts.ts'

interface Props {
  blocks: readonly Block[]
  problemsOf(at: number): Readonly<Record<string, string>>
  /** Focuses the first problem in an element. */
  reveal(element: HTMLElement): void
}

/** Problems by block, above all blocks: a long text hides what stands below. */
export const ProblemList = ({ blocks, problemsOf, reveal }: Props) => {
  const show = (button: HTMLElement, id: string) => {
    const row = button.closest('.blocks')?.querySelector<HTMLElement>(`[data-block="${CSS.escape(id)}"]`)
    if (row) reveal(row)
  }
  return (
    <Alert color="red" variant="light" p="sm" mb="sm" title="To be mended before publishing">
      <ul className="block-problems">
        {blocks.flatMap((block, at) =>
          Object.entries(problemsOf(at)).map(([path, message]) => (
            <li key={`${block.id} ${path}`}>
              <button type="button" onClick={({ currentTarget }) => show(currentTarget, block.id)}>
                Block {at + 1}, {labelOf(block)}
              </button>
              : {message}
            </li>
          )),
        )}
      </ul>
    </Alert>
  )
}
