import { Anchor, Box, Button, Tabs, Text } from '@mantine/core'
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { Link, useNavigate, useParams, useSearchParams } from 'react-router'
import type { CvCollection } from '../../model/cv/cv-collections.ts'
import type { CvVariant, CvVariantData, CvVariantDraft } from '../../model/cv/variant.ts'
import type { Content } from '../../model/publishing/published-content.ts'
import { sameValue } from '../../model/same-value.ts'
import type { Data } from '../form/autosave.ts'
import { deletedNote, type Form, FormBody, fieldOf, SaveBar, useForm } from '../form/form.tsx'
import { type OpenForm, useOpenForm } from '../form/open-form.ts'
import { choosePreview, PreviewToggle, previewId, usePreviewChoice, useSideBySide } from '../preview/preview-parts.tsx'
import { useContent } from '../preview/shown.ts'
import { copyText } from '../ui/copy-text.ts'
import { useShortcuts } from '../ui/keys.ts'
import { FrameSkeleton, LoadFailure, Loading } from '../ui/loading.tsx'
import { MoreMenu } from '../ui/menu.tsx'
import { Screen } from '../ui/screen.tsx'
import { toast, toastError } from '../ui/toast.tsx'
import { toastChange } from '../ui/undo.ts'
import {
  type Choices,
  changedRow,
  choicesOf,
  patchOf,
  publishedOf,
  rowsOf,
  storedVariant,
  variantSource,
  variantTexts,
} from './choices.ts'
import { ChoicesTab } from './choices-tab.tsx'
import { deleteVariant, duplicateVariant, useVariants } from './variants-api.ts'

const CvPreview = lazy(() => import('./cv-preview.tsx'))

interface WithCvPreviewProps {
  draft: CvVariantDraft
  fileName: string
  children: ReactNode
}

/** A form with the PDF next to it; on a narrow screen over it. */
const WithCvPreview = ({ draft, fileName, children }: WithCvPreviewProps) => {
  const { open, sheet } = usePreviewChoice()
  const sideBySide = useSideBySide()
  useEffect(() => () => choosePreview({ sheet: false }), [])
  const shown = sideBySide ? open : sheet
  return (
    <div className="editor" data-preview={(shown && sideBySide) || undefined}>
      <Box miw={0}>{children}</Box>
      {shown && (
        <Suspense fallback={sideBySide ? <div id={previewId} className="preview-pane" /> : null}>
          <CvPreview
            draft={draft}
            fileName={fileName}
            sideBySide={sideBySide}
            close={() => choosePreview(sideBySide ? { open: false } : { sheet: false })}
          />
        </Suspense>
      )}
    </div>
  )
}

interface Step {
  name: string
  before: unknown
  after: unknown
  isTyping: boolean
}

const most = 100

/** Changes choices of entries, with undo and redo until the form is left. */
const useChoiceUndo = (form: Form) => {
  const done = useRef<Step[]>([])
  const undone = useRef<Step[]>([])
  const present = (name: string) => form.saver.state().values[name]

  /** False where there is nothing of this form, so that the key undoes the window's last act. */
  const step = (from: Step[], to: Step[], take: (step: Step) => { now: unknown; next: unknown }): boolean => {
    const last = from.pop()
    if (!last) return false
    const { now, next } = take(last)
    // Changed by other means since, such as by discarding all.
    if (!sameValue(present(last.name), now)) {
      from.length = 0
      return false
    }
    to.push(last)
    form.edit(last.name, next)
    return true
  }
  useShortcuts('choices', {
    undo: () => step(done.current, undone.current, ({ before, after }) => ({ now: after, next: before })),
    redo: () => step(undone.current, done.current, ({ before, after }) => ({ now: before, next: after })),
  })

  return (name: string, after: unknown, isTyping = false): void => {
    const before = present(name)
    const last = done.current.at(-1)
    const step = { name, before, after, isTyping }
    // Typing in one list of entries is one step.
    if (isTyping && last?.isTyping && last.name === name && sameValue(last.after, before))
      done.current = [...done.current.slice(0, -1), { ...step, before: last.before }]
    else done.current = [...done.current, step].slice(-most)
    undone.current = []
    form.edit(name, after)
  }
}

