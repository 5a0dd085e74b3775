import { NativeSelect, Stack, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type VisitSignal, visitClasses, visitRules, visitSignals } from '../../model/visits/visit-classes.ts'
import { keptClasses, type SingleVisit } from '../../model/visits/visits-report.ts'
import { request } from '../api/client.ts'
import { Loaded, MoreButton } from '../ui/loading.tsx'
import { fullTime } from '../ui/times.ts'

type Kept = (typeof keptClasses)[number]

interface VisitPage {
  visits: SingleVisit[]
  next: string | null
}

const useVisits = (of: Kept) =>
  useInfiniteQuery({
    queryKey: ['visits', 'single', of],
    queryFn: ({ pageParam, signal }) =>
      request<VisitPage>('GET', '/api/visits/single', { query: { class: of, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: VisitPage) => page.next ?? undefined,
  })

const signalLabels: Record<VisitSignal, string> = {
  bot: 'isbot’s list',
  aiCrawler: 'AI crawler',
  aiReader: 'AI reader',
  preview: 'Link preview',
  monitor: 'Monitor',
  noLanguage: 'No language',
  impossible: 'Impossible',
  burst: 'Burst',
}

const Visit = ({ of }: { of: SingleVisit }) => (
  <tr>
    <th scope="row" className="visit-name">
      {fullTime(of.hour)}
      <small>{visitRules.find(({ id }) => id === of.rule)?.reason}</small>
      <small>
        {[of.page, of.source || 'no source named', of.campaign, of.device, of.country].filter(Boolean).join(', ')}
      </small>
    </th>
    {visitSignals.map((signal) => (
      <td key={signal} className="visit-cell">
        {of.signals.includes(signal) ? <strong>yes</strong> : 'no'}
      </td>
    ))}
  </tr>
)

/** Visits one by one: what spoke for the class of each, and the rule that decided. */
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
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard.
            <section className="visit-table" tabIndex={0}>
              <table>
                <caption className="visually-hidden">Single visits: {visitClasses[chosen].label}</caption>
                <thead>
                  <tr>
                    <th scope="col" className="visit-name">
                      Began in the hour from
                    </th>
                    {visitSignals.map((signal) => (
                      <th scope="col" key={signal} className="visit-cell">
                        {signalLabels[signal]}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {visits.map((visit) => (
                    <Visit key={visit.id} of={visit} />
                  ))}
                </tbody>
              </table>
            </section>
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
