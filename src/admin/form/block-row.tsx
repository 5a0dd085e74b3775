import { ActionIcon, Badge, Group, Text } from '@mantine/core'
import ChartColumn from 'lucide-react/icons/chart-no-axes-column'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Code from 'lucide-react/icons/code'
import Film from 'lucide-react/icons/film'
import Image from 'lucide-react/icons/image'
import Images from 'lucide-react/icons/images'
import LinkIcon from 'lucide-react/icons/link'
import Package from 'lucide-react/icons/package'
import Pilcrow from 'lucide-react/icons/pilcrow'
import Plus from 'lucide-react/icons/plus'
import Quote from 'lucide-react/icons/quote'
import Compare from 'lucide-react/icons/square-split-horizontal'
import { type KeyboardEvent, memo, useContext, useEffect, useId, useMemo, useRef, useState } from 'react'
import { mostBlocks } from '../../model/blocks/blocks-field.ts'
import {
  type Block,
  type BlockKindName,
  blockKinds,
  isEmptyBlock,
  isNewerBlock,
  kindsByName,
} from '../../model/blocks/kinds.ts'
import { summaryOf } from '../../model/blocks/summary-of.ts'
import { counted } from '../../model/counted.ts'
import { Dots } from '../ui/dots.tsx'
import { LazyMenu } from '../ui/menu.tsx'
import { type Sorting, SortingHandle } from '../ui/sorting.tsx'
import { type BlockActs, blankBlock, labelOf } from './block-acts.ts'
import { ItemsInput, PartInputs } from './field-inputs.tsx'
import { type Input, type InputProps, lateInput, PlainBlocks, textOf } from './input.ts'
import { MarkdownInput } from './markdown-input.tsx'
import type { PasteTarget } from './pasted.ts'

const kindIcons: Readonly<Record<BlockKindName, typeof Image>> = {
  text: Pilcrow,
  image: Image,
  gallery: Images,
  compare: Compare,
  video: Film,
  code: Code,
  figures: ChartColumn,
  quote: Quote,
  link: LinkIcon,
}

/** A kind of block in a menu: its icon, its name and what it is for. */
const KindLine = ({ kind: { kind, label, purpose } }: { kind: (typeof blockKinds)[number] }) => {
  const Icon = kindIcons[kind]
  return (
    <Group component="span" gap="sm" wrap="nowrap" align="flex-start" className="kind-line">
      <Icon size={18} aria-hidden />
      <span>
        <Text span inherit fw={600} display="block">
          {label}
        </Text>
        <Text span size="xs" lh="inherit" c="dimmed" display="block">
          {purpose}
        </Text>
      </span>
    </Group>
  )
}

/** A `+` between two blocks, with the menu of kinds. */
export const AddBlock = memo(({ at, count, acts }: { at: number; count: number; acts: BlockActs }) => (
  <div className="add-block">
    <LazyMenu
      position="bottom"
      width={300}
      className="kind-menu"
      returnFocus={false}
      button={(props) => (
        <button
          type="button"
          aria-label={at === 0 ? 'Add a block at the start' : `Add a block after block ${at}`}
          {...props}
        >
          <Plus size={16} aria-hidden />
        </button>
      )}
    >
      {(Menu) =>
        count >= mostBlocks ? (
          <Menu.Item disabled>There are {mostBlocks} blocks, and no more fit. Remove one first.</Menu.Item>
        ) : (
          blockKinds.map((kind) => (
            <Menu.Item key={kind.kind} onClick={() => acts.insert([blankBlock(kind.kind)], at)}>
              <KindLine kind={kind} />
            </Menu.Item>
          ))
        )
      }
    </LazyMenu>
  </div>
))

interface BlockMenuProps {
  id: string
  name: string
  at: number
  count: number
  /** Made by a newer version, which alone can make another. */
  isNewer: boolean
  acts: BlockActs
}

