import {
  type CollectionName,
  collectionNames,
  collections,
  findCollection,
} from '../../model/content/collections/index.ts'

export interface ScreenLink {
  label: string
  path: string
  screen: string
  /** Its title, where that is not the label. */
  hint?: string | undefined
}

const titled = (word: string) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`

export const screenPath = (screen: string): string => (screen === 'about' ? '/admin' : `/admin/${screen}`)

export const screenOf = (name: CollectionName): string => {
  const { path, screen } = collections[name].admin
  return path === screen ? screenPath(screen) : `${screenPath(screen)}#${path}`
}

/** Collections of this screen, in order. */
export const collectionsOn = (screen: string): CollectionName[] =>
  collectionNames.filter((name) => collections[name].admin.screen === screen)

/** What the collections of a screen say that it holds; undefined where its label does. */
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

const link = (screen: string): ScreenLink => ({
  label: titled(screen),
  path: screenPath(screen),
  screen,
  hint: ownTitle(screen),
})

/** Upper part of the sidebar. New collections follow those of the specification. */
export const mainScreens: readonly ScreenLink[] = [...specified, ...added].map(link)

export const toolScreens: readonly ScreenLink[] = ['media', 'history', 'settings'].map(link)

/** Rarely used screens: in the menus, not in the sidebar. */
export const menuScreens: readonly ScreenLink[] = ['health'].map(link)
