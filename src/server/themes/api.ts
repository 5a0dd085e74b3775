import { z } from 'zod'
import { Invalid } from '../../model/errors.ts'
import {
  mostThemeBytes,
  ownThemeSchema,
  type ThemeProblem,
  themeProblemSchema,
  themeSchema,
} from '../../model/themes/theme.ts'
import { type Endpoint, endpoint, nothing, type Shown } from '../endpoint/endpoint.ts'
import { readUploadBody, refuseUnstorable } from '../endpoint/request-body.ts'
import type { Themes } from './themes.ts'

export const themesApi = (themes: Themes, publisher: Shown) =>
  ({
    list: endpoint(
      {
        summary: 'Lists the themes, and which of them are not of Vitrine',
        answer: z.object({ themes: z.array(themeSchema), own: z.array(ownThemeSchema) }),
      },
      async () => {
        const own = await themes.list()
        const usable = own.flatMap(({ theme }) => theme ?? [])
        const others = themes.builtIn.filter(({ id }) => !usable.some((theme) => theme.id === id))
        return {
          themes: [...others, ...usable],
          own: own.map(({ id, name, problem }) => ({ id, name, problem })),
        }
      },
    ),
    add: endpoint(
      {
        summary: 'Checks a theme in a zip, and keeps it; fields of a refusal are files with lines',
        upload: true,
        status: 201,
        answer: z.object({ theme: themeSchema, problems: z.array(themeProblemSchema) }),
      },
      async ({ context, based: { by } }) => {
        const { form, bytes } = await readUploadBody(context.req.raw, mostThemeBytes + 16 * 1024)
        for (const name of form.keys()) if (name !== 'file') throw new Invalid({ [name]: 'There is no such field.' })
        const { name } = form.get('file') as File
        refuseUnstorable({ name })
        const [{ readThemeZip }, { packTheme }] = await Promise.all([import('./theme-files.ts'), import('./pack.ts')])
        const packed = packTheme(readThemeZip(Buffer.from(bytes), name))
        const theme = await themes.add(packed, { by })
        await publisher.shown()
        return { theme, problems: packed.problems satisfies ThemeProblem[] }
      },
    ),
    remove: endpoint({ summary: 'Removes a theme that is not of Vitrine', answer: nothing }, async ({ id, based }) => {
      await themes.remove(id, based)
      await publisher.shown()
    }),
  }) satisfies Record<string, Endpoint>
