import { Alert, Button, type ButtonProps, Group, Text } from '@mantine/core'
import Check from 'lucide-react/icons/check'
import CloudOff from 'lucide-react/icons/cloud-off'
import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import {
  type ComponentProps,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { setNewerAside } from '../../model/blocks/kinds.ts'
import { isHiddenAndEmpty } from '../../model/content/define-collection.ts'
import type { Field, Fields } from '../../model/fields/fields.ts'
import { awaitedBy, list, withUploads } from '../media/upload-state.ts'
import { useShortcuts } from '../ui/keys.ts'
import { LazyMenu } from '../ui/menu.tsx'
import type { MenuOptions } from '../ui/menu-layer.tsx'
import { fullTime } from '../ui/times.ts'
import { toastError } from '../ui/toast.tsx'
import { useLoaded } from '../ui/use-loaded.ts'
import { type Data, problems, sendable, unsaved } from './autosave.ts'
import { focusFirstConflict, focusFirstProblem } from './focus-first.ts'
import { type Input, problemsInside } from './input.ts'
import { LeaveWhenSaved } from './leave-guard.tsx'
import { deviceKeeps, type OpenForm, whereKept } from './open-form.ts'
import * as transitions from './transitions.ts'

/** One message for each invalid field, by its path such as `title` or `socials.1.url`. */
type Problems = Readonly<Record<string, string>>

export const fieldOf = (path: string): string => path.split('.')[0] ?? path

/** Problems that prevent publishing, from the same schemas as on the server. */
const problemsOf = (fields: Fields, values: Data): Problems => {
  const found: Record<string, string> = {}
  for (const [name, field] of Object.entries(fields) as [string, Field][]) {
    const { kind, schema, required, empty } = field
    if (isHiddenAndEmpty(name, field, values)) continue
    // An optional field may be missing in what an older version stored.
    const value = values[name] ?? (required ? values[name] : empty)
    for (const { path, message } of schema.safeParse(kind === 'blocks' ? setNewerAside(value).value : value).error
      ?.issues ?? [])
      found[[name, ...path].join('.')] ??= message
  }
  return found
}

interface Publishing {
  form: HTMLElement
  done(): void
  failed: string
  /** Shows the part of the form that has this field. */
  reveal?(field: string): void
}

/** State of an open form with its problems, and the actions on it. */
export const useForm = (open: OpenForm) => {
  const { saver, rules, fields, across } = open
  const state = useSyncExternalStore(saver.subscribe, saver.state)
  const [wrong, setWrong] = useState<Problems>({})
  const [recoveredAt, setRecoveredAt] = useState(open.recoveredAt)
  const pending = useRef<Publishing>(undefined)
  const { publishing } = state
  const [waiting, setWaiting] = useState<() => void>()
  const stopWaiting = () => setWaiting(undefined)
  const isReady = useSyncExternalStore(list.listen, () => !waiting || awaitedBy(saver.state().values).length === 0)
  useEffect(() => {
    if (!waiting || !isReady) return
    setWaiting(undefined)
    waiting()
  }, [waiting, isReady])

  const showProblems = ({ form, reveal }: Pick<Publishing, 'form' | 'reveal'>, paths: readonly string[]) => {
    reveal?.(fieldOf(paths[0] ?? ''))
    focusFirstProblem(form)
  }
  const showConflict = ({ form, reveal }: Publishing, [first = '']: readonly string[]) => {
    reveal?.(first)
    focusFirstConflict(form)
  }

  const settle = () => {
    const request = pending.current
    const now = saver.state()
    if (now.publishing || !request) return
    pending.current = undefined
    const refused = Object.keys(now.publishProblems)
    if (refused.length > 0) showProblems(request, refused)
    else if (now.failures > 0) toastError(now.lastError, `${request.failed}; your text is kept ${whereKept()}`)
    else if (now.conflicts.length > 0) showConflict(request, now.conflicts)
    else if (now.unseen.length > 0) request.reveal?.(now.unseen[0] ?? '')
    else if (!now.deleted) request.done()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the end of publishing matters here.
  useEffect(settle, [publishing])

  /** True when the values can be published; otherwise marks each invalid field. */
  const check = (at: Pick<Publishing, 'form' | 'reveal'>): boolean => {
    const values = withUploads(saver.state().values)
    const found = { ...across?.(values), ...problemsOf(fields, values) }
    setWrong(found)
    if (Object.keys(found).length === 0) return true
    showProblems(at, Object.keys(found))
    return false
  }
  /** Calls `act` once the values can be published and their files are uploaded. */
  const whenReady = (at: Pick<Publishing, 'form' | 'reveal'>, act: () => void): void => {
    if (!check(at)) return
    if (awaitedBy(saver.state().values).length === 0) act()
    else setWaiting(() => () => whenReady(at, act))
  }
  // While an end is typed, it may well lie before its start.
  const shownAcross = Object.fromEntries(
    Object.entries(across?.(state.values) ?? {}).filter(([name]) => name !== state.focused),
  )
  return {
    ...open,
    state,
    problems: { ...shownAcross, ...wrong, ...problems(state, rules) } as Problems,
    dirty: unsaved(state).length > 0,
    recoveredAt,
    check,
    whenReady,
    /** Publishing was requested, and waits for uploads. */
    waiting: waiting !== undefined,
    stopWaiting,
    setProblems: setWrong,
    edit: (name: string, value: unknown) => {
      // The edit may fix the problem.
      setWrong((before) => Object.fromEntries(Object.entries(before).filter(([path]) => fieldOf(path) !== name)))
      saver.edit(name, value)
    },
    /** Publishes, or saves a form that is saved on request. Conflicts are resolved first. */
    publish: (request: Publishing) => {
      const { conflicts } = saver.state()
      if (saver.state().publishing) return
      if (conflicts.length > 0) return showConflict(request, conflicts)
      whenReady(request, () => {
        pending.current = request
        saver.update((now) => transitions.publish(now, rules))
        settle()
      })
    },
    /** Saves the draft now instead of a moment after the last keystroke. */
    saveNow: () => saver.update(transitions.sendNow),
    discard: () => {
      saver.update(transitions.discarded)
      setWrong({})
      setRecoveredAt(undefined)
    },
  }
}

export type Form = ReturnType<typeof useForm>

const loadConflict = () => import('./field-conflict.tsx')

interface Props {
  form: Form
  name: string
  input: Input
  /** Differs from the form's own definition, for example in its help. */
  field?: Field
  proposal?: string | undefined
  onChange?(value: unknown): void
}

export const FormField = ({ form, name, input: Input, field = form.fields[name] as Field, ...props }: Props) => {
  const { saver, rules, state, problems, edit } = form
  const isConflict = state.conflicts.includes(name)
  // Only what is stored can change elsewhere, and only what is changed here is asked about: fetched ahead then, and again where that failed.
  const ahead = useLoaded(loadConflict, state.version !== null && state.values[name] !== state.base[name])
  const late = useLoaded(loadConflict, isConflict)
  const conflict = ahead ?? late
  return (
    <div data-field={name}>
      <Input
        name={name}
        field={field}
        value={state.values[name]}
        error={problems[name]}
        problems={problemsInside(problems, name)}
        onChange={(value) => edit(name, value)}
        onFocus={() => saver.update((now) => transitions.focus(now, name))}
        onBlur={() => saver.update((now) => transitions.blur(now, name, rules))}
        {...props}
      />
      {conflict && isConflict && (
        <conflict.FieldConflict
          field={field}
          theirs={state.server[name]}
          resolve={(side) => saver.update((now) => transitions.resolveConflict(now, name, side, rules))}
        />
      )}
    </div>
  )
}

/** Names the fields that changed elsewhere just when they were to be published. */
const UnseenNotice = ({ form: { state, fields } }: { form: Form }) => {
  const isWanted = state.unseen.length > 0
  const conflict = useLoaded(loadConflict, isWanted)
  return (
    <div role="alert">
      {conflict && isWanted && <conflict.Unseen labels={state.unseen.map((name) => fields[name]?.label ?? name)} />}
    </div>
  )
}

interface FormBodyProps {
  form: Form
  id: string
  label: string
  className?: string
  /** Called on Ctrl/Cmd+S, also in fields; without `publish` on submitting, too. */
  save(element: HTMLElement): void
  /** Called on Ctrl/Cmd+Enter. With it, Enter in a field does nothing: a form with drafts publishes only on purpose. */
  publish?(element: HTMLElement): void
  children: ReactNode
}

const RecoveredNotice = ({ form: { recoveredAt, discard } }: { form: Form }) =>
  recoveredAt !== undefined && (
    <Alert color="blue" variant="light" p="sm" mb="md" role="status" title="Unsaved text recovered">
      <Group justify="space-between" gap="xs">
        <span>Typed on {fullTime(recoveredAt)} and never saved. It is back in the fields.</span>
        <Button size="xs" variant="default" onClick={discard}>
          Discard
        </Button>
      </Group>
    </Alert>
  )

/** Leaves the focused field for a moment: what it does then, such as completing a link, comes before its text is saved. */
const leaveField = (form: HTMLElement) => {
  const field = document.activeElement
  if (!(field instanceof HTMLInputElement) || !form.contains(field)) return
  field.blur()
  field.focus()
}

/** Form element with the notice of recovered text, and a guard for unsaved text. */
export const FormBody = ({ form, id, label, className, save, publish, children }: FormBodyProps) => {
  const element = useRef<HTMLFormElement>(null)
  /** False leaves the key to the browser. */
  const start = (act: ((element: HTMLElement) => void) | undefined) => {
    if (element.current && act) {
      leaveField(element.current)
      act(element.current)
    }
    return act !== undefined
  }
  useShortcuts('form', { save: () => start(save), publish: () => start(publish) })
  return (
    <>
      <form
        ref={element}
        id={id}
        className={className}
        aria-label={label}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!publish) start(save)
        }}
      >
        <RecoveredNotice form={form} />
        <UnseenNotice form={form} />
        {children}
      </form>
      <LeaveWhenSaved form={form} />
    </>
  )
}

