import { useComputedColorScheme } from '@mantine/core'
import { useEffect, useRef } from 'react'
import UPlot from 'uplot'
import type { VisitsReport } from '../../model/visits/visits.ts'
import { dayName } from '../ui/times.ts'

const height = 220
const oneDay = 86_400
const bars = UPlot.paths.bars?.({ size: [0.6, 16] })

/** Lines of people and views, bars of goals, by day. For eyes alone: the table beside it says the same. */
export const VisitsPlot = ({ days }: Pick<VisitsReport, 'days'>) => {
  const place = useRef<HTMLDivElement>(null)
  const scheme = useComputedColorScheme('light')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the colours are those of the scheme.
  useEffect(() => {
    const element = place.current
    if (!element) return
    const style = getComputedStyle(element)
    const colour = (name: string) => style.getPropertyValue(name).trim()
    const axis = {
      stroke: colour('--plot-text'),
      grid: { stroke: colour('--plot-grid'), width: 1 },
      ticks: { show: false },
    }
    const whole = (_: UPlot, values: number[]) => values.map((value) => (Number.isInteger(value) ? String(value) : ''))
    const plot = new UPlot(
      {
        width: element.clientWidth,
        height,
        legend: { show: false },
        cursor: { show: false },
        // Days, not moments: a day is drawn where its label stands, as its midnight in UTC, and half a day is left at either end for its bar.
        tzDate: (seconds) => UPlot.tzDate(new Date(seconds * 1000), 'UTC'),
        scales: {
          x: { range: (_, first, last) => [first - oneDay / 2, last + oneDay / 2] },
          y: { range: (_, _min, most) => [0, Math.max(4, most * 1.08)] },
        },
        axes: [
          {
            ...axis,
            incrs: [1, 2, 7, 14, 28, 56].map((days) => days * oneDay),
            values: (_, moments) =>
              moments.map((seconds) => dayName(new Date(seconds * 1000).toISOString().slice(0, 10))),
          },
          { ...axis, size: 44, values: whole },
        ],
        series: [
          {},
          { label: 'Views', stroke: colour('--plot-views'), width: 1.5, points: { show: days.length < 32, size: 5 } },
          { label: 'People', stroke: colour('--plot-people'), width: 2.5, points: { show: days.length < 32, size: 5 } },
          {
            label: 'Goals',
            fill: colour('--plot-goals'),
            stroke: colour('--plot-goals'),
            width: 0,
            ...(bars && { paths: bars }),
            points: { show: false },
          },
        ],
      },
      [
        days.map(({ day }) => Date.parse(`${day}T00:00:00Z`) / 1000),
        days.map(({ views }) => views),
        days.map(({ people }) => people),
        days.map(({ messages, downloads, opens }) => messages + downloads + opens),
      ],
      element,
    )
    const observer = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height }))
    observer.observe(element)
    return () => {
      observer.disconnect()
      plot.destroy()
    }
  }, [days, scheme])
  return (
    <div aria-hidden>
      <ul className="plot-legend">
        <li data-line="people">People</li>
        <li data-line="views">Views</li>
        <li data-line="goals">Messages, downloads and projects opened</li>
      </ul>
      <div ref={place} className="plot" style={{ minHeight: height }} />
    </div>
  )
}
