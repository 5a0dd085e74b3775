import { Badge, CopyButton, Group, Text } from '@mantine/core'
import { Link } from 'react-router'
import type { CvVariant } from '../../model/cv/variant.ts'
import { Dots } from '../ui/dots.tsx'
import { LazyMenu } from '../ui/menu/lazy-menu.tsx'
import { RowButton } from '../ui/panel.tsx'
import { deleteVariant, duplicateVariant } from './variant-acts.ts'

const forms = ['pdf', 'docx', 'txt', 'json'] as const

/** A variant in the list. */
export const VariantItem = ({ variant }: { variant: CvVariant }) => {
  const { id, name, access, anonymous, urls } = variant
  const title = variant.title || name
  return (
    <li data-variant={name}>
      <div className="cv-variant-text">
        <Group gap="xs">
          <Link className="row-title" to={`/admin/cv/edit/${id}`}>
            {title}
          </Link>
          <Badge size="xs" variant="light" color={access === 'public' ? 'green' : 'gray'}>
            {access === 'public' ? 'Public' : 'By link'}
          </Badge>
          {anonymous && (
            <Badge size="xs" variant="light" color="gray">
              Anonymous
            </Badge>
          )}
        </Group>
        <Text size="xs" c="dimmed" ff="monospace" dir="ltr" className="cv-variant-path">
          /cv/{name}.pdf
        </Text>
      </div>
      <Group gap="xs" wrap="nowrap">
        <CopyButton value={urls.pdf}>
          {({ copied, copy }) => (
            <RowButton of={`of ${title}`} onClick={copy}>
              {copied ? 'Copied' : 'Copy the link'}
            </RowButton>
          )}
        </CopyButton>
        <LazyMenu
          position="bottom-end"
          withinPortal
          button={(props) => (
            <button type="button" className="row-more" aria-label={`More for ${title}`} {...props}>
              <Dots of="more" />
            </button>
          )}
        >
          {(Menu) => (
            <>
              <Menu.Item component={Link} to={`/admin/cv/edit/${id}`}>
                Edit
              </Menu.Item>
              <Menu.Label>Download</Menu.Label>
              {forms.map((form) => (
                <Menu.Item key={form} component="a" href={urls[form]} target="_blank" rel="noopener">
                  {form.toUpperCase()}
                </Menu.Item>
              ))}
              <Menu.Divider />
              <Menu.Item onClick={() => void duplicateVariant(variant)}>Duplicate</Menu.Item>
              <Menu.Item color="red" onClick={() => void deleteVariant(variant)}>
                Delete
              </Menu.Item>
            </>
          )}
        </LazyMenu>
      </Group>
    </li>
  )
}