/** Sentence for a form whose entry is gone. */
export const deletedNote = (): string => `This was deleted elsewhere. Your text is kept ${whereKept()}.`

type Note = [tone: 'quiet' | 'done' | 'away' | 'wrong', text: string]

const noteOf = ({ state, rules, dirty: open }: Form, isKept: boolean): Note => {
  if (!isKept && open && (state.version === null || state.failures > 0 || state.deleted || !navigator.onLine))
    return ['wrong', 'Not saved, and this device has no room to keep it. Leave this page open.']
  if (state.deleted) return ['wrong', deletedNote()]
  if (state.conflicts.length > 0) return ['wrong', 'Changed in two places: choose below.']
  if (state.version === null) return ['quiet', open ? 'Kept on this device' : '']
  if (state.failures > 0 || (open && !navigator.onLine)) return ['away', 'Offline – kept on this device']
  if (state.sending || (open && Object.keys(sendable(state, rules)).length > 0)) return ['quiet', 'Saving…']
  if (open) return ['wrong', 'Not saved: see the marked field.']
  return ['done', 'Saved']
}

const icons = { quiet: null, done: Check, away: CloudOff, wrong: TriangleAlert }

export const SaveNote = ({ form }: { form: Form }) => {
  const isKept = useSyncExternalStore(deviceKeeps.listen, deviceKeeps.get)
  const [tone, text] = noteOf(form, isKept)
  const Icon = icons[tone]
  return (
    <Text component="span" size="sm" className="save-note" data-tone={tone} role="status">
      {Icon && <Icon size={15} aria-hidden />}
      {text}
    </Text>
  )
}

