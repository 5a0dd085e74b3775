import { NativeSelect, Stack, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import {
  keptClasses,
  type SingleVisit,
  type VisitSignal,
  visitClasses,
  visitRules,
  visitSignals,
} from '../../model/visits/visits.ts'
import { call } from '../api/client.ts'
import { Loaded, MoreButton } from '../ui/loading.tsx'
import { Row, Rows } from '../ui/panel.tsx'
import { fullTime } from '../ui/times.ts'
import { countryName } from './country-name.ts'

type Kept = (typeof keptClasses)[number]

const useVisits = (of: Kept) =>
  useInfiniteQuery({
    queryKey: ['visits', 'single', of],
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/visits/single', { query: { class: of, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  })

const signalLabels: Record<VisitSignal, string> = {
  bot: 'isbot’s list',
  aiCrawler: 'AI crawler',
  aiReader: 'AI reader',
  preview: 'Link preview',
  monitor: 'Monitor',
  noLanguage: 'No language',
  impossible: 'Not as its browser',
  burst: 'Burst',
}

const Visit = ({ of }: { of: SingleVisit }) => (
  <Row
    title={`${fullTime(of.hour)}: ${visitRules.find(({ id }) => id === of.rule)?.reason ?? of.rule}`}
    detail={
      <>
        {[of.page, of.source || 'no source named', of.campaign, of.device, of.country && countryName(of.country)]
          .filter(Boolean)
          .join(', ')}
        <br />
        {visitSignals.map((signal, index) => (
          <Fragment key={signal}>
            {index > 0 && ', '}
            {signalLabels[signal]}: {of.signals.includes(signal) ? <strong>yes</strong> : 'no'}
          </Fragment>
        ))}
      </>
    }
  />
)

/** Visits one by one, by the hour in which each began: the rule that decided its class, and all signals. */
const SingleVisits = () => {
  const [chosen, setChosen] = useState<Kept>('crawlers')
  const query = useVisits(chosen)
  return (
    <Stack gap="sm">
      <NativeSelect
        label="Class"
        w="fit-content"
        value={chosen}
        onChange={({ target }) => setChosen(target.value as Kept)}
        data={keptClasses.map((name) => ({ value: name, label: visitClasses[name].label }))}
      />
      <Loaded query={query} h={200}>
        {({ pages }) => {
          const visits = pages.flatMap((page) => page.visits)
          return visits.length === 0 ? (
            <Text size="sm" c="dimmed">
              None of this class is kept.
            </Text>
          ) : (
            <Rows>
              {visits.map((visit) => (
                <Visit key={visit.id} of={visit} />
              ))}
            </Rows>
          )
        }}
      </Loaded>
      <div>
        <MoreButton query={query} />
      </div>
    </Stack>
  )
}

export default SingleVisits
