import { type CollectionName, collectionNames, collections, findCollection } from '../../model/content/collections.ts'
import { titled } from '../../model/text-rules.ts'

export interface ScreenLink {
  label: string
  path: string
  screen: string
  /** Its title, where that is not the label. */
  hint?: string | undefined
}

export const screenPath = (screen: string): string => (screen === 'about' ? '/admin' : `/admin/${screen}`)

export const screenOf = (name: CollectionName): string => {
  const { path, screen } = collections[name].admin
  return path === screen ? screenPath(screen) : `${screenPath(screen)}#${path}`
}

/** Collections of this screen, in order. */
export const collectionsOn = (screen: string): CollectionName[] =>
  collectionNames.filter((name) => collections[name].admin.screen === screen)

/** Title of a screen from its collections; undefined where its label says what it holds. */
const ownTitle = (screen: string): string | undefined =>
  collectionsOn(screen)
    .map((name) => findCollection(name)?.admin.title)
    .find((title) => title !== undefined)

/** Title of a screen with tables. */
export const screenTitle = (screen: string): string => ownTitle(screen) ?? titled(screen)

/** Names and order: specification, section 2. */
const specified = ['about', 'chat', 'contact', 'portfolio', 'resume', 'service', 'user']
const added = [...new Set(collectionNames.map((name) => collections[name].admin.screen))].filter(
  (screen) => !specified.includes(screen),
)

/** The specification's screens keep its labels; another is called what it holds. */
const link = (screen: string): ScreenLink => {
  const title = ownTitle(screen)
  const isSpecified = specified.includes(screen)
  return {
    label: isSpecified ? titled(screen) : screenTitle(screen),
    path: screenPath(screen),
    screen,
    hint: isSpecified ? title : undefined,
  }
}

/** The CV is made of several screens' entries and belongs to none of them. */
const cvScreen: ScreenLink = { label: 'CV', path: screenPath('cv'), screen: 'cv' }

/** Upper part of the sidebar. New collections follow those of the specification. */
export const mainScreens: readonly ScreenLink[] = [...[...specified, ...added].map(link), cvScreen]

/** The group of Settings that owners come for most, one press away. */
export const lookScreen: ScreenLink = { label: 'Look', path: `${screenPath('settings')}?tab=theme`, screen: 'look' }

export const toolScreens: readonly ScreenLink[] = [
  ...['media', 'visits', 'history'].map(link),
  lookScreen,
  link('settings'),
]

/** Rarely used screens: in the menus, not in the sidebar. */
export const menuScreens: readonly ScreenLink[] = ['health', 'import'].map(link)

/** Path of the list, shown after publishing: `/admin/{link}`, for about `/admin` (specification, section 2). */
export const listPath = (collection: CollectionName): string =>
  collection === 'about' ? '/admin' : `/admin/${collections[collection].admin.path}`

/** Path of an entry's form; of what is no entry, such as `settings`, its screen. */
export const formPath = (collection: string, id: string | null): string => {
  const path = findCollection(collection)?.admin.path
  return path === undefined ? `/admin/${collection}` : `/admin/${path}/edit/${encodeURIComponent(id ?? '')}`
}
