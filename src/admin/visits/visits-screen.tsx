import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import {
  otherTerm,
  periods,
  rawDays,
  type VisitClass,
  type VisitsReport,
  type VisitTerm,
  visitClasses,
  visitRules,
} from '../../model/visits/visits.ts'
import { call, queryClient, urlOf } from '../api/client.ts'
import { Empty, Loaded, Loading } from '../ui/loading.tsx'
import { OutsideLink } from '../ui/outside-link.tsx'
import { Panel } from '../ui/panel.tsx'
import { Screen } from '../ui/screen.tsx'
import { SegmentedControl } from '../ui/segmented-control.tsx'
import { dayName, timeZone } from '../ui/times.ts'
import { toastError } from '../ui/toast.tsx'
import { countryName } from './country-name.ts'

const SingleVisits = lazy(() => import('./single-visits.tsx'))
const Plot = lazy(async () => ({ default: (await import('./visits-plot.tsx')).VisitsPlot }))

const zone = timeZone()
const key = 'visits'

const csvUrl = (days: number, of: 'days' | 'countries') => urlOf('GET /api/visits.csv', { query: { days, zone, of } })

const number = (value: number): string => value.toLocaleString('en')

const useReport = (days: number) =>
  useQuery({
    queryKey: [key, days],
    queryFn: ({ signal }) => call('GET /api/visits', { query: { days, zone }, signal }),
    staleTime: 10_000,
    placeholderData: keepPreviousData,
  })

const useSwitchOn = () => {
  const [busy, setBusy] = useState(false)
  const switchOn = async () => {
    setBusy(true)
    try {
      await call('PATCH /api/settings', { body: { visits: true } })
      await queryClient.invalidateQueries({ queryKey: ['settings'] })
      await queryClient.invalidateQueries({ queryKey: [key] })
    } catch (error) {
      toastError(error)
    } finally {
      setBusy(false)
    }
  }
  return { busy, switchOn }
}

const SwitchOn = () => {
  const { busy, switchOn } = useSwitchOn()
  return (
    <Button onClick={switchOn} loading={busy} w="fit-content">
      Count visits
    </Button>
  )
}

const changeOf = (now: number, before: number): string => {
  if (before === 0) return now === 0 ? 'as before' : 'none before'
  const percent = Math.round(((now - before) / before) * 100)
  return percent === 0 ? 'as before' : `${percent > 0 ? '+' : '−'}${number(Math.abs(percent))} %`
}

const Totals = ({
  now,
  before,
  length,
}: {
  now: VisitsReport['now']
  before: VisitsReport['before']
  length: number
}) => {
  const tiles = [
    ['People', now.people, before.people],
    ['Views', now.views, before.views],
    ['Messages', now.messages, before.messages],
    ['CV downloads', now.downloads, before.downloads],
    ['Projects opened', now.opens, before.opens],
  ] as const
  return (
    <dl className="visit-totals muted">
      {tiles.map(([label, value, past]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <strong>{number(value)}</strong>
            <span>
              {changeOf(value, past)}
              <span className="visually-hidden">
                , {number(past)} in the {length} days before
              </span>
            </span>
          </dd>
        </div>
      ))}
    </dl>
  )
}

interface Column<T> {
  label: string
  of(row: T): ReactNode
}

interface TableProps<T> {
  caption: string
  rows: readonly T[]
  name: Column<T> & { key(row: T): string }
  columns: readonly (Omit<Column<T>, 'of'> & { of(row: T): number })[]
}

