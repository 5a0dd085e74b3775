import { describe, expect, it } from 'vitest'
import { blocksField } from '../../../model/blocks/blocks-field.ts'
import { fields } from '../../../model/fields/fields.ts'
import { type Autosave, opened, rulesOf, unsaved } from './autosave.ts'
import { merged } from './merged.ts'
import { edit, focus, resolveConflict } from './transitions.ts'

const rules = rulesOf({ title: fields.text({ label: 'Title' }), content: blocksField({ label: 'Content' }) })
const text = (id: string, markdown = id) => ({ id, kind: 'text', markdown })
const start = [text('a'), text('b')]

const stored = (version: number, content: unknown) => ({
  version,
  status: 'draft' as const,
  data: { title: 'Tide', content },
})

/** A window in which `mine` was typed into the content, when `theirs` comes from another one. */
const windowAfter = (mine: unknown, theirs: unknown): Autosave => {
  const typed = edit(focus(opened(stored(1, start)), 'content'), 'content', mine, 0, rules)
  return merged(typed, stored(2, theirs), rules)
}

describe('A form whose blocks another window changes', () => {
  it('takes what the other window did to other blocks, asks nothing, and still has its own to save', () => {
    const next = windowAfter([text('a', 'mine'), text('b')], [text('a'), text('b', 'theirs'), text('c')])
    expect(next.values.content).toEqual([text('a', 'mine'), text('b', 'theirs'), text('c')])
    expect([next.conflicts, unsaved(next)]).toEqual([[], ['content']])
  })

  it('shows the other window’s blocks at once where it has typed nothing', () => {
    const next = windowAfter(start, [text('b')])
    expect([next.values.content, next.conflicts, unsaved(next)]).toEqual([[text('b')], [], []])
  })

  it('asks about one block that both wrote in, and either answer keeps the other blocks of both', () => {
    const next = windowAfter([text('a', 'mine'), text('b'), text('x')], [text('a', 'theirs'), text('b', 'theirs')])
    expect(next.conflicts).toEqual(['content'])
    const answer = (side: 'mine' | 'theirs') => resolveConflict(next, 'content', side, rules).values.content
    expect(answer('mine')).toEqual([text('a', 'mine'), text('b', 'theirs'), text('x')])
    expect(answer('theirs')).toEqual([text('a', 'theirs'), text('b', 'theirs'), text('x')])
  })
})