interface FormBarProps {
  /** Leads away, without an act. */
  back?: ReactNode
  /** An act that is a button where there is space for it, next to a preview its icon, else an item of the menu. */
  second?: readonly [label: string, act: (form: HTMLElement) => void, icon?: ReactNode]
  /** Menu of the acts that have no button. */
  others?: MenuOptions['children'] | undefined
  /** True while one of the acts runs. */
  busy?: boolean
  children: ReactNode
}

/** The acts of a form, the main one last. Stays in sight while the form is scrolled, and above the keyboard of a phone. */
export const FormBar = ({
  back,
  second: [label, act, icon] = ['', () => {}, undefined],
  others,
  busy = false,
  children,
}: FormBarProps) => {
  const bar = useRef<HTMLDivElement>(null)
  // entries.css decides by the width.
  const isShown = () => [...(bar.current?.querySelectorAll('[data-second]') ?? [])].some((one) => one.checkVisibility())
  // The second click of a double click would meet the form that the first one led to.
  const onClick = ({ currentTarget: { form }, detail }: MouseEvent<HTMLButtonElement>) =>
    detail < 2 && form && act(form)
  return (
    <div ref={bar} className="form-bar">
      {back}
      <Group gap={8} justify="flex-end" ms="auto" className="form-acts">
        {label && (
          <Button variant="default" className="wide-only" data-second disabled={busy} onClick={onClick}>
            {label}
          </Button>
        )}
        {icon && (
          <Button
            variant="default"
            px="xs"
            className="icon-only"
            data-second
            aria-label={label}
            title={label}
            disabled={busy}
            onClick={onClick}
          >
            {icon}
          </Button>
        )}
        {children}
        {others && (
          <LazyMenu
            position="top-end"
            button={(props) => (
              <Button variant="default" px="xs" aria-label="Other actions" disabled={busy} {...props}>
                <EllipsisVertical size={16} aria-hidden />
              </Button>
            )}
          >
            {(Menu) => (
              <>
                {label && !isShown() && <Menu.Item onClick={onClick}>{label}</Menu.Item>}
                {others(Menu)}
              </>
            )}
          </LazyMenu>
        )}
      </Group>
    </div>
  )
}

