import { Anchor, Badge, Button, Group, Stack, Text, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Link } from 'react-router'
import { counted } from '../../model/counted.ts'
import { type Field, fields } from '../../model/fields/fields.ts'
import {
  defaultSpamRules,
  type SpamRules,
  type SpamRulesPatch,
  type SpamSignalName,
  spamRuleBounds,
  spamRulesSchema,
  spamSignalNames,
  spamSignals,
} from '../../model/inbox/spam-rules.ts'
import { sameValue } from '../../model/same-value.ts'
import { type Answer, type AnswerTo, call, callVersioned, queryClient } from '../api/client.ts'
import type { Data, Stored } from '../form/autosave.ts'
import { type Form, FormBody, FormField, SaveBar, useForm } from '../form/form.tsx'
import { type FormSource, type OpenForm, useOpenForm } from '../form/open-form.ts'
import { IntegerInput } from '../form/text-inputs.tsx'
import { Empty, Loaded, LoadFailure, Loading } from '../ui/loading.tsx'
import { Screen } from '../ui/screen.tsx'
import { SegmentedControl } from '../ui/segmented-control.tsx'
import { shortTime } from '../ui/times.ts'
import { toast, toastError } from '../ui/toast.tsx'
import { toastChange } from '../ui/undo.ts'
import { forgetMessages } from './messages-api.ts'
import { ReasonList } from './spam-reasons.tsx'

type SpamDryRun = AnswerTo<'POST /api/spam-rules/dry-runs'>
type DryRunMessage = SpamDryRun['list'][number]

type VersionedRules = SpamRules & { version: number }

const key = ['spam-rules'] as const

const versioned = ({ data, version = 0 }: Answer<SpamRules>): VersionedRules => ({ ...data, version })

const forgetSpamRules = (): Promise<void> => queryClient.invalidateQueries({ queryKey: key })

const useSpamRules = () =>
  useQuery({
    queryKey: [...key, 'stored'],
    queryFn: async ({ signal }) => versioned(await callVersioned('GET /api/spam-rules', { signal })),
  })

