import { afterEach, describe, expect, it } from 'vitest'
import { blocksField } from '../../model/blocks/blocks-field.ts'
import { fields } from '../../model/fields/fields.ts'
import { awaitedValue } from '../../model/media/awaited-file.ts'
import { arrived } from '../media/upload-state.ts'
import { type Autosave, beginCall, opened, rulesOf, unsaved } from './autosave.ts'
import { createAutosaver } from './open-form.ts'
import { blur, edit, focus, merged, publish, refreshed, resolveConflict } from './transitions.ts'

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

describe('A focused field that another window changes', () => {
  const changed = (state: Autosave) => {
    const saved = { ...state, base: state.values, server: state.values }
    return merged(saved, { ...stored(2, start), data: { title: 'Ebb', content: start } }, rules)
  }

  it('shows the change while nothing was typed into it: the focus alone may have come back by itself', () => {
    const left = blur(edit(focus(opened(stored(1, start)), 'title'), 'title', 'Flood', 0, rules), 'title', rules)
    expect(changed(focus(left, 'title')).values.title).toBe('Ebb')
  })

  it('keeps what was typed since it got the focus, and shows the change when it is left', () => {
    const next = changed(edit(focus(opened(stored(1, start)), 'title'), 'title', 'Flood', 0, rules))
    expect(next.values.title).toBe('Flood')
    expect(blur(next, 'title', rules).values.title).toBe('Ebb')
  })
})

describe('A form that awaits a file', () => {
  const id = '0198c0de-0000-7000-8000-00000000cafe'
  const gallery = (of: string, caption = '') => ({ id: 'a', kind: 'gallery', images: [{ image: of, caption }] })
  const awaiting = awaitedValue({ id, name: 'holiday.jpg' })
  afterEach(() => arrived.set(new Map()))

  it('writes it in when it has arrived, as no act of its owner, and publishes what then stands there', () => {
    const port = { now: () => 0, schedule: () => () => {}, send: () => {}, keep: () => {} }
    const saver = createAutosaver(opened(stored(1, [gallery(awaiting)])), rules, port)
    expect(saver.state().sending).toBeNull()
    arrived.set(new Map([[id, 'medium']]))
    saver.update((now) => now)
    expect(saver.state().sending).toMatchObject({ fields: { content: [gallery('medium')] }, isQuiet: true })
    const typed = edit(opened(stored(1, [gallery(awaiting)])), 'content', [gallery('medium', 'At sea')], 0, rules)
    expect(beginCall(typed, 1e9, rules).sending).toMatchObject({ isQuiet: false })
  })

  it('asks nothing when another window wrote it in while something was typed next to it', () => {
    arrived.set(new Map([[id, 'medium']]))
    const typed = edit(opened(stored(1, [gallery(awaiting)])), 'content', [gallery('medium', 'At sea')], 0, rules)
    const next = merged(typed, stored(2, [gallery('medium')]), rules)
    expect([next.values.content, next.conflicts]).toEqual([[gallery('medium', 'At sea')], []])
  })
})

it('A form whose entry was deleted elsewhere publishes nothing, now or when it is restored', () => {
  const published = (state: Autosave) => publish(state, rules).publishing
  const shown = opened(stored(1, start))
  const deletedNow = { ...stored(2, start), deletedAt: '2026-11-28T12:00:00Z' }
  expect(published(shown)).toBe(true)
  expect(published(refreshed(shown, deletedNow, rules))).toBe(false)
  expect(refreshed(publish(shown, rules), deletedNow, rules).publishing).toBe(false)
})
