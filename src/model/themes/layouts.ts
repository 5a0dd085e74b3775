import { type Field, fields } from '../fields/fields.ts'

/**
 * Named variants of the sections, by the setting that chooses each. The first one is what the specification describes; a theme says which
 * of them it uses, and the owner may choose another.
 */
const variants = {
  firstScreen: {
    label: 'First screen',
    options: ['name', 'work', 'words', 'portrait'],
    labels: ['Theme', 'Your name', 'Your work', 'A sentence', 'Your portrait'],
  },
  mark: { label: 'Mark', options: ['rings', 'squares', 'rule', 'initials', 'none'] },
  servicesLayout: { label: 'Services', options: ['grid', 'list'] },
  skillsLayout: { label: 'Skills', options: ['meters', 'words', 'none'] },
  timelineLayout: { label: 'Timelines', options: ['left', 'centred'] },
  testimonialsLayout: { label: 'Testimonials', options: ['carousel', 'wall', 'single'] },
  projectPage: {
    label: 'Project pages',
    options: ['plain', 'composed'],
    labels: ['Theme', 'Plain', 'Facts in a line, the next project as an image'],
  },
  contactLayout: { label: 'Contact', options: ['form', 'line'], labels: ['Theme', 'Form', 'Address, then form'] },
} as const

type LayoutName = keyof typeof variants
export const layoutNames = Object.keys(variants) as LayoutName[]
type LayoutOf<N extends LayoutName> = (typeof variants)[N]['options'][number]
export type Layouts = { [N in LayoutName]: LayoutOf<N> }

/** The variants of each setting. */
export const layoutOptions = Object.fromEntries(layoutNames.map((name) => [name, variants[name].options])) as {
  [N in LayoutName]: (typeof variants)[N]['options']
}

/** Settings with a choice for each; `theme` is the variant that the theme uses. */
export const layoutFields = Object.fromEntries(
  Object.entries(variants).map(([name, { options, ...of }]) => [
    name,
    fields.select({ ...of, required: false, options: ['theme', ...options] }),
  ]),
) as { [N in LayoutName]: Field<LayoutOf<N> | 'theme'> }

/** Sizes of type, by their use. */
export const sizeNames = ['title', 'lead', 'item', 'text', 'small', 'label'] as const
