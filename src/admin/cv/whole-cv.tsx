import { Anchor, Group } from '@mantine/core'
import { Link } from 'react-router'
import type { Settings } from '../../model/settings/settings.ts'
import { Row, Rows } from '../ui/panel.tsx'

const forms = ['pdf', 'docx', 'txt', 'json']

/** The CV of the whole page. */
export const WholeCv = ({ settings }: { settings: Settings | undefined }) => {
  const isOff = settings !== undefined && !settings.cvFiles
  return (
    <Rows>
      <Row
        title={<span className="cv-whole">The CV</span>}
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
