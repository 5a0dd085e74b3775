import { Fieldset, Text } from '@mantine/core'
import { useEffect } from 'react'
import { inPair, pairOf, themeOf, withPair } from '../../model/themes/chosen-theme.ts'
import type { Theme } from '../../model/themes/theme.ts'
import { useSettings, useThemes } from '../api/settings-api.ts'
import type { InputProps } from '../form/input.ts'
import { LoadFailure, Loading } from '../ui/loading.tsx'
import { haveFonts, pageFonts } from '../ui/page-fonts.ts'

type Pair = Theme['pairs'][number]

/** Families of a pair have names of their own here. */
const ownName = (theme: Theme, pair: Pair, family: string) => `${theme.id} ${pair.id} ${family}`

/** The fonts of a pair. */
const fontsOf = (theme: Theme, pair: Pair): FontFace[] =>
  pageFonts(inPair(theme, pair).faces, (family) => ownName(theme, pair, family))

/** A name and a sentence in a pair. */
const Specimen = ({ theme, pair, name, text }: { theme: Theme; pair: Pair; name: string; text: string }) => {
  const { font, weight } = inPair(theme, pair).tokens
  const family = (use: 'display' | 'text') =>
    font[use].$value.map((one) => `"${ownName(theme, pair, one)}"`).join() || 'inherit'
  return (
    <span aria-hidden className="typefaces-specimen">
      <span style={{ fontFamily: family('display'), fontWeight: weight.display.$value }}>{name}</span>
      <span style={{ fontFamily: family('text') }}>{text}</span>
    </span>
  )
}

/** The pairs of typefaces of the chosen theme, each drawn in its own type. */
export const TypefacesInput = ({ name, field, value, error, onChange }: InputProps) => {
  const { data: themes, error: failure, refetch } = useThemes()
  const { data: stored } = useSettings()
  const theme = themeOf(themes, stored?.settings.theme)
  useEffect(() => {
    return haveFonts(theme?.pairs.flatMap((pair) => fontsOf(theme, pair)) ?? [])
  }, [theme])
  if (failure) return <LoadFailure error={failure} retry={refetch} />
  if (!theme || !stored) return <Loading h={180} />
  const typefaces = Array.isArray(value) ? (value as string[]) : []
  const chosen = pairOf(theme, typefaces)
  const { settings } = stored
  return (
    <Fieldset legend={field.label} variant="unstyled">
      <Text size="xs" c="dimmed" mb={6}>
        {theme.pairs.length > 1 ? field.help : `${theme.name} has its own alone.`}
      </Text>
      <div className="columns">
        {theme.pairs.map((pair) => (
          <label key={pair.id} className="theme-choice">
            <input
              type="radio"
              name={name}
              value={pair.id}
              checked={pair === chosen}
              onChange={() => onChange(withPair(typefaces, theme, pair.id))}
              className="visually-hidden"
            />
            <Specimen
              theme={theme}
              pair={pair}
              name={settings.name || theme.name}
              text={settings.description || settings.role || theme.description}
            />
            <Text span inherit fw={600}>
              {pair.name}
            </Text>
          </label>
        ))}
      </div>
      {error && (
        <Text size="xs" c="var(--mantine-color-error)" role="alert">
          {error}
        </Text>
      )}
    </Fieldset>
  )
}
