import { mainScreens, menuScreens, type ScreenLink, toolScreens } from '../../frame/screens.ts'

/** Letters that people expect; other screens get the first free letter of their name. */
const preferred: Readonly<Record<string, string>> = {
  about: 'a',
  chat: 't',
  contact: 'c',
  portfolio: 'p',
  resume: 'r',
  service: 'v',
  user: 'u',
  media: 'm',
  history: 'h',
  settings: 's',
}

const letters = 'abcdefghijklmnopqrstuvwxyz'
const taken = new Set<string>()

const letterOf = ({ screen, label }: ScreenLink): string => {
  const wanted = preferred[screen]
  const others = [...`${label.toLowerCase()}${letters}`].filter(
    (one) => letters.includes(one) && !Object.values(preferred).includes(one),
  )
  const letter = [...(wanted ? [wanted] : []), ...others].find((one) => !taken.has(one)) ?? ''
  taken.add(letter)
  return letter
}

/** `g` and a letter for each screen, by its path. */
export const screenKeys = Object.fromEntries(
  [...mainScreens, ...toolScreens, ...menuScreens].map((link) => [
    link.path,
    { keys: [`g ${letterOf(link)}`], label: `Go to ${link.label}` },
  ]),
)
