import { collectionNames } from '../../model/content/collections.ts'
import type { TextMatch, TextPiece } from '../../model/content/entry.ts'
import type { Fields } from '../../model/fields/fields.ts'
import { settingFields } from '../../model/settings/settings.ts'
import { folded, searchedTexts, searchWords } from '../db/paging.ts'
import type { SettingsStore } from '../settings/settings-store.ts'
import type { Entries } from './entries.ts'
import { collectionNamed } from './entry-row.ts'

const charsAround = 32

/** The part of a text with the first of these folded words, which is marked; undefined when none is in it. */
const snippetOf = (text: string, words: readonly string[]): TextPiece[] | undefined => {
  const chars = [...text]
  // A character may fold to none or to several.
  const plain = chars.flatMap((char, at) => [...folded(char)].map((fold) => ({ fold, at })))
  const joined = plain.map(({ fold }) => fold).join('')
  const word = words.find((one) => joined.includes(one))
  if (word === undefined) return undefined
  const before = [...joined.slice(0, joined.indexOf(word))].length
  const start = plain[before]?.at ?? 0
  const end = (plain[before + [...word].length - 1]?.at ?? start) + 1
  const [from, to] = [Math.max(0, start - charsAround), Math.min(chars.length, end + charsAround)]
  const piece = (first: number, last: number) => chars.slice(first, last).join('').replace(/\s+/g, ' ')
  return [
    { text: `${from > 0 ? '…' : ''}${piece(from, start)}`, matched: false },
    { text: piece(start, end), matched: true },
    { text: `${piece(end, to)}${to < chars.length ? '…' : ''}`, matched: false },
  ].filter(({ text: part }) => part !== '')
}

const mostOfEach = 3

/** Finds texts with these words: of entries outside the trash, as their drafts have them, and of the settings; a few of each. */
export const createTextMatches =
  (entries: Pick<Entries, 'list'>, settings: Pick<SettingsStore, 'draft'>) =>
  async (q: string): Promise<TextMatch[]> => {
    const words = searchWords(q)
    if (words.length === 0) return []
    const countIn = (text: string) => {
      const plain = folded(text)
      return words.filter((word) => plain.includes(word)).length
    }
    const texts = (fields: Fields, data: object) =>
      searchedTexts(fields, data as Record<string, unknown>).map((one) => ({ ...one, count: countIn(one.text) }))
    const inEntries = async (name: string): Promise<TextMatch[]> => {
      const { fields, preview } = collectionNamed(name)
      const page = await entries.list(name, { q, limit: mostOfEach })
      return page.entries.map(({ id, data }) => {
        // Whoever searches finds titles without this, and addresses are made of them.
        const isText = (path: string) => path !== preview.title && fields[path]?.kind !== 'slug'
        const rank = ({ path, count }: { path: string; count: number }) => count + (isText(path) ? 0.5 : 0)
        const [best] = texts(fields, data).sort((a, b) => rank(b) - rank(a))
        return {
          ...{
            collection: name,
            entry: id,
            title: String(data[preview.title] ?? ''),
            path: best?.path ?? preview.title,
          },
          pieces: snippetOf(best?.text ?? '', words) ?? [],
        }
      })
    }
    const found = await Promise.all(collectionNames.map(inEntries))
    const inSettings = texts(settingFields as object as Fields, (await settings.draft()).settings)
      .filter(({ count }) => count === words.length)
      .slice(0, mostOfEach)
      .map(({ path, text }) => ({
        ...{ collection: 'settings', entry: null, title: 'Settings', path },
        pieces: snippetOf(text, words) ?? [],
      }))
    return [...found.flat(), ...inSettings]
  }