const BlockMenu = ({ id, name, at, count, isNewer, acts }: BlockMenuProps) => (
  <LazyMenu
    position="bottom-end"
    returnFocus={false}
    button={(props) => (
      <ActionIcon aria-label={`Actions for ${name}`} {...props}>
        <Dots of="more" />
      </ActionIcon>
    )}
  >
    {(Menu) => (
      <>
        <Menu.Item disabled={at === 0} onClick={() => acts.move(id, at - 1)}>
          Move up
        </Menu.Item>
        <Menu.Item disabled={at === count - 1} onClick={() => acts.move(id, at + 1)}>
          Move down
        </Menu.Item>
        {!isNewer && <Menu.Item onClick={() => acts.duplicate(id)}>Duplicate</Menu.Item>}
        <Menu.Item color="red" onClick={() => acts.remove(id)}>
          Remove
        </Menu.Item>
      </>
    )}
  </LazyMenu>
)

type Kind = (typeof blockKinds)[number]

/** The kinds that a text such as `/gal` asks for; none for any other text. */
const kindsAskedFor = (text: string): readonly Kind[] => {
  if (!/^\/[\p{L} ]{0,30}$/u.test(text)) return []
  const wanted = text.slice(1).trim().toLowerCase()
  const starts = ({ kind, label }: Kind) => kind.startsWith(wanted) || ` ${label.toLowerCase()}`.includes(` ${wanted}`)
  return blockKinds.filter(starts)
}

interface SlashMenuProps {
  id: string
  kinds: readonly Kind[]
  active: number
  choose(kind: BlockKindName): void
}

const optionId = (id: string, at: number): string => `${id}-${at}`

/** The kinds below the text in which `/` was typed. The text keeps the focus. */
const SlashMenu = ({ id, kinds, active, choose }: SlashMenuProps) => {
  const list = useRef<HTMLDivElement>(null)
  // It returns a promise in newer browsers, which is no cleanup.
  useEffect(() => void list.current?.scrollIntoView({ block: 'nearest' }), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: when another one becomes active.
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [active])
  return (
    <div ref={list} id={id} className="slash-menu" role="listbox" aria-label="Kinds of block">
      {kinds.map((kind, at) => (
        // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: the text has the focus and the keys.
        <div
          key={kind.kind}
          id={optionId(id, at)}
          role="option"
          aria-selected={at === active}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => choose(kind.kind)}
        >
          <KindLine kind={kind} />
        </div>
      ))}
    </div>
  )
}

interface TextBlockInputProps extends InputProps {
  /** Called with the kind chosen after a `/`. */
  choose(kind: BlockKindName): void
  takeBlocks: PasteTarget['takeBlocks']
}

/** The text of a block. `/` in an empty one offers the other kinds. */
const TextBlockInput = ({ choose, takeBlocks, ...props }: TextBlockInputProps) => {
  const id = useId()
  const text = textOf(props.value)
  const [focused, setFocused] = useState(false)
  // The text for which the menu was closed.
  const [closed, setClosed] = useState('')
  const [picked, setPicked] = useState(0)
  const kinds = focused && text !== closed ? kindsAskedFor(text) : []
  const active = Math.min(picked, kinds.length - 1)
  const open = kinds.length > 0

  const onKeyDown = (event: KeyboardEvent) => {
    if (!open || event.nativeEvent.isComposing) return
    const { key } = event
    const kind = kinds[active]?.kind
    if (key === 'ArrowDown') setPicked((active + 1) % kinds.length)
    else if (key === 'ArrowUp') setPicked((active - 1 + kinds.length) % kinds.length)
    else if (key === 'Enter' && kind) choose(kind)
    else if (key === 'Escape') setClosed(text)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className="text-block">
      <MarkdownInput
        {...props}
        takeBlocks={takeBlocks}
        onChange={(next) => {
          if (next === '') setClosed('')
          setPicked(0)
          props.onChange(next)
        }}
        onFocus={() => {
          setFocused(true)
          props.onFocus?.()
        }}
        onBlur={() => {
          setFocused(false)
          props.onBlur?.()
        }}
        textarea={{
          minRows: 3,
          maxRows: 40,
          dir: 'auto',
          placeholder: 'Write, or type / for another block',
          onKeyDown,
          'aria-autocomplete': 'list',
          'aria-controls': open ? id : undefined,
          'aria-activedescendant': open ? optionId(id, active) : undefined,
        }}
      />
      {open && <SlashMenu id={id} kinds={kinds} active={active} choose={choose} />}
      <span role="status" className="visually-hidden">
        {open && `${kinds.length} kinds of block. Arrow keys choose, Enter inserts.`}
      </span>
    </div>
  )
}

