import { Invalid } from '../../model/errors.ts'
import { mostThemeBytes, themeCalls } from '../../model/themes/theme.ts'
import { endpoints, type Shown } from '../endpoint/endpoint.ts'
import { readUploadBody, refuseUnstorable } from '../endpoint/request-body.ts'
import type { Themes } from './themes.ts'

export const themesApi = (themes: Themes, publisher: Shown) =>
  endpoints(themeCalls(), {
    'GET /api/themes': [
      'Lists the themes, and which of them are not of Vitrine',
      async () => {
        const own = await themes.list()
        const usable = own.flatMap(({ theme }) => theme ?? [])
        const others = themes.builtIn.filter(({ id }) => !usable.some((theme) => theme.id === id))
        return {
          themes: [...others, ...usable],
          own: own.map(({ id, name, problem }) => ({ id, name, problem })),
        }
      },
    ],
    'POST /api/themes': [
      'Checks a theme in a zip, and keeps it; fields of a refusal are files with lines',
      { status: 201 },
      async ({ context, based: { by } }) => {
        const { form, bytes } = await readUploadBody(context.req.raw, mostThemeBytes + 16 * 1024)
        for (const name of form.keys()) if (name !== 'file') throw new Invalid({ [name]: 'There is no such field.' })
        const { name } = form.get('file') as File
        refuseUnstorable({ name })
        const [{ readThemeZip }, { packTheme }] = await Promise.all([import('./theme-files.ts'), import('./pack.ts')])
        const packed = packTheme(readThemeZip(Buffer.from(bytes), name))
        const theme = await themes.add(packed, { by })
        await publisher.shown()
        return { theme, problems: packed.problems }
      },
    ],
    'DELETE /api/themes/:id': [
      'Removes a theme that is not of Vitrine',
      async ({ id, based }) => {
        await themes.remove(id, based)
        await publisher.shown()
      },
    ],
  })
