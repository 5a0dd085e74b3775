import { Button, Group, Text } from '@mantine/core'
import { type DragEvent, useState } from 'react'
import { plainTheme } from '../../model/themes/chosen-theme.ts'
import { mostThemeBytes, type OwnTheme, placeOf } from '../../model/themes/theme.ts'
import { asApiError, call, queryClient } from '../api/client.ts'
import { themesKey, useOwnThemes } from '../api/settings-api.ts'
import { type InputProps, textOf } from '../form/input.ts'
import { FileButton } from '../media/file-button.tsx'
import { changeWithToast, toastChange } from '../ui/undo.ts'
import { ThemeInput } from './theme-input.tsx'

interface Outcome {
  /** True when the theme was not added. */
  refused?: boolean
  message: string
  /** File and line, and what is the matter there. */
  notes: readonly (readonly [place: string, message: string])[]
}

const forget = () => queryClient.invalidateQueries({ queryKey: themesKey })

/** Checks and adds the theme in a zip. */
const addTheme = async (file: File): Promise<Outcome> => {
  if (file.size > mostThemeBytes)
    return { refused: true, message: `${file.name} was not added: a theme has at most 5 MB.`, notes: [] }
  const body = new FormData()
  body.set('file', file)
  try {
    const { theme, problems } = await call('POST /api/themes', { body })
    toastChange(`${theme.name} added`)
    await forget()
    const notes = problems.map((one) => [placeOf(one), one.message] as const)
    return { message: `${theme.name} is among the themes above. Choose it there.`, notes }
  } catch (error) {
    const { message, fields = {} } = asApiError(error)
    const notes = Object.entries(fields)
    return { refused: true, message: notes.length > 0 ? `${file.name} was not added.` : message, notes }
  }
}

const remove = ({ id, name }: OwnTheme, isChosen: boolean) =>
  changeWithToast(() => call('DELETE /api/themes/:id', { id }), {
    done: isChosen ? `${name} removed. The page has the look Editorial` : `${name} removed`,
    failed: `${name} was not removed`,
    forget,
  })

/** The gallery of themes, and below it those of somebody else: added as a zip, removed. */
export const ThemeSetting = (props: InputProps) => {
  const { data: own = [] } = useOwnThemes()
  const [busy, setBusy] = useState(false)
  const [isOver, setIsOver] = useState(false)
  const [outcome, setOutcome] = useState<Outcome>()
  const chosen = textOf(props.value) || plainTheme

  const during = async (act: () => Promise<unknown>) => {
    // A second press or drop waits for nothing: the first one goes on.
    if (busy) return
    setBusy(true)
    await act()
    setBusy(false)
  }
  const take = ([file]: Iterable<File>) =>
    file &&
    during(async () => {
      setOutcome(undefined)
      setOutcome(await addTheme(file))
    })
  const drag = (event: DragEvent, over: boolean) => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setIsOver(over)
  }
  return (
    <>
      <ThemeInput {...props} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a drop is a shorter way to the button. */}
      <div
        className="own-themes"
        data-over={isOver || undefined}
        onDragOver={(event) => drag(event, true)}
        onDragLeave={(event) => drag(event, false)}
        onDrop={(event) => {
          drag(event, false)
          void take(event.dataTransfer.files)
        }}
      >
        <Group gap="8px 12px">
          <FileButton
            isQuiet
            accept=".zip,application/zip"
            onFiles={take}
            input={{ 'aria-disabled': busy, 'aria-describedby': 'own-themes-help' }}
          >
            {busy ? 'Checking…' : 'Add a theme'}
          </FileButton>
          <Text size="xs" c="dimmed" flex="1 1 16rem" id="own-themes-help">
            A theme that somebody made, as a zip of at most 5 MB. It is checked first: it runs nothing and fetches
            nothing from elsewhere.
          </Text>
        </Group>
        <div role={outcome?.refused ? 'alert' : 'status'}>
          {outcome && (
            <Text size="sm" {...(outcome.refused ? { c: 'var(--mantine-color-error)' } : {})}>
              {outcome.message}
            </Text>
          )}
          {outcome && outcome.notes.length > 0 && (
            <ul className="theme-notes">
              {outcome.notes.map(([place, message]) => (
                <li key={place + message}>
                  <bdi>{place}</bdi>
                  <span>{message}</span>
                </li>
              ))}
            </ul>
          )}
        </div>
        {own.length > 0 && (
          <ul className="rows surface" aria-label="Themes that you added">
            {own.map((theme) => (
              <li key={theme.id}>
                <div>
                  <Text size="sm">
                    <bdi>{theme.name}</bdi>
                  </Text>
                  {theme.problem !== null && (
                    <Text size="xs" c="var(--mantine-color-error)">
                      This version of Vitrine does not use it. {theme.problem}
                    </Text>
                  )}
                </div>
                <Button
                  variant="default"
                  size="xs"
                  aria-label={`Remove ${theme.name}`}
                  onClick={() => during(() => remove(theme, theme.id === chosen))}
                >
                  Remove
                </Button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </>
  )
}
