import { Alert, Anchor, List, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { CvStatus } from '../../model/cv/cv-status.ts'
import { request } from '../api/client.ts'
import { Loaded } from '../ui/loaded.tsx'

const Dropped = ({ dropped }: Pick<NonNullable<CvStatus['pdf']>, 'dropped'>) => (
  <Alert color="yellow" variant="light">
    <Text size="sm" fw={600} mb={4}>
      Left out, so that the PDF has one page
    </Text>
    <List size="sm" spacing={4}>
      {dropped.map(({ id, title }) => (
        <List.Item key={`${id} ${title}`}>{title}</List.Item>
      ))}
    </List>
  </Alert>
)

/** State of the CV that visitors get: links to it, what it leaves out, and why one is missing. */
export const CvState = () => {
  const query = useQuery({
    queryKey: ['cv'],
    queryFn: ({ signal }) => request<CvStatus>('GET', '/api/cv', { signal }),
    // It is made after a publish.
    refetchInterval: 3000,
  })
  return (
    <Loaded query={query} h={96}>
      {({ isMade, failure, pdf }) => (
        <Stack gap="sm">
          <Text size="sm">
            For one application, make{' '}
            <Anchor component={Link} to="/admin/cv" size="sm" underline="always">
              a variant
            </Anchor>{' '}
            with the entries that matter to it.
          </Text>
          {isMade && (
            <Text size="sm">
              Published as{' '}
              {['pdf', 'docx', 'txt', 'json'].map((form) => (
                <span key={form}>
                  <Anchor href={`/cv.${form}`} target="_blank" size="sm" underline="always">
                    {form.toUpperCase()}
                  </Anchor>{' '}
                </span>
              ))}
              {pdf && `The PDF has ${pdf.pages === 1 ? 'one page' : `${pdf.pages} pages`}.`}
            </Text>
          )}
          {failure !== null && (
            <Alert color="red" variant="light" title="A form of the CV could not be made">
              {failure} Visitors get the last one that could.
            </Alert>
          )}
          {pdf && pdf.missing.length > 0 && (
            <Alert color="yellow" variant="light">
              <Text size="sm" fw={600} mb={4}>
                Characters that the PDF cannot show
              </Text>
              {pdf.missing.join(' ')}
            </Alert>
          )}
          {pdf && pdf.dropped.length > 0 && <Dropped dropped={pdf.dropped} />}
        </Stack>
      )}
    </Loaded>
  )
}
