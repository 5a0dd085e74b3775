import { Group, SegmentedControl, Skeleton, Text, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import type { SpamDryRun } from '../../../model/inbox/spam-dry-run.ts'
import { Empty } from '../../ui/empty.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { DryRunList } from './dry-run-list.tsx'
import { useSpamDryRun } from './spam-rules-api.ts'
import type { RulesForm } from './use-rules-form.ts'

const counts = ['50', '200', '1000']

const messages = (count: number) => `${count} ${count === 1 ? 'message' : 'messages'}`

/** What came out, in sentences. */
const said = (trial: SpamDryRun, dirty: boolean): string[] => {
  const { messages: all, list, held, wouldBeHeld, wouldBeWantedHeld, wouldBeSpamThrough } = trial
  const more = list.filter((one) => one.wouldBeHeld && !one.held).length
  const fewer = list.filter((one) => one.held && !one.wouldBeHeld).length
  const first = `Of the last ${messages(all)}, these rules ${dirty ? 'would hold' : 'hold'} ${dirty ? wouldBeHeld : held}.`
  return [
    first,
    ...(dirty
      ? [
          more || fewer
            ? `That is ${more} more held, and ${fewer} more let through, than now.`
            : 'That is what they do now.',
        ]
      : []),
    ...(wouldBeWantedHeld
      ? [`Among those held ${wouldBeWantedHeld === 1 ? 'is one' : `are ${wouldBeWantedHeld}`} that you wanted.`]
      : []),
    ...(wouldBeSpamThrough ? [`Let through: ${wouldBeSpamThrough} that you called spam.`] : []),
  ]
}

/** What the rules, as they stand in the form, would have done with the newest messages. Tried by the server; nothing is changed. */
export const DryRun = ({ form }: { form: RulesForm }) => {
  const [last, setLast] = useState('200')
  const [rules] = useDebouncedValue(form.rules, 300)
  const { data, error, refetch, isFetching } = useSpamDryRun(rules, Number(last))
  return (
    <section className="trial" aria-labelledby="trial-title" aria-busy={isFetching}>
      <div className="trial-head">
        <Group justify="space-between" gap="sm">
          <Title order={2} size="h4" id="trial-title">
            What they would have done
          </Title>
          <SegmentedControl
            size="xs"
            aria-label="How many of the last messages"
            value={last}
            onChange={setLast}
            data={counts}
          />
        </Group>
        <div role="status" className="trial-said">
          {!form.rules && <Text size="sm">As soon as all points are whole numbers, this is tried again.</Text>}
          {data &&
            form.rules &&
            said(data, form.dirty).map((sentence) => (
              <Text key={sentence} size="sm">
                {sentence}
              </Text>
            ))}
        </div>
      </div>
      {error && !data && <LoadFailure error={error} retry={refetch} />}
      {!data && !error && <Skeleton h={240} aria-label="Loading" />}
      {data && data.messages === 0 && (
        <Empty title="Nothing to try rules on yet">
          As soon as visitors write, you see here what the rules make of it, and what other rules would.
        </Empty>
      )}
      {data && data.messages > 0 && data.list.length === 0 && (
        <Empty title="Nothing is held">None of these messages looks like spam.</Empty>
      )}
      {data && data.list.length > 0 && <DryRunList list={data.list} />}
    </section>
  )
}
