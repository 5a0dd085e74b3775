import { Fieldset, Group, Text, TextInput } from '@mantine/core'
import { useId, useMemo, useRef, useState } from 'react'
import { type Settings, settingFields } from '../../model/settings/settings.ts'
import { themeOf } from '../../model/themes/chosen-theme.ts'
import { adjustmentOf, type Tones, tonesOf } from '../../model/themes/tones.ts'
import { useSettings, useThemes } from '../api/settings-api.ts'
import { choicesOf } from '../form/choice-inputs.tsx'
import { type InputProps, textOf } from '../form/input.ts'
import { Loading } from '../ui/loading.tsx'

/** Colours of a theme; undefined while the themes are fetched. */
const usePalettes = (theme: string | undefined) => themeOf(useThemes().data, theme)?.palettes

const AccentChoice = ({ name, field, value, error, onChange, onFocus, onBlur }: InputProps) => {
  const chosen = textOf(value)
  const isOwn = !field.options?.includes(chosen)
  const parsed = field.schema.safeParse(chosen)
  const hex = parsed.success ? (parsed.data as string) : undefined
  const kept = useRef<string>(undefined)
  if (isOwn) kept.current = chosen
  const [isTyping, setIsTyping] = useState(false)
  const help = useId()
  const palettes = usePalettes(useSettings().data?.settings.theme)
  const presets = useMemo(
    () =>
      choicesOf(field).map(({ value, label }) => {
        if (!palettes) return { value, label, background: undefined, start: '' }
        const { light, dark } = tonesOf(palettes, { accent: value, paper: 'theme' })
        const background = `linear-gradient(135deg, ${light.field} 50%, ${dark.field} 50%)`
        return { value, label, background, start: light.field }
      }),
    [field, palettes],
  )
  const start = presets.find((preset) => preset.value === chosen)?.start || '#000000'
  const own = { value: kept.current ?? start, label: 'Your own', background: isOwn ? hex : undefined }
  return (
    <Fieldset legend={field.label} variant="unstyled" aria-describedby={help}>
      <Text id={help} size="xs" c="dimmed" mb={6}>
        {field.help}
      </Text>
      <Group gap={8}>
        {[...presets, own].map((choice) => (
          <label key={choice.label} className="accent">
            <input
              type="radio"
              name={name}
              checked={choice === own ? isOwn : choice.value === chosen}
              onChange={() => onChange(choice.value)}
              className="visually-hidden"
            />
            <span className="accent-swatch" style={choice.background ? { background: choice.background } : {}} />
            {choice.label}
          </label>
        ))}
      </Group>
      {isOwn && (
        <div className="accent-own">
          <input
            type="color"
            aria-label="Pick a colour"
            value={hex ?? '#000000'}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
          <TextInput
            aria-label="Colour as hex"
            placeholder="#1b4dd1"
            maxLength={field.max}
            spellCheck={false}
            autoComplete="off"
            autoCapitalize="none"
            dir="ltr"
            value={chosen}
            error={error ?? (isTyping ? undefined : parsed.error?.issues[0]?.message)}
            onChange={(event) => onChange(`#${event.currentTarget.value.replace(/[#\s]/g, '')}`)}
            onFocus={() => {
              setIsTyping(true)
              onFocus?.()
            }}
            onBlur={() => {
              setIsTyping(false)
              if (hex !== undefined && hex !== chosen) onChange(hex)
              onBlur?.()
            }}
          />
        </div>
      )}
    </Fieldset>
  )
}

/** Choice of a preset, or of any colour by picker or as hex, once it is known which the theme has. */
export const AccentInput = (props: InputProps) =>
  useThemes().isPending ? <Loading h={130} /> : <AccentChoice {...props} />

/** Samples of text in the accent, each with the reason why it differs from the chosen colour. */
const reasonFor = (tones: Tones, mode: 'light' | 'dark'): string => {
  const adjustment = adjustmentOf(tones)
  if (!adjustment) return 'Shown as you chose it.'
  const ground = adjustment.ground === 'paper' ? 'paper' : 'tiles'
  return `On the ${mode} ${ground} this colour has ${adjustment.ratio.toFixed(1)}:1; text needs 4.5:1, so it is shown ${adjustment.shown}.`
}

/** The accent as it was chosen next to what text and buttons of the page have. While a colour is typed, the last one stays. */
export const AccentTones = ({ theme, accent, paper, appearance, role }: Settings) => {
  const palettes = usePalettes(theme)
  const last = useRef('')
  if (settingFields.accent.schema.safeParse(accent).success) last.current = accent
  if (!palettes) return null
  const tones = tonesOf(palettes, { accent: last.current, paper })
  const modes = appearance === 'auto' ? (['light', 'dark'] as const) : [appearance]
  return (
    <div className="theme-samples" aria-live="polite">
      {modes.map((mode) => {
        const { paper, accent, field, onField } = tones[mode]
        return (
          <figure key={mode}>
            <div className="theme-sample" aria-hidden style={{ background: paper }}>
              <div style={{ background: field, color: onField }}>As you chose it</div>
              <div style={{ color: accent }}>
                {role || 'What you do'}
                <span style={{ background: accent, color: paper }}>Hire Me</span>
              </div>
            </div>
            <Text component="figcaption" mt={6} lh={1.45} className="muted">
              <Text span inherit fw={600} c="var(--mantine-color-text)">
                As text on {mode}.
              </Text>{' '}
              {reasonFor(tones[mode], mode)}
            </Text>
          </figure>
        )
      })}
    </div>
  )
}
