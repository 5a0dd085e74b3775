import { ActionIcon, Button, Fieldset, Group, Text } from '@mantine/core'
import ImageOff from 'lucide-react/icons/image-off'
import Images from 'lucide-react/icons/images'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import X from 'lucide-react/icons/x'
import { lazy, Suspense, useId, useRef, useState } from 'react'
import { awaitedFile, mediaIdIn } from '../../model/media/awaited-file.ts'
import { FileButton } from '../media/file-button.tsx'
import { useMediaItem } from '../media/media-api.ts'
import { smallestUrl } from '../media/thumb.tsx'
import { uploads } from '../media/uploads.ts'
import { moved, Sortable } from '../ui/sorting.tsx'
import { PartInputs } from './field-inputs.tsx'
import { DescriptionLine } from './image-details.tsx'
import { type InputProps, problemsInside } from './input.ts'
import { useAwaited } from './media-inputs.tsx'

const MediaPicker = lazy(() => import('./media-picker.tsx'))

type Item = Readonly<Record<string, unknown>>

interface TileProps {
  at: number
  item: Item
  isOpen: boolean
  isWrong: boolean
  /** Its description is written, and nothing else. */
  isWriting: boolean
  toggle(): void
  remove(): void
}

const Tile = ({ at, item: { image }, isOpen, isWrong, isWriting, toggle, remove }: TileProps) => {
  const { data: item, isError } = useMediaItem(mediaIdIn(image))
  const awaited = useAwaited(image, remove)
  const name = `Image ${at + 1}`
  const lack = !image ? 'No image' : isError ? 'Deleted' : item?.alt === '' ? 'No description' : undefined
  const picture = item ? (
    <img src={smallestUrl(item)} alt={item.alt} loading="lazy" />
  ) : (
    <ImageOff size={22} aria-hidden />
  )
  if (isWriting)
    return (
      <>
        <span className="thumb">{picture}</span>
        {item ? (
          <DescriptionLine key={item.id} item={item} label={`Description of image ${at + 1}`} />
        ) : (
          (awaited ?? lack)
        )}
      </>
    )
  return (
    <div className="tile" data-wrong={isWrong || undefined}>
      {awaited ? (
        <div className="tile-image" role="status">
          {awaited}
        </div>
      ) : (
        <button type="button" className="tile-image" data-reveal aria-expanded={isOpen} onClick={toggle}>
          <span className="visually-hidden">{name} </span>
          {picture}
          {lack && (
            <span className="tile-lack">
              <TriangleAlert size={12} aria-hidden /> {lack}
            </span>
          )}
        </button>
      )}
      <ActionIcon aria-label={`Remove ${name.toLowerCase()}`} onClick={remove}>
        <X size={16} aria-hidden />
      </ActionIcon>
    </div>
  )
}

/** The images of a gallery as tiles, of which one shows its details; or as a list in which Tab leads from description to description. */
export const GalleryInput = (props: InputProps & { addFiles(files: readonly File[]): void }) => {
  const { name, field, value, error, problems = {}, onChange, addFiles, onFocus, onBlur } = props
  const fieldset = useRef<HTMLFieldSetElement>(null)
  const errorId = useId()
  const [open, setOpen] = useState<number>()
  const [mode, setMode] = useState<'tiles' | 'descriptions' | 'picking'>('tiles')
  const items = (Array.isArray(value) ? value : []) as readonly Item[]
  const { fields = {} } = field.item ?? {}
  const wrong = Math.min(...Object.keys(problems).map((path) => Number.parseInt(path, 10)))
  const isWriting = mode === 'descriptions' && wrong === Number.POSITIVE_INFINITY
  const opened = open === undefined ? undefined : items[open]

  const focus = (selector: string) =>
    requestAnimationFrame(() => fieldset.current?.querySelector<HTMLElement>(selector)?.focus())
  const remove = (at: number) => {
    const awaits = awaitedFile(items[at]?.image)
    if (awaits) uploads.cancel(awaits.id)
    setOpen(undefined)
    onChange(items.toSpliced(at, 1))
    focus(items.length > 1 ? `li:nth-child(${Math.min(at + 1, items.length - 1)}) .tile > :last-child` : 'input')
  }
  const tile = (at: number) => (
    <Tile
      at={at}
      item={items[at] ?? {}}
      isOpen={open === at}
      isWrong={wrong === at}
      isWriting={isWriting}
      toggle={() => {
        setOpen(open === at ? undefined : at)
        if (open !== at) focus('.tile-details')
      }}
      remove={() => remove(at)}
    />
  )
  return (
    <Fieldset ref={fieldset} legend={field.label} variant="unstyled">
      {isWriting ? (
        <ol className="sortable">
          {items.map((_, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same image may be there twice.
            <li key={at} className="description-row">
              {tile(at)}
            </li>
          ))}
        </ol>
      ) : (
        <Sortable
          isGrid
          items={items}
          nameOf={(at) => `Image ${at + 1}`}
          move={(from, to) => {
            setOpen(open === from ? to : undefined)
            onChange(moved(items, from, to))
          }}
        >
          {tile}
        </Sortable>
      )}
      {!isWriting && open !== undefined && opened && (
        // biome-ignore lint/a11y/useSemanticElements: a set of fields in a set of fields has its border.
        <div key={open} className="tile-details" role="group" aria-label={`Image ${open + 1}`} tabIndex={-1}>
          <PartInputs
            name={`${name}.${open}`}
            values={opened}
            problems={problemsInside(problems, String(open))}
            change={(part, next) => onChange(items.with(open, { ...opened, [part]: next }))}
            {...{ fields, ...(onFocus && { onFocus }), ...(onBlur && { onBlur }) }}
          />
        </div>
      )}
      {error && (
        <Text id={errorId} size="xs" c="var(--mantine-color-error)" role="alert" mt={4}>
          {error}
        </Text>
      )}
      <Group gap="xs" mt="xs">
        <FileButton
          look="quiet"
          onFiles={addFiles}
          input={{ multiple: true, 'aria-invalid': error ? true : undefined, 'aria-describedby': errorId }}
        >
          Add images
        </FileButton>
        {items.length < (field.max ?? 0) && (
          <Button
            variant="default"
            size="xs"
            leftSection={<Images size={15} aria-hidden />}
            onClick={() => setMode('picking')}
          >
            Choose
          </Button>
        )}
        {items.length > 0 && (
          <Button
            variant="subtle"
            size="xs"
            aria-pressed={isWriting}
            onClick={() => {
              setMode(isWriting ? 'tiles' : 'descriptions')
              if (!isWriting) focus('.description-row input')
            }}
          >
            {isWriting ? 'Show tiles' : 'Write descriptions'}
          </Button>
        )}
      </Group>
      {mode === 'picking' && (
        <Suspense>
          <MediaPicker
            kind="image"
            close={() => setMode('tiles')}
            pick={(image) => {
              setMode('tiles')
              onChange([...items, { image, caption: '', fit: 'whole' }])
            }}
          />
        </Suspense>
      )}
    </Fieldset>
  )
}