/** Dry run of these rules; undefined while they are invalid. */
const useSpamDryRun = (rules: SpamRules | undefined, last: number) =>
  useQuery({
    queryKey: [...key, 'dry run', rules, last],
    queryFn: ({ signal }) =>
      call('POST /api/spam-rules/dry-runs', { body: { rules: rules as SpamRules, last }, signal }),
    enabled: rules !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

const pointsField = (label: string, of: keyof typeof spamRuleBounds, schema: Field<number | null>['schema']) => ({
  ...fields.integer({ label, ...spamRuleBounds[of] }),
  ...{ required: false, schema, draft: schema },
})

const ruleValues = ({ threshold, points }: SpamRules): Data => ({ threshold, ...points })

/** Rules of the form's values; undefined while they are invalid. */
const rulesFrom = ({ threshold, ...points }: Data): SpamRules | undefined =>
  spamRulesSchema.safeParse({ threshold, points }).data

const storedRules = (rules: VersionedRules): Stored => ({
  version: rules.version,
  status: 'published',
  data: ruleValues(rules),
})

/** The rules are live, so they are saved on request. */
const rulesSource: FormSource = {
  key: 'spam-rules/all',
  fields: {
    threshold: pointsField('Spam threshold (points)', 'threshold', spamRulesSchema.shape.threshold),
    ...Object.fromEntries(
      spamSignalNames.map((name) => [
        name,
        pointsField(spamSignals[name].label, 'points', spamRulesSchema.shape.points.shape[name]),
      ]),
    ),
  },
  onRequest: true,
  send: async ({ fields: { threshold, ...points }, version }, signal) => {
    const stored = versioned(
      await callVersioned('PATCH /api/spam-rules', { body: { threshold, points } as SpamRulesPatch, version, signal }),
    )
    queryClient.setQueryData([...key, 'stored'], stored)
    void forgetSpamRules()
    void queryClient.invalidateQueries({ queryKey: ['changes'] })
    return stored
  },
  stored: (answer) => storedRules(answer as VersionedRules),
}

const named: [title: string, names: SpamSignalName[]][] = [
  ['Sending', ['honeypot', 'too-quick', 'unproven', 'false-proof', 'crowd']],
  ['Your labels', ['words', 'known-spam', 'spam-sender', 'wanted-words', 'known']],
  ['Text', ['topic', 'lure', 'disguised', 'gibberish', 'shouting', 'noise']],
  ['Links', ['links', 'only-links', 'short-link', 'cheap-link', 'markup']],
  ['Sender', ['duplicate', 'like-held', 'disposable', 'odd-address', 'name-link']],
]
const grouped = new Set(named.flatMap(([, names]) => names))
const others = spamSignalNames.filter((name) => !grouped.has(name))

const signalGroups: [title: string, names: SpamSignalName[]][] = [
  ...named,
  ...(others.length > 0 ? [['Others', others] as [string, SpamSignalName[]]] : []),
]

const defaults = ruleValues(defaultSpamRules)

/** Points of each signal, and the threshold from which a message is quarantined. */
const RuleFields = ({ form }: { form: Form }) => (
  <Stack gap={24} className="rules">
    {[['Threshold', ['threshold']] as const, ...signalGroups].map(([title, names]) => (
      <fieldset key={title} className="rule-group">
        <legend>{title}</legend>
        {names.map((name) => {
          const field = form.fields[name] as Field
          const help = form.state.values[name] === defaults[name] ? '' : `Default: ${defaults[name]}`
          return <FormField key={name} form={form} name={name} input={IntegerInput} field={{ ...field, help }} />
        })}
      </fieldset>
    ))}
  </Stack>
)

const renew = () => Promise.all([forgetMessages(), forgetSpamRules()])

const change = async ({ id, user_name: name, status, label }: DryRunMessage) => {
  try {
    await call('PATCH /api/messages/:id', { id, body: { status: 'new', label: 'wanted' } })
    await renew()
    toast(`Message from ${name} moved to the inbox`, {
      undo: async () => {
        await call('PATCH /api/messages/:id', { id, body: { status, label } }).catch((error: unknown) =>
          toastError(error, 'This could not be undone'),
        )
        await renew()
      },
    })
  } catch (error) {
    toastError(error, 'The message was not moved')
  }
}

const Outcome = ({ message: { quarantined, wouldBeQuarantined } }: { message: DryRunMessage }) =>
  quarantined !== wouldBeQuarantined && (
    <Badge color={wouldBeQuarantined ? 'red' : 'green'} variant="light">
      {wouldBeQuarantined ? 'Would be quarantined' : 'Would be let through'}
    </Badge>
  )

const DryRunItem = ({ message }: { message: DryRunMessage }) => {
  const { id, user_name: name, createdAt, status, label, score, wouldScore } = message
  const list = status === 'spam' ? 'spam' : 'all'
  return (
    <li className="dry-run-message">
      <Group gap="2px 12px" align="baseline">
        <Anchor component={Link} to={`/admin/contact?show=${list}&message=${id}`} fw={600}>
          {name}
        </Anchor>
        <Text size="sm" c="dimmed">
          {message.user_email}
        </Text>
        <Outcome message={message} />
        {label && (
          <Badge color="gray" variant="light">
            {label === 'spam' ? 'Marked as spam' : 'Marked as not spam'}
          </Badge>
        )}
        <span className="dry-run-points message-time">
          {score === wouldScore ? `${score} points` : `${score} → ${wouldScore} points`}
        </span>
        <time className="message-time" dateTime={createdAt}>
          {shortTime(createdAt)}
        </time>
      </Group>
      <Text size="sm" lh={1.5} my={4} maw="66ch" lineClamp={2} dir="auto">
        {message.start}
      </Text>
      <Text component="div" lh={1.5} mb={8} className="dry-run-reasons muted">
        <ReasonList reasons={message.reasons} />
      </Text>
      {status === 'spam' && (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`Not spam: message from ${name}`}
          onClick={() => change(message)}
        >
          Not spam
        </Button>
      )}
    </li>
  )
}

const DryRunList = ({ list }: { list: readonly DryRunMessage[] }) => {
  const changed = ({ quarantined, wouldBeQuarantined }: DryRunMessage) => Number(quarantined !== wouldBeQuarantined)
  return (
    <ul className="dry-run-list">
      {[...list]
        .sort((a, b) => changed(b) - changed(a))
        .map((message) => (
          <DryRunItem key={message.id} message={message} />
        ))}
    </ul>
  )
}

const counts = ['50', '200', '1000']

const resultSentences = (result: SpamDryRun, dirty: boolean): string[] => {
  const { messages: all, list, quarantined, wouldBeQuarantined, notSpamWouldBeQuarantined, spamWouldPass } = result
  const more = list.filter((one) => one.wouldBeQuarantined && !one.quarantined).length
  const fewer = list.filter((one) => one.quarantined && !one.wouldBeQuarantined).length
  const first = `Of the last ${counted(all, 'message')}, these rules ${dirty ? 'would quarantine' : 'quarantine'} ${dirty ? wouldBeQuarantined : quarantined}.`
  return [
    first,
    ...(dirty
      ? [more || fewer ? `Compared with now: ${more} more quarantined, ${fewer} more let through.` : 'No change.']
      : []),
    ...(notSpamWouldBeQuarantined ? [`${notSpamWouldBeQuarantined} of them marked as not spam.`] : []),
    ...(spamWouldPass ? [`${spamWouldPass} marked as spam let through.`] : []),
  ]
}

/** Dry run of the rules in the form on the newest messages. The server computes it and changes nothing. */
const DryRun = ({ values, dirty }: { values: Data; dirty: boolean }) => {
  const [last, setLast] = useState('200')
  const typed = useMemo(() => rulesFrom(values), [values])
  const [rules] = useDebouncedValue(typed, 300)
  const query = useSpamDryRun(rules, Number(last))
  const { data, isFetching } = query
  return (
    <Stack component="section" gap="sm" miw={0} aria-labelledby="dry-run-title" aria-busy={isFetching}>
      <Stack gap={8} className="dry-run-head">
        <Group justify="space-between" gap="sm">
          <Title order={2} size="h4" id="dry-run-title">
            Dry run
          </Title>
          <SegmentedControl size="xs" aria-label="Number of messages" value={last} onChange={setLast} data={counts} />
        </Group>
        <div role="status" className="dry-run-summary">
          {!typed && <Text size="sm">Enter whole numbers to run it again.</Text>}
          {data &&
            typed &&
            resultSentences(data, dirty).map((sentence) => (
              <Text key={sentence} size="sm">
                {sentence}
              </Text>
            ))}
        </div>
      </Stack>
      <Loaded query={query} h={240}>
        {({ messages: count, list }) => {
          if (count === 0)
            return (
              <Empty title="No messages yet">The dry run shows how these rules classify your newest messages.</Empty>
            )
          if (list.length === 0) return <Empty title="No spam">These rules quarantine none of these messages.</Empty>
          return <DryRunList list={list} />
        }}
      </Loaded>
    </Stack>
  )
}

const title = 'Spam rules'

const RulesForm = ({ open }: { open: OpenForm }) => {
  const form = useForm(open)
  const { state, dirty } = form
  const save = (element: HTMLElement) => {
    if (!dirty) return
    form.publish({
      form: element,
      done: () => void toastChange('Spam rules saved'),
      failed: 'The rules were not saved',
    })
  }
  return (
    <Screen
      title={title}
      lead={
        <>
          Signals of spam add points, signals against it subtract some. A message that reaches the threshold is
          quarantined under{' '}
          <Anchor component={Link} to="/admin/contact?show=spam" size="sm" underline="always">
            Spam
          </Anchor>
          ; none is deleted at once.
        </>
      }
    >
      <Anchor href="#dry-run-title" size="sm" underline="always" className="to-dry-run">
        Dry run of these rules
      </Anchor>
      <div className="spam-rules">
        <FormBody form={form} id="spam-rules" label={title} save={save}>
          <RuleFields form={form} />
          <SaveBar form={form}>
            {!sameValue({ ...defaults, ...state.values }, defaults) && (
              <Button
                variant="default"
                onClick={() => Object.entries(defaults).map(([name, value]) => form.edit(name, value))}
                disabled={state.publishing}
              >
                Defaults
              </Button>
            )}
          </SaveBar>
        </FormBody>
        <DryRun values={state.values} dirty={dirty} />
      </div>
    </Screen>
  )
}

export const SpamRulesScreen = () => {
  const { data, error, refetch } = useSpamRules()
  const stored = useMemo(() => data && storedRules(data), [data])
  const open = useOpenForm(rulesSource, stored)
  if (open) return <RulesForm open={open} />
  return <Screen title={title}>{error ? <LoadFailure error={error} retry={refetch} /> : <Loading h={420} />}</Screen>
}
