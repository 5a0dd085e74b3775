import { Fieldset, Skeleton, Text } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { useEffect, useMemo, useRef, useState } from 'react'
import { previewPath, type ToPreview } from '../../model/preview/preview.ts'
import type { Content } from '../../model/publishing/published-content.ts'
import { plainTheme } from '../../model/themes/chosen-theme.ts'
import type { Theme } from '../../model/themes/theme.ts'
import { useThemes } from '../api/settings-api.ts'
import { type InputProps, textOf } from '../form/input.ts'
import { useContent, usePreviewLink } from '../preview/shown.ts'
import { LoadFailure, Loading } from '../ui/loading.tsx'

const width = 1280
const height = 800

interface ThumbProps {
  theme: Theme
  content: Content
  /** Called when it is drawn, or cannot be. */
  done(): void
}

/** The first screen of the owner's page in a theme. */
const Thumb = ({ theme, content, done }: ThumbProps) => {
  const frame = useRef<HTMLIFrameElement>(null)
  const told = useMemo((): ToPreview => {
    const settings = { ...content.settings, theme: theme.id }
    return { themes: [theme], content, draft: { collection: 'settings', settings } }
  }, [theme, content])
  const { drawn, missing, failed } = usePreviewLink(frame, told)
  const { ref: room, width: shown } = useElementSize()
  const isDone = drawn || missing || failed
  // biome-ignore lint/correctness/useExhaustiveDependencies: once.
  useEffect(() => {
    if (isDone) done()
  }, [isDone])
  return (
    <span ref={room} className="theme-thumb" aria-hidden>
      {!missing && (
        <iframe
          ref={frame}
          src={previewPath}
          title={theme.name}
          tabIndex={-1}
          inert
          style={{ inlineSize: width, blockSize: height, transform: `scale(${shown / width})` }}
        />
      )}
      {!drawn && <Skeleton className="theme-wait" radius={0} />}
    </span>
  )
}

/** The themes, each drawn with the owner's own content, one after the other. */
export const ThemeInput = ({ name, field, value, error, onChange }: InputProps) => {
  const { data: themes, error: failure, refetch } = useThemes()
  const { data: content } = useContent()
  const [drawn, setDrawn] = useState(0)
  const chosen = textOf(value) || plainTheme
  if (failure) return <LoadFailure error={failure} retry={refetch} />
  if (!themes) return <Loading h={420} />
  return (
    <Fieldset legend={field.label} variant="unstyled">
      <Text size="xs" c="dimmed" mb={6}>
        {field.help}
      </Text>
      <div className="columns">
        {themes.map((theme, at) => (
          <label key={theme.id} className="theme-choice">
            <input
              type="radio"
              name={name}
              value={theme.id}
              checked={theme.id === chosen}
              onChange={() => onChange(theme.id)}
              className="visually-hidden"
            />
            {content && at <= drawn ? (
              <Thumb theme={theme} content={content} done={() => setDrawn((before) => Math.max(before, at + 1))} />
            ) : (
              <span className="theme-thumb" />
            )}
            <Text span inherit fw={600}>
              {theme.name}
            </Text>
            <Text span lh={1.4} className="muted">
              {theme.description}
            </Text>
          </label>
        ))}
      </div>
      {!themes.some(({ id }) => id === chosen) && (
        <Text size="sm" role="note">
          The theme “{chosen}” is not here. The page is shown in Editorial.
        </Text>
      )}
      {error && (
        <Text size="xs" c="var(--mantine-color-error)" role="alert">
          {error}
        </Text>
      )}
    </Fieldset>
  )
}
