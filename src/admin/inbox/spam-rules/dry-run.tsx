import { Group, Text, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useMemo, useState } from 'react'
import type { SpamDryRun } from '../../../model/inbox/spam-dry-run.ts'
import type { Data } from '../../form/autosave/autosave.ts'
import { Empty } from '../../ui/empty.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { SegmentedControl } from '../../ui/segmented-control.tsx'
import { DryRunList } from './dry-run-list.tsx'
import { rulesFrom, useSpamDryRun } from './spam-rules-api.ts'

const counts = ['50', '200', '1000']

const messages = (count: number) => `${count} ${count === 1 ? 'message' : 'messages'}`

const resultSentences = (result: SpamDryRun, dirty: boolean): string[] => {
  const { messages: all, list, quarantined, wouldBeQuarantined, notSpamWouldBeQuarantined, spamWouldPass } = result
  const more = list.filter((one) => one.wouldBeQuarantined && !one.quarantined).length
  const fewer = list.filter((one) => one.quarantined && !one.wouldBeQuarantined).length
  const first = `Of the last ${messages(all)}, these rules ${dirty ? 'would quarantine' : 'quarantine'} ${dirty ? wouldBeQuarantined : quarantined}.`
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
export const DryRun = ({ values, dirty }: { values: Data; dirty: boolean }) => {
  const [last, setLast] = useState('200')
  const typed = useMemo(() => rulesFrom(values), [values])
  const [rules] = useDebouncedValue(typed, 300)
  const query = useSpamDryRun(rules, Number(last))
  const { data, isFetching } = query
  return (
    <section className="dry-run" aria-labelledby="dry-run-title" aria-busy={isFetching}>
      <div className="dry-run-head">
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
      </div>
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
    </section>
  )
}