/** Names with numbers; a bar behind each name shows its share of the first number. */
function NumberTable<T>({ caption, rows, name, columns }: TableProps<T>) {
  const [first] = columns
  const most = Math.max(1, ...rows.map((row) => first?.of(row) ?? 0))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard.
    <section className="visit-table" tabIndex={0}>
      <table>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col" className="visit-name">
              {name.label}
            </th>
            {columns.map(({ label }) => (
              <th scope="col" key={label} className="visit-cell">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={name.key(row)}>
              <th
                scope="row"
                className="visit-name"
                style={{ backgroundSize: `${((first?.of(row) ?? 0) / most) * 100}% 100%` }}
              >
                {name.of(row)}
              </th>
              {columns.map(({ label, of }) => (
                <td key={label} className="visit-cell">
                  {number(of(row))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const sourceName = (term: string) => (term === '' ? 'No source named' : term === otherTerm ? 'Other' : term)
const people = { label: 'People', of: (row: VisitTerm) => row.people }
const views = { label: 'Views', of: (row: VisitTerm) => row.views }
const messages = { label: 'Messages', of: (row: VisitTerm) => row.messages }
const downloads = { label: 'CVs', of: (row: VisitTerm) => row.downloads }
const opens = { label: 'Opened', of: (row: VisitTerm) => row.opens }

interface TermsProps<T extends VisitTerm> {
  columns: TableProps<VisitTerm>['columns']
  title: string
  lead?: ReactNode
  label: string
  rows: readonly T[]
  of?: (row: T) => ReactNode
  children?: ReactNode
}

function Terms<T extends VisitTerm>({ title, lead, label, rows, columns, of, children }: TermsProps<T>) {
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? rows : rows.slice(0, 10)
  return (
    <Panel title={title} lead={lead}>
      {rows.length === 0 ? (
        <Text size="sm" c="dimmed">
          None in this time.
        </Text>
      ) : (
        <NumberTable
          caption={title}
          rows={shown}
          name={{ label, of: of ?? (({ term }) => sourceName(term)), key: ({ term }) => term }}
          columns={columns}
        />
      )}
      {rows.length > shown.length && (
        <Button variant="subtle" size="xs" mt="xs" onClick={() => setWhole(true)} aria-label={`Show all: ${title}`}>
          Show all {rows.length}
        </Button>
      )}
      {children}
    </Panel>
  )
}

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

const Hours = ({ hours }: Pick<VisitsReport, 'hours'>) => {
  const most = Math.max(1, ...hours.flat())
  return (
    <Panel title="Weekday and hour" lead={`People by the hour at which they came, in your time zone (${zone}).`}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard. */}
      <section className="visit-hours" tabIndex={0}>
        <table>
          <caption className="visually-hidden">People by weekday and hour</caption>
          <thead>
            <tr>
              <td />
              {hours[0]?.map((_, hour) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: hours of a day.
                <th scope="col" key={hour}>
                  {hour}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {hours.map((row, day) => (
              <tr key={weekdays[day]}>
                <th scope="row">
                  {weekdays[day]?.slice(0, 3)}
                  <span className="visually-hidden">{weekdays[day]?.slice(3)}</span>
                </th>
                {row.map((count, hour) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: hours of a day.
                  <td key={hour} data-count style={{ '--share': count / most } as React.CSSProperties}>
                    {count > 0 ? count : <span className="visually-hidden">0</span>}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Panel>
  )
}

const ruleOf = (id: string) => visitRules.find((rule) => rule.id === id)

const Excluded = ({ excluded }: Pick<VisitsReport, 'excluded'>) => (
  <Panel
    title="Not counted as people"
    lead={
      <>
        Each with the rule that applies. Single visits are kept for {rawDays} days with what spoke for it, and{' '}
        <Anchor component={Link} to="/admin/settings?tab=visits" inherit underline="always">
          a rule that you switch
        </Anchor>{' '}
        counts them again.
      </>
    }
  >
    {excluded.length === 0 ? (
      <Text size="sm" c="dimmed">
        None in this time.
      </Text>
    ) : (
      <NumberTable
        caption="Not counted as people"
        rows={excluded}
        name={{
          label: 'What, and why',
          key: (row) => `${row.class} ${row.rule}`,
          of: (row) => (
            <>
              {visitClasses[row.class as VisitClass]?.label ?? row.class}
              <small>
                {visitClasses[row.class as VisitClass]?.what} {ruleOf(row.rule)?.reason}
              </small>
            </>
          ),
        }}
        columns={[
          { label: 'Views', of: (row) => row.views },
          { label: 'Visits', of: (row) => row.visits },
        ]}
      />
    )}
    <Single />
  </Panel>
)

/** Read once it is opened. */
const Single = () => {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="visit-days" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Single visits, with what spoke for each</summary>
      {isOpen && (
        <Suspense fallback={<Loading h={200} />}>
          <SingleVisits />
        </Suspense>
      )}
    </details>
  )
}

/** The file is somebody's work: what its licence wants said beside its results. */
const CountriesLead = () => (
  <>
    Of people whose network the file of countries knows. From DB-IP Lite:{' '}
    <OutsideLink href="https://db-ip.com">IP Geolocation by DB-IP</OutsideLink>. From GeoLite: data created by MaxMind,
    available from <OutsideLink href="https://www.maxmind.com">maxmind.com</OutsideLink>.
  </>
)

const Report = ({ report, length }: { report: VisitsReport; length: number }) => (
  <Stack gap="lg">
    <Totals now={report.now} before={report.before} length={length} />
    <Panel title="By day">
      <Suspense fallback={<Loading h={250} />}>
        <Plot days={report.days} />
      </Suspense>
      <details className="visit-days">
        <summary>The same as a table</summary>
        <NumberTable
          caption="By day"
          rows={report.days.toReversed()}
          name={{ label: 'Day', key: ({ day }) => day, of: ({ day }) => dayName(day, true) }}
          columns={[
            { label: 'People', of: (row) => row.people },
            { label: 'Views', of: (row) => row.views },
            { label: 'Messages', of: (row) => row.messages },
            { label: 'CVs', of: (row) => row.downloads },
            { label: 'Opened', of: (row) => row.opens },
          ]}
        />
      </details>
    </Panel>
    <Terms
      title="Projects"
      lead="How often each was opened, and messages that were sent in the same visit."
      label="Project"
      rows={report.projects}
      of={({ title }) => title}
      columns={[opens, messages]}
    />
    <Terms
      title="Sources"
      lead="The sites that people came from, and what they did then."
      label="Source"
      rows={report.sources}
      columns={[people, messages, downloads, opens]}
    />
    <Terms title="Pages" label="Page" rows={report.pages} columns={[views, people]} />
    {report.campaigns.length > 0 && (
      <Terms
        title="Campaigns"
        lead="Tags in links (utm_…)."
        label="Campaign"
        rows={report.campaigns}
        columns={[people]}
      />
    )}
    <Hours hours={report.hours} />
    <Terms title="Devices" label="Device" rows={report.devices} columns={[people]} />
    {report.countries.length > 0 && (
      <Terms
        title="Countries"
        lead={<CountriesLead />}
        label="Country"
        rows={report.countries}
        of={({ term }) => countryName(term)}
        columns={[people]}
      >
        <Button component="a" href={csvUrl(length, 'countries')} download variant="subtle" size="xs" mt="xs">
          Countries as CSV
        </Button>
      </Terms>
    )}
    <Excluded excluded={report.excluded} />
    <Stored />
  </Stack>
)

/** For a data protection office. */
const Stored = () => (
  <Panel
    title="What is stored about visitors"
    lead="By your settings as they are now, for whoever asks: data, places, time limits, and the conditions for counting without consent."
  >
    <Button
      component="a"
      href={urlOf('GET /api/visits/record')}
      download
      variant="default"
      leftSection={<Download size={16} aria-hidden />}
    >
      Download the document
    </Button>
  </Panel>
)

const privacy = 'Without cookies, scripts or stored addresses. Your privacy page has to say that visits are counted.'

export const VisitsScreen = () => {
  const [params, setParams] = useSearchParams()
  const asked = Number(params.get('days'))
  const days = periods.find((period) => period === asked) ?? 30
  const query = useReport(days)
  return (
    <Screen
      title="Visits"
      lead="Who came, from where, and what followed."
      actions={
        <Group gap="xs">
          <SegmentedControl
            aria-label="Period"
            value={String(days)}
            onChange={(value) => setParams({ days: value }, { replace: true })}
            data={periods.map((period) => ({ value: String(period), label: `${period} days` }))}
          />
          <Button
            component="a"
            href={csvUrl(days, 'days')}
            download
            variant="default"
            leftSection={<Download size={16} aria-hidden />}
          >
            CSV
          </Button>
        </Group>
      }
    >
      <Loaded query={query} h={420}>
        {(report) =>
          report.since === null ? (
            report.on ? (
              <Empty title="Nobody has come yet">
                Visits are counted from now on; your own, in a browser that has signed in, are not. A visit shows here
                within ten seconds.
              </Empty>
            ) : (
              <Empty title="Visits are not counted" action={<SwitchOn />}>
                {privacy}
              </Empty>
            )
          ) : (
            <>
              {!report.on && (
                <Alert color="yellow" variant="light" title="Visits are not counted at present">
                  <Stack gap="xs">
                    <Text size="sm">{privacy}</Text>
                    <SwitchOn />
                  </Stack>
                </Alert>
              )}
              <Report report={report} length={days} />
            </>
          )
        }
      </Loaded>
    </Screen>
  )
}
