import type { Category } from '../../model/settings/categories.ts'
import { useSettings } from './settings-api.ts'

/** The categories that a project can have: those that were published once. Undefined while they load. */
export const useCategories = (): Category[] | undefined =>
  useSettings().data?.settings.categories.filter(({ id }) => id !== '')

/** Names a category by its id, one that is deleted as well. */
export const useCategoryName = (): ((id: string) => string) => {
  const categories = useCategories()
  return (id) => (categories ? (categories.find((one) => one.id === id)?.label ?? `${id} (deleted)`) : '…')
}
