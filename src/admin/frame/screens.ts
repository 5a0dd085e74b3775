import { type CollectionName, collectionNames, collections } from '../../model/content/collections/index.ts'

export interface ScreenLink {
  label: string
  path: string
  /** The collection screen it opens, or what the screen is called in code. */
  screen: string
}

const titled = (word: string) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`

/** The address of a collection screen: About's table is /admin itself. */
export const screenPath = (screen: string): string => (screen === 'about' ? '/admin' : `/admin/${screen}`)

/** Where the table of a collection stands. */
export const screenOf = (name: CollectionName): string => {
  const { path, screen } = collections[name].admin
  return path === screen ? screenPath(screen) : `${screenPath(screen)}#${path}`
}

/** The collections whose tables stand on this screen, in order. */
export const collectionsOn = (screen: string): CollectionName[] =>
  collectionNames.filter((name) => collections[name].admin.screen === screen)

/** Names and order: specification, section 2. */
const specified = ['about', 'chat', 'contact', 'portfolio', 'resume', 'service', 'user']
const added = [...new Set(collectionNames.map((name) => collections[name].admin.screen))].filter(
  (screen) => !specified.includes(screen),
)

const link = (screen: string): ScreenLink => ({ label: titled(screen), path: screenPath(screen), screen })

/** The sidebar's upper part; a new collection comes after those that the specification names. */
export const mainScreens: readonly ScreenLink[] = [...specified, ...added].map(link)

/** Set apart below. */
export const toolScreens: readonly ScreenLink[] = ['media', 'history', 'settings'].map(link)

/** In the menus, not in the sidebar: seldom wanted. */
export const menuScreens: readonly ScreenLink[] = ['health'].map(link)
