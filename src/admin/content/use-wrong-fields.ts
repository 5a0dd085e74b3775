import { useState } from 'react'
import type { Collection } from '../../model/content/define-collection.ts'
import { Invalid } from '../../model/errors.ts'
import { parse } from '../../model/fields/parse.ts'

/** Problems that prevent publishing, from the same schema as on the server. */
export const useWrongFields = () => {
  const [wrong, setWrong] = useState<Readonly<Record<string, string>>>({})
  return {
    wrong,
    /** Returns true when the values can be published; otherwise marks each invalid field. */
    check: (collection: Collection, values: Readonly<Record<string, unknown>>): boolean => {
      try {
        parse(collection.schema, values)
        setWrong({})
        return true
      } catch (error) {
        if (!(error instanceof Invalid)) throw error
        setWrong(error.fields)
        return false
      }
    },
    show: setWrong,
    clear: (name: string) =>
      setWrong((before) => {
        if (!(name in before)) return before
        const { [name]: _, ...rest } = before
        return rest
      }),
  }
}
