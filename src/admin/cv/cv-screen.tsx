import { Anchor, Badge, Group, Stack, Text } from '@mantine/core'
import { Link, useNavigate } from 'react-router'
import type { CvVariant } from '../../model/cv/variant.ts'
import type { Settings } from '../../model/settings/settings.ts'
import { useSettings } from '../api/settings-api.ts'
import { NameForm } from '../form/simple-form.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Dots } from '../ui/dots.tsx'
import { Empty, Loaded } from '../ui/loading.tsx'
import { LazyMenu } from '../ui/menu.tsx'
import { Row, RowButton, Rows } from '../ui/panel.tsx'
import { Screen } from '../ui/screen.tsx'
import { toastChange } from '../ui/undo.ts'
import { createVariant, deleteVariant, duplicateVariant, useVariants } from './variants-api.ts'

export const forms = ['pdf', 'docx', 'txt', 'json'] as const

/** A variant in the list. */
const VariantItem = ({ variant }: { variant: CvVariant }) => {
  const { id, name, access, anonymous, urls } = variant
  const title = variant.title || name
  return (
    <li data-variant={name}>
      <Stack gap={2}>
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
        <Text size="xs" c="dimmed" ff="monospace" dir="ltr">
          /cv/{name}.pdf
        </Text>
      </Stack>
      <Group gap="xs" wrap="nowrap">
        <CopyButton value={urls.pdf}>
          {({ copied, copy }) => (
            <RowButton of={`of ${title}`} onClick={copy}>
              {copied ? 'Copied' : 'Copy link'}
            </RowButton>
          )}
        </CopyButton>
        <LazyMenu
          position="bottom-end"
          withinPortal
          button={(props) => (
            <button type="button" className="row-more icon-press" aria-label={`More for ${title}`} {...props}>
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

/** The CV of the whole page. */
const WholeCv = ({ settings }: { settings: Settings | undefined }) => {
  const isOff = settings !== undefined && !settings.cvFiles
  return (
    <Rows>
      <Row
        title={
          <Text span inherit fw={600}>
            The CV
          </Text>
        }
        badge={isOff && 'Off'}
        detail={
          isOff ? 'Turned off in Settings: there is nothing at its addresses.' : 'All that the page shows of you.'
        }
      >
        <Group gap="sm">
          {!isOff &&
            forms.map((form) => (
              <Anchor key={form} href={`/cv.${form}`} target="_blank" rel="noopener" size="sm" underline="always">
                {form.toUpperCase()}
                <span className="visually-hidden"> of the CV</span>
              </Anchor>
            ))}
          <Anchor component={Link} to="/admin/settings?tab=cv" size="sm" underline="always">
            Settings
            <span className="visually-hidden"> of the CV</span>
          </Anchor>
        </Group>
      </Row>
    </Rows>
  )
}

const NewVariant = () => {
  const navigate = useNavigate()
  return (
    <NameForm
      label="Title of a new variant"
      placeholder="Company and position"
      action="Create the variant"
      act={async (title) => {
        const variant = await createVariant(title.trim() || 'Variant')
        toastChange('Variant created')
        navigate(`/admin/cv/edit/${variant.id}`)
      }}
    />
  )
}

/** The CV, and its variants for single applications. */
export const CvScreen = () => {
  const query = useVariants()
  const { data: settings } = useSettings()
  return (
    <Screen title="CV" lead="Made from what is published, for everybody, and in variants for single applications.">
      <WholeCv settings={settings?.settings} />
      <Loaded query={query} h={220}>
        {(variants) => (
          <Stack component="section" aria-label="Variants">
            {variants.length === 0 ? (
              <Empty title="One CV for each application" action={<NewVariant />}>
                A variant shows the entries that matter to one employer, in the order and words that fit, and follows
                each publish as the CV does. Send its link, or make it public. Paste the job advertisement to see what
                the variant does not say yet.
              </Empty>
            ) : (
              <>
                <NewVariant />
                <Rows>
                  {variants.map((variant) => (
                    <VariantItem key={variant.id} variant={variant} />
                  ))}
                </Rows>
              </>
            )}
          </Stack>
        )}
      </Loaded>
    </Screen>
  )
}
