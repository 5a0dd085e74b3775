import type { Field } from '../fields/fields.ts'

/** First parts of paths that the product answers itself, or will. A test compares them with the route table and the built files. */
const reserved = new Set([
  ...['admin', 'account', 'api', 'login', 'register', 'healthz'],
  ...['assets', 'media', 'sent', 'share', 't'],
  ...['all', 'projects', 'testimonials', 'cv', 'card', 'feed', 'index', '404'],
  ...['sitemap', 'robots', 'favicon', 'site'],
])

/** Why neither a category nor a page can stand under a slug; undefined when one can. */
export const reservedProblem = (slug: string): string | undefined =>
  reserved.has(slug) ? `“${slug}” is an address of the site itself. Choose another.` : undefined

/** A slug that stands at `/{slug}`: to be published, it may be none that the product needs itself. */
export const rootSlug = (field: Field<string>): Field<string> => ({
  ...field,
  schema: field.schema.superRefine((slug, context) => {
    const message = reservedProblem(slug)
    if (message) context.addIssue({ code: 'custom', message })
  }),
})