/** The variant as the form has it, saved or not. The title is the owner's alone and changes no form. */
const useVariantDraft = (variant: CvVariant, values: Data): CvVariantData => {
  const text = JSON.stringify(patchOf(values, {}))
  return useMemo(() => {
    const { entries = {}, ...fields } = JSON.parse(text) as CvVariantData
    return { ...fields, name: variant.name, title: '', entries }
  }, [text, variant.name])
}

const DetailsTab = lazy(async () => ({ default: (await import('./details-tab.tsx')).DetailsTab }))
const JobTab = lazy(async () => ({ default: (await import('./job-tab.tsx')).JobTab }))

const copyLink = async ({ urls }: CvVariant) =>
  (await copyText(urls.pdf))
    ? toast('Link copied')
    : toastError(new Error('It stands under Details.'), 'Link not copied')

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

/** A variant: its entries, its address, the comparison with an advertisement, and its PDF next to them. */
const VariantForm = ({ open, variant, content }: { open: OpenForm; variant: CvVariant; content: Content }) => {
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
      failed: 'Not saved',
    })
  }
  const show = (collection: CvCollection, id: string) => {
    const published = publishedOf(content, collection)
    const rows = rowsOf(published, state.values[collection] as Choices)
    change(collection, choicesOf(changedRow(rows, id, { hidden: false }), published))
  }
  const changesLink = state.values.name !== variant.name || state.values.access !== variant.access
  const wrong = new Set([...Object.keys(problems), ...state.conflicts].map((path) => tabOf(fieldOf(path))))
  return (
    <WithCvPreview draft={draft} fileName={variant.name}>
      <Screen
        title={variant.title || variant.name}
        lead={
          <Text component="span" size="sm" role="status" className="save-note">
            {state.deleted
              ? deletedNote()
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
            <MoreMenu>
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
            </MoreMenu>
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
            <Tabs.Panel value="entries" pt={24}>
              <ChoicesTab key={form.recoveredAt} form={form} content={content} change={change} />
            </Tabs.Panel>
            <Tabs.Panel value="details" pt={24}>
              <Suspense fallback={<Loading h={420} />}>
                <DetailsTab form={form} variant={variant} settings={content.settings} />
              </Suspense>
            </Tabs.Panel>
            <Tabs.Panel value="job" pt={24}>
              <Suspense fallback={<Loading h={220} />}>
                <JobTab text={advertisement} change={setAdvertisement} {...texts} show={show} />
              </Suspense>
            </Tabs.Panel>
          </Tabs>
          <SaveBar form={form}>
            {!changesLink && (
              <Button
                variant="default"
                visibleFrom="sm"
                disabled={state.publishing}
                onClick={({ currentTarget: { form: element } }) => {
                  void copyLink(variant)
                  if (element) save(element)
                }}
              >
                {dirty ? 'Save and copy link' : 'Copy link'}
              </Button>
            )}
          </SaveBar>
        </FormBody>
      </Screen>
    </WithCvPreview>
  )
}

const Variant = ({ id }: { id: string }) => {
  const list = useVariants()
  const content = useContent()
  const variant = list.data?.find((one) => one.id === id)
  const stored = useMemo(() => variant && storedVariant(variant), [variant])
  const source = useMemo(() => variantSource(id), [id])
  const open = useOpenForm(source, stored)
  if (variant && content.data && open) return <VariantForm open={open} variant={variant} content={content.data} />
  const failed = [list, content].find(({ error, data }) => error && data === undefined)
  if (failed)
    return (
      <Screen title="Variant of the CV">
        <LoadFailure error={failed.error} retry={failed.refetch} />
      </Screen>
    )
  if (list.data && !variant)
    return (
      <Screen title="There is no such variant">
        <Text>
          It may have been deleted.{' '}
          <Anchor component={Link} to="/admin/cv" underline="always">
            All variants
          </Anchor>
        </Text>
      </Screen>
    )
  return <FrameSkeleton />
}

export const VariantScreen = () => {
  const { id = '' } = useParams()
  return <Variant key={id} id={id} />
}
