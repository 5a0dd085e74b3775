import { ActionIcon, Button, Fieldset, Group, Text } from '@mantine/core'
import ImageOff from 'lucide-react/icons/image-off'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import X from 'lucide-react/icons/x'
import { useRef, useState } from 'react'
import { awaitedFile, mediaIdIn } from '../../model/media/awaited-file.ts'
import { asApiError } from '../api/client.ts'
import { FileButton } from '../media/file-button.tsx'
import { useMediaItem } from '../media/media-api.ts'
import { smallestUrl } from '../media/thumb.tsx'
import { uploads } from '../media/uploads.ts'
import { moved, Sortable } from '../ui/sorting.tsx'
import { PartInputs } from './field-inputs.tsx'
import { DescriptionLine } from './image-details.tsx'
import { type Input, type InputProps, problemsInside } from './input.ts'
import { useAwaited } from './media-inputs.tsx'

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
  const { data: item, error } = useMediaItem(mediaIdIn(image))
  const awaited = useAwaited(image, remove)
  const name = `Image ${at + 1}`
  const lack = isWrong
    ? 'To be mended'
    : !image
      ? 'No image'
      : asApiError(error).code === 'not-found'
        ? 'Deleted'
        : item?.alt === ''
          ? 'No description'
          : error && !item
            ? 'Not loaded'
            : undefined
  const picture = item ? (
    <img src={smallestUrl(item)} alt={item.alt} loading="lazy" />
  ) : (
    <ImageOff size={22} aria-hidden />
  )
  if (isWriting)
    return (
      <>
        <span className="image-input-frame">{picture}</span>
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
        <button
          type="button"
          className="tile-image"
          data-reveal={isWrong || undefined}
          aria-expanded={isOpen}
          onClick={toggle}
        >
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

/** Input of the images of a gallery: tiles, of which one shows its details, or a list in which Tab leads from description to description. */
export const galleryInput = (addFiles: (files: readonly File[]) => void): Input => {
  const GalleryInput = ({ name, field, value, error, problems = {}, onChange, onFocus, onBlur }: InputProps) => {
    const fieldset = useRef<HTMLFieldSetElement>(null)
    const [open, setOpen] = useState(-1)
    const [wantsList, setWantsList] = useState(false)
    const items = (Array.isArray(value) ? value : []) as readonly Item[]
    const { fields = {} } = field.item ?? {}
    const wrong = Math.min(...Object.keys(problems).map((path) => Number.parseInt(path, 10)))
    // A problem is shown in its tile.
    const isWriting = wantsList && !items[wrong]
    const opened = isWriting ? undefined : items[open]

    const focus = (selector: string) =>
      requestAnimationFrame(() => fieldset.current?.querySelector<HTMLElement>(selector)?.focus())
    const remove = (at: number) => {
      const awaits = awaitedFile(items[at]?.image)
      if (awaits) uploads.cancel(awaits.id)
      setOpen(-1)
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
          setOpen(open === at ? -1 : at)
          if (open !== at) focus('.tile-details')
        }}
        remove={() => remove(at)}
      />
    )
    const chooseFromMedia = () => {
      onChange([...items, { image: null, caption: '', fit: 'whole' }])
      setOpen(items.length)
      focus('.tile-details button')
    }
    return (
      <Fieldset ref={fieldset} legend={field.label} variant="unstyled">
        {isWriting ? (
          items.map((_, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same image may be there twice.
            <Group key={at} mb={6}>
              {tile(at)}
            </Group>
          ))
        ) : (
          <Sortable
            isGrid
            items={items}
            nameOf={(at) => `Image ${at + 1}`}
            move={(from, to) => {
              setOpen(open === from ? to : -1)
              onChange(moved(items, from, to))
            }}
          >
            {tile}
          </Sortable>
        )}
        {opened && (
          // biome-ignore lint/a11y/useSemanticElements: a set of fields in a set of fields has its border.
          <div key={open} className="item tile-details" role="group" aria-label={`Image ${open + 1}`} tabIndex={-1}>
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
          <Text size="xs" c="var(--mantine-color-error)" role="alert" mt={4}>
            {error}
          </Text>
        )}
        <Group gap="xs" mt="xs">
          <FileButton isQuiet onFiles={addFiles} input={{ multiple: true, 'aria-invalid': error ? true : undefined }}>
            Add images
          </FileButton>
          {!isWriting && items.length < (field.max ?? 0) && (
            <Button variant="default" size="xs" onClick={chooseFromMedia}>
              Add from Media
            </Button>
          )}
          {items.length > 0 && (
            <Button
              variant="subtle"
              size="xs"
              onClick={() => {
                setWantsList(!isWriting)
                if (!isWriting) focus('input')
              }}
            >
              {isWriting ? 'Show tiles' : 'Write descriptions'}
            </Button>
          )}
        </Group>
      </Fieldset>
    )
  }
  return GalleryInput
}
