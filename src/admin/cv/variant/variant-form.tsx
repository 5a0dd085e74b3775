import { Button, Tabs, Text } from '@mantine/core'
import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical'
import { lazy, Suspense, useMemo, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import type { CvCollection } from '../../../model/cv/cv-collections.ts'
import type { CvVariant } from '../../../model/cv/variant.ts'
import type { Content } from '../../../model/publishing/published-content.ts'
import { FormBody, fieldOf, SaveButtons, useForm } from '../../form/form.tsx'
import type { OpenForm } from '../../form/open-form.ts'
import { PreviewToggle } from '../../preview/preview-parts.tsx'
import { Loading } from '../../ui/loading.tsx'
import { LazyMenu } from '../../ui/menu/lazy-menu.tsx'
import { Screen } from '../../ui/screen.tsx'
import { toastChange } from '../../ui/undo.ts'
import { variantTexts } from '../job/variant-texts.ts'
import { WithCvPreview } from '../preview/with-cv-preview.tsx'
import { deleteVariant, duplicateVariant } from '../variant-acts.ts'
import { useChoiceUndo } from './choice-undo.ts'
import { type Choices, changedRow, choicesOf, rowsOf } from './choices.ts'
import { ChoicesTab } from './choices-tab.tsx'
import { publishedOf } from './published-of.ts'
import { useVariantDraft } from './use-variant-draft.ts'

const DetailsTab = lazy(async () => ({ default: (await import('./details-tab.tsx')).DetailsTab }))
const JobTab = lazy(async () => ({ default: (await import('../job/job-tab.tsx')).JobTab }))

const details = [
  'title',
  'name',
  'access',
  'anonymous',
  'headline',
  'summary',
  'design',
  'paper',
  'portrait',
  'onePage',
]

const tabs = [
  { id: 'entries', label: 'Entries' },
  { id: 'details', label: 'Details' },
  { id: 'job', label: 'Job advertisement' },
]

const tabOf = (field: string): string => (details.includes(field) ? 'details' : 'entries')

interface Props {
  open: OpenForm
  variant: CvVariant
  content: Content
}

/** A variant: its entries, its address, the comparison with an advertisement, and its PDF next to them. */
export const VariantForm = ({ open, variant, content }: Props) => {
  const form = useForm(open)
  const navigate = useNavigate()
  const [params, setParams] = useSearchParams()
  const [advertisement, setAdvertisement] = useState('')
  const change = useChoiceUndo(form)
  const { state, problems, dirty } = form
  const draft = useVariantDraft(variant, state.values)
  const texts = useMemo(() => variantTexts(content, draft), [content, draft])
  const openTab = (id: string | null) => setParams({ tab: id ?? 'entries' }, { replace: true })
  const reveal = (field: string) => openTab(tabOf(field))

  const save = (element: HTMLElement) => {
    if (!dirty) return
    form.publish({
      form: element,
      reveal,
      done: () => void toastChange('Variant saved'),
      failed: 'Not saved; your text is kept on this device',
    })
  }
  const show = (collection: CvCollection, id: string) => {
    const published = publishedOf(content, collection)
    const rows = rowsOf(published, state.values[collection] as Choices)
    change(collection, choicesOf(changedRow(rows, id, { hidden: false }), published))
  }
  const wrong = new Set([...Object.keys(problems), ...state.conflicts].map((path) => tabOf(fieldOf(path))))
  return (
    <WithCvPreview draft={draft} fileName={variant.name}>
      <Screen
        title={variant.title || variant.name}
        lead={
          <Text component="span" size="sm" role="status" className="save-note">
            {state.deleted
              ? 'This was deleted elsewhere. Your text is kept on this device.'
              : dirty
                ? 'Not saved yet. The preview shows it already.'
                : variant.access === 'link'
                  ? 'Saved. Who has the link sees it.'
                  : 'Saved. Everybody can see it.'}
          </Text>
        }
        actions={
          <>
            <PreviewToggle />
            <LazyMenu
              position="bottom-end"
              withinPortal
              button={(props) => (
                <Button variant="default" rightSection={<EllipsisVertical size={16} aria-hidden />} {...props}>
                  More
                </Button>
              )}
            >
              {(Menu) => (
                <>
                  <Menu.Item component={Link} to="/admin/cv">
                    All variants
                  </Menu.Item>
                  <Menu.Item component={Link} to={`/admin/history?collection=cv-variants&entry=${variant.id}`}>
                    History
                  </Menu.Item>
                  <Menu.Item
                    onClick={async () => {
                      const copy = await duplicateVariant(variant)
                      if (copy) navigate(`/admin/cv/edit/${copy.id}`)
                    }}
                  >
                    Duplicate
                  </Menu.Item>
                  <Menu.Item
                    color="red"
                    onClick={async () => {
                      if (await deleteVariant(variant)) navigate('/admin/cv')
                    }}
                  >
                    Delete
                  </Menu.Item>
                </>
              )}
            </LazyMenu>
            <SaveButtons id="cv-variant" form={form} />
          </>
        }
      >
        <FormBody form={form} id="cv-variant" label="Variant of the CV" save={save}>
          <Tabs
            value={tabs.find(({ id }) => id === params.get('tab'))?.id ?? 'entries'}
            onChange={openTab}
            keepMounted={false}
          >
            <Tabs.List className="tab-list">
              {tabs.map(({ id, label }) => (
                <Tabs.Tab key={id} value={id} data-wrong={wrong.has(id) || undefined}>
                  {label}
                  {wrong.has(id) && <span className="visually-hidden"> (needs attention)</span>}
                </Tabs.Tab>
              ))}
            </Tabs.List>
            <Tabs.Panel value="entries" className="tab-panel">
              <ChoicesTab key={form.recoveredAt} form={form} content={content} change={change} />
            </Tabs.Panel>
            <Tabs.Panel value="details" className="tab-panel">
              <Suspense fallback={<Loading h={420} />}>
                <DetailsTab form={form} variant={variant} settings={content.settings} />
              </Suspense>
            </Tabs.Panel>
            <Tabs.Panel value="job" className="tab-panel">
              <Suspense fallback={<Loading h={220} />}>
                <JobTab text={advertisement} change={setAdvertisement} {...texts} show={show} />
              </Suspense>
            </Tabs.Panel>
          </Tabs>
        </FormBody>
      </Screen>
    </WithCvPreview>
  )
}
