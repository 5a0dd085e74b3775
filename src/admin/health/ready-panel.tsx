import { Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import ChevronDown from 'lucide-react/icons/chevron-down'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleX from 'lucide-react/icons/circle-x'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { Link } from 'react-router'
import { type CollectionName, findCollection } from '../../model/content/collections.ts'
import { counted } from '../../model/counted.ts'
import {
  mostReasonLength,
  type ReadinessFinding,
  type ReadinessReport,
  type ReadinessRule,
  readinessRules,
} from '../../model/readiness/readiness.ts'
import { titled } from '../../model/text-rules.ts'
import { SubmitForm, useSubmit } from '../form/simple-form.tsx'
import { Loaded } from '../ui/loading.tsx'
import { Panel, Row, RowButton, Rows } from '../ui/panel.tsx'
import { formPath, screenOf } from '../ui/screens.ts'
import { shortTime } from '../ui/times.ts'
import { toast, toastError } from '../ui/toast.tsx'
import { readiness, type useReadiness, useReadinessNews } from './ready-api.ts'

/** Findings of one kind that are shown at once. */
const mostShown = 50
/** Findings of one kind that are open from the start. */
const mostOpen = 8

const marks = {
  fail: { Icon: CircleX, colour: 'var(--mantine-color-error)', word: 'To mend' },
  warn: { Icon: TriangleAlert, colour: 'var(--mantine-color-text)', word: 'To look at' },
}

const pathOf = ({ collection, entry }: ReadinessFinding): string => {
  const isMissing = entry === null && findCollection(collection) !== undefined
  return isMissing ? screenOf(collection as CollectionName) : formPath(collection, entry)
}

/** Asks why a finding may stay. */
const ReasonForm = ({ of, close }: { of: ReadinessFinding; close(): void }) => {
  const [reason, setReason] = useState('')
  const form = useSubmit(async () => {
    await readiness.dismiss(of.id, reason)
    toast('Dismissed until it changes', { undo: () => readiness.restore(of.id), id: 'change' })
  })
  return (
    <SubmitForm form={form} label={`Dismiss ${of.title}`} className="ready-reason" gap="xs">
      <TextInput
        label="Why it may stay"
        name="reason"
        size="xs"
        maxLength={mostReasonLength}
        required
        withAsterisk={false}
        value={reason}
        error={form.problems.reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') close()
        }}
        // It was opened by a button, to type into it.
        autoFocus
      />
      <Group gap="xs">
        <Button type="submit" size="xs" loading={form.busy}>
          Dismiss
        </Button>
        <Button size="xs" variant="default" onClick={close}>
          Cancel
        </Button>
      </Group>
    </SubmitForm>
  )
}

const Finding = ({ finding }: { finding: ReadinessFinding }) => {
  const { title, message, field, index } = finding
  const [isAsking, setIsAsking] = useState(false)
  return (
    <Row
      title={
        <Anchor
          component={Link}
          to={pathOf(finding)}
          state={{ field: field ?? undefined, index }}
          size="sm"
          fw={600}
          underline="always"
          c="inherit"
        >
          <bdi>{title}</bdi>
        </Anchor>
      }
      detail={
        <Text size="sm" c="var(--mantine-color-text)" span>
          {message}
        </Text>
      }
    >
      {isAsking ? (
        <ReasonForm of={finding} close={() => setIsAsking(false)} />
      ) : (
        <RowButton of={`${title}: ${message}`} onClick={() => setIsAsking(true)}>
          Dismiss…
        </RowButton>
      )}
    </Row>
  )
}

interface KindProps {
  title: ReactNode
  count: number
  /** Many findings are closed at first, so that the other kinds are seen. */
  isOpen: boolean
  children: ReactNode
}

/** Findings under a heading that opens and closes them. */
const Kind = ({ title, count, isOpen, children }: KindProps) => {
  const id = useId()
  const [open, setOpen] = useState(isOpen)
  return (
    <section aria-labelledby={id}>
      <h3 className="ready-kind">
        <button type="button" id={id} aria-expanded={open} onClick={() => setOpen(!open)}>
          {title}{' '}
          <Text span inherit c="dimmed" fw={400}>
            {count}
          </Text>
          <ChevronDown size={14} aria-hidden />
        </button>
      </h3>
      {open && <Rows>{children}</Rows>}
      {open && count > mostShown && (
        <Text size="sm" c="dimmed" mt="xs">
          The first {mostShown} of {count}. The others follow when these are mended.
        </Text>
      )}
    </section>
  )
}