/** Bar of a form without drafts, which saves as a whole. */
export const SaveBar = ({ form: { dirty, state, discard }, children }: { form: Form; children?: ReactNode }) => (
  <FormBar>
    {dirty && (
      <Button variant="subtle" color="gray" onClick={discard} disabled={state.publishing}>
        Discard
      </Button>
    )}
    {children}
    <Button type="submit" loading={state.publishing} disabled={!dirty} aria-keyshortcuts="Control+S Meta+S">
      Save
    </Button>
  </FormBar>
)

const load = () => import('../media/upload-list.tsx')

type PublishButtonProps = { form: Pick<Form, 'waiting' | 'stopWaiting' | 'saver'> } & ButtonProps &
  Omit<ComponentProps<'button'>, 'form' | keyof ButtonProps>

/** Button that publishes. While that waits for uploads, it says so and keeps the focus, next to a button that stops waiting. */
export const PublishButton = ({ form, children, onClick, type = 'button', ...props }: PublishButtonProps) => {
  const lines = useLoaded(load, form.waiting)
  const text = lines ? <lines.WaitText data={form.saver.state().values} /> : 'Publishing when all is uploaded…'
  return (
    <>
      {form.waiting && (
        <Button variant="subtle" color="gray" onClick={form.stopWaiting}>
          Stop waiting
        </Button>
      )}
      <Button
        {...props}
        type={form.waiting ? 'button' : type}
        className="publish-button"
        data-waiting={form.waiting || undefined}
        aria-disabled={form.waiting || undefined}
        {...(!form.waiting && onClick && { onClick })}
      >
        {form.waiting ? text : children}
      </Button>
    </>
  )
}
