import { useQuery } from '@tanstack/react-query'
import type { Category } from '../../model/settings/categories.ts'
import type { Settings } from '../../model/settings/settings.ts'
import { type Answer, type AnswerTo, call, callVersioned, queryClient } from './client.ts'

export interface VersionedSettings {
  settings: Settings
  version: number
  status: 'published' | 'changed'
  publishedAt: string | null
}

export const settingsKey = ['settings'] as const

export const versioned = ({ data, version = 0, headers }: Answer<Settings>): VersionedSettings => ({
  settings: data,
  version,
  status: headers.get('publication-status') === 'changed' ? 'changed' : 'published',
  publishedAt: headers.get('published-at'),
})

/** Takes the draft back to what visitors see. */
export const discardSettings = async (): Promise<void> => {
  queryClient.setQueryData(settingsKey, versioned(await callVersioned('DELETE /api/settings/draft')))
}

/** Deletes a category; its projects move to another, or have one less. */
export const removeCategory = async (id: string, to: string | undefined): Promise<void> => {
  const answer = await callVersioned('DELETE /api/settings/categories/:category', { category: id, query: { to } })
  queryClient.setQueryData(settingsKey, versioned(answer))
}

export const useSettings = () =>
  useQuery({
    queryKey: settingsKey,
    queryFn: async ({ signal }) => versioned(await callVersioned('GET /api/settings', { signal })),
  })

/** The categories that a project can have: those that were published once. Undefined while they load. */
export const useCategories = (): Category[] | undefined =>
  useSettings().data?.settings.categories.filter(({ id }) => id !== '')

/** Names a category by its id, one that is deleted as well. */
export const useCategoryName = (): ((id: string) => string) => {
  const categories = useCategories()
  return (id) => (categories ? (categories.find((one) => one.id === id)?.label ?? `${id} (deleted)`) : '…')
}

export const themesKey = ['themes'] as const

const useThemesAnswer = <T>(select: (answer: AnswerTo<'GET /api/themes'>) => T) =>
  useQuery({
    queryKey: themesKey,
    queryFn: ({ signal }) => call('GET /api/themes', { signal }),
    select,
  })

export const useThemes = () => useThemesAnswer(({ themes }) => themes)

/** Themes of somebody else, those that cannot be used as well. */
export const useOwnThemes = () => useThemesAnswer(({ own }) => own)