interface Props extends Pick<InputProps, 'name' | 'onFocus' | 'onBlur'> {
  block: Block
  at: number
  count: number
  collapsed: boolean
  problems: Readonly<Record<string, string>>
  acts: BlockActs
  toggle(id: string): void
  sorting: Sorting
}

/** The input of a text, which can turn into other blocks, or of a gallery: what does not fit into it becomes another. */
const inputOfBlock = (id: string, kind: BlockKindName, acts: BlockActs): Input | undefined => {
  if (kind === 'gallery')
    return lateInput(async () =>
      (await import('./gallery-input.tsx')).galleryInput((files) => acts.addFiles(files, id)),
    )
  if (kind !== 'text') return undefined
  const takeBlocks: PasteTarget['takeBlocks'] = (...pasted) => acts.paste(id, ...pasted)
  return (props) => <TextBlockInput {...props} takeBlocks={takeBlocks} choose={(kind) => acts.replace(id, kind)} />
}

/** One block, with its heading, its fields and a `+` below. Drawn again only when something of it changes. */
export const BlockRow = memo((props: Props) => {
  const { block, at, count, collapsed, problems, acts, toggle, sorting, name, onFocus, onBlur } = props
  const { id, kind } = block
  const label = labelOf(block)
  const blockName = `block ${at + 1}, ${label}`
  const isNewer = isNewerBlock(block)
  const isPlain = useContext(PlainBlocks).includes(id)
  const Icon = isNewer ? Package : kindIcons[kind]
  const wrong = Object.keys(problems).length
  const input = useMemo(() => inputOfBlock(id, kind, acts), [id, kind, acts])
  return (
    <li className="block" data-block={id}>
      <fieldset
        className="block-card surface"
        aria-label={`Block ${at + 1} of ${count}, ${label}`}
        data-wrong={wrong > 0 || undefined}
      >
        <div className="block-head">
          <SortingHandle sorting={sorting} id={id} name={blockName} />
          <button
            type="button"
            className="block-toggle"
            aria-expanded={!collapsed}
            data-reveal
            onClick={() => toggle(id)}
          >
            <ChevronRight size={16} className="block-chevron" aria-hidden />
            <Icon size={16} aria-hidden />
            <span className="block-label">{label}</span>
            {(collapsed || isEmptyBlock(block)) && (
              <span className="block-summary">
                {isNewer ? 'Made by a newer version' : summaryOf(block) || 'Empty, not on the page'}
              </span>
            )}
          </button>
          {wrong > 0 && (
            <Badge color="red" variant="light" size="sm">
              {counted(wrong, 'problem')}
            </Badge>
          )}
          <BlockMenu id={id} name={blockName} at={at} count={count} isNewer={isNewer} acts={acts} />
        </div>
        {!collapsed && (
          <div className="block-body" data-kind={kind}>
            {isNewer && (
              <Text size="sm" c="dimmed">
                Made by a newer version of Vitrine. It is kept as it is, and visitors do not see it here. Update to edit
                it.
              </Text>
            )}
            {isPlain && (
              <Text size="sm" c="dimmed">
                Visitors see this text unformatted: drawing it, or the other texts here, takes too long. Use fewer
                marks, or split it.
              </Text>
            )}
            <PartInputs
              name={name}
              fields={kindsByName.get(kind)?.fields ?? {}}
              values={block}
              problems={problems}
              change={(part, value) => acts.change(id, part, value)}
              inputOf={({ kind }) =>
                kind === 'select' ? undefined : (input ?? (kind === 'items' ? ItemsInput : undefined))
              }
              {...(onFocus && { onFocus })}
              {...(onBlur && { onBlur })}
            />
          </div>
        )}
      </fieldset>
      <AddBlock at={at + 1} count={count} acts={acts} />
    </li>
  )
})
