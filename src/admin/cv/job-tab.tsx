import { Button, Group, Stack, Text, Textarea, Title } from '@mantine/core'
import { useDeferredValue, useMemo, useRef } from 'react'
import { type CvCollection, cvCollections } from '../../model/cv/cv-collections.ts'
import { compared, type EntryText, type JobTerm, jobTerms, mostCharacters } from './job-terms.ts'

interface Props {
  text: string
  change(text: string): void
  /** All that the variant says. */
  shown: string
  /** Of all entries, those that are hidden, too. */
  titles: readonly string[]
  hidden: readonly (EntryText & { collection: CvCollection })[]
  show(collection: CvCollection, id: string): void
}

const Terms = ({ terms, label }: { terms: readonly JobTerm[]; label: string }) => (
  <Group component="ul" gap={6} aria-label={label}>
    {terms.map(({ label: name, count }) => (
      <li key={name} className="job-term" dir="auto">
        {name}
        {count > 1 && (
          <Text span size="xs" c="dimmed" fw={400} ms={6}>
            <span aria-hidden>×{count}</span>
            <span className="visually-hidden">, {count} times</span>
          </Text>
        )}
      </li>
    ))}
  </Group>
)

/**
 * Compares an advertisement with what the variant says. The text stays in this window: it is neither stored nor sent, and gone when the
 * form is left.
 */
export const JobTab = ({ text, change, shown, titles, hidden, show }: Props) => {
  const summary = useRef<HTMLDivElement>(null)
  const advertisement = useDeferredValue(text)
  const terms = useMemo(() => jobTerms(advertisement, titles), [advertisement, titles])
  const { has, lacks } = useMemo(() => compared(terms, { shown, hidden }), [terms, shown, hidden])
  const elsewhere = cvCollections.flatMap((collection) =>
    hidden
      .filter((entry) => entry.collection === collection)
      .map((entry) => ({ entry, terms: lacks.filter(({ hiddenIn }) => hiddenIn.some(({ id }) => id === entry.id)) }))
      .filter((one) => one.terms.length > 0),
  )
  return (
    <Stack gap="lg" maw="44rem">
      <Textarea
        label="Job advertisement"
        description="Paste it here. It stays in this window: nothing of it is stored or sent."
        autosize
        minRows={6}
        maxRows={14}
        maxLength={mostCharacters}
        dir="auto"
        autoComplete="off"
        value={text}
        onChange={(event) => change(event.currentTarget.value)}
      />
      <div ref={summary} role="status" className="job-summary" tabIndex={-1}>
        {terms.length > 0 && (
          <Text size="sm" fw={600}>
            {lacks.length === 0
              ? `This variant says all ${terms.length} terms of the advertisement.`
              : `This variant says ${has.length} of ${terms.length} terms of the advertisement.`}
          </Text>
        )}
        {terms.length === 0 && advertisement.trim() !== '' && <Text size="sm">No skills were found in this text.</Text>}
      </div>
      {elsewhere.length > 0 && (
        <Stack component="section" gap={8} className="job-hidden" aria-labelledby="job-hidden">
          <Title order={2} size="h5" id="job-hidden">
            In entries that are hidden here
          </Title>
          <ul className="rows surface">
            {elsewhere.map(({ entry, terms: said }) => (
              <li key={entry.id}>
                <div>
                  <Text size="sm" fw={600} dir="auto">
                    {entry.title}
                  </Text>
                  <Text size="xs" c="dimmed">
                    {said.map(({ label }) => label).join(', ')}
                  </Text>
                </div>
                <Button
                  size="xs"
                  variant="default"
                  aria-label={`Show it: ${entry.title}`}
                  onClick={() => {
                    show(entry.collection, entry.id)
                    // The button goes with its row.
                    summary.current?.focus()
                  }}
                >
                  Show it
                </Button>
              </li>
            ))}
          </ul>
        </Stack>
      )}
      {lacks.length > 0 && (
        <section aria-labelledby="job-lacks">
          <Title order={2} size="h5" id="job-lacks" mb="xs">
            Not in this variant
          </Title>
          <Terms terms={lacks} label="Not in this variant" />
        </section>
      )}
      {has.length > 0 && (
        <section aria-labelledby="job-has">
          <Title order={2} size="h5" id="job-has" mb="xs">
            In this variant
          </Title>
          <Terms terms={has} label="In this variant" />
        </section>
      )}
    </Stack>
  )
}