const FindingsOf = ({ rule, findings }: { rule: ReadinessRule; findings: readonly ReadinessFinding[] }) => {
  const { label, severity } = readinessRules[rule]
  const { Icon, colour, word } = marks[severity]
  const title = (
    <>
      <Icon size={16} color={colour} aria-hidden />
      <span className="visually-hidden">{word}: </span>
      {label}
    </>
  )
  return (
    <Kind title={title} count={findings.length} isOpen={findings.length <= mostOpen}>
      {findings.slice(0, mostShown).map((finding) => (
        <Finding key={finding.id} finding={finding} />
      ))}
    </Kind>
  )
}

const Dismissed = ({ dismissed }: Pick<ReadinessReport, 'dismissed'>) => (
  <Kind title="Dismissed" count={dismissed.length} isOpen={false}>
    {dismissed.slice(0, mostShown).map(({ id, title, message, reason, at }) => (
      <Row
        key={id}
        title={<bdi>{title}</bdi>}
        detail={
          <>
            {message} <strong>{reason}</strong>, {shortTime(at)}
          </>
        }
      >
        <RowButton
          of={title}
          onClick={() => readiness.restore(id).catch((error: unknown) => toastError(error, 'Still dismissed'))}
        >
          Count again
        </RowButton>
      </Row>
    ))}
  </Kind>
)

/** Looks at other sites only when it is pressed. */
const ExternalLinks = ({ externalLinks, linkCheck }: Pick<ReadinessReport, 'externalLinks' | 'linkCheck'>) => {
  const form = useSubmit(readiness.checkLinks)
  if (externalLinks === 0) return null
  return (
    <SubmitForm form={form} gap="xs">
      <Group gap="sm">
        <Button type="submit" size="xs" variant="default" loading={form.busy}>
          Check {counted(externalLinks, 'link')} to other sites
        </Button>
        <Text size="sm" c="dimmed" role="status">
          {form.busy
            ? 'Each is opened once; it takes up to half a minute.'
            : linkCheck
              ? `${linkCheck.checked} checked, ${shortTime(linkCheck.at)}: ${linkCheck.dead === 0 ? 'none is dead' : `${linkCheck.dead} dead`}.${linkCheck.left > 0 ? ` There was no time for ${linkCheck.left}.` : ''}`
              : 'Not checked yet.'}
        </Text>
      </Group>
    </SubmitForm>
  )
}

const summaryOf = ({ findings, pages, pagesLeft }: ReadinessReport): string => {
  const all = counted(pages, 'page was read', 'pages were read')
  const read = pagesLeft === 0 ? all : `${all}, and ${pagesLeft} were not`
  if (findings.length === 0) return `Nothing to mend: ${read}.`
  const wrong = findings.filter(({ severity }) => severity === 'fail').length
  return `${counted(wrong, 'thing')} to mend, ${findings.length - wrong} to look at. ${titled(read)}.`
}

/** Lists the findings of the check, each with a link to its field. */
export const ReadyPanel = ({ query }: { query: ReturnType<typeof useReadiness> }) => {
  const { data: news } = useReadinessNews()
  const isShown = query.data !== undefined
  useEffect(() => {
    // Whoever has seen them need not be told. The next look tries again.
    if (isShown && news) readiness.clearNews().catch(() => {})
  }, [isShown, news])
  return (
    <Panel
      title="Ready to show?"
      lead="Looks over what visitors see. A finding that is meant so can be dismissed; nothing here keeps you from publishing."
    >
      <Loaded query={query} h={240}>
        {(report) => (
          <Stack gap="md">
            <Group gap="xs">
              {report.findings.length === 0 && <CircleCheck size={16} color="var(--vitrine-success)" aria-hidden />}
              <Text role="status" size="sm">
                {summaryOf(report)}
              </Text>
            </Group>
            {[...Map.groupBy(report.findings, ({ rule }) => rule)].map(([rule, of]) => (
              <FindingsOf key={rule} rule={rule} findings={of} />
            ))}
            {report.dismissed.length > 0 && <Dismissed dismissed={report.dismissed} />}
            <ExternalLinks externalLinks={report.externalLinks} linkCheck={report.linkCheck} />
          </Stack>
        )}
      </Loaded>
    </Panel>
  )
}
