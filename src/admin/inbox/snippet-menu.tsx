import { Button, Menu } from '@mantine/core'
import TextQuote from 'lucide-react/icons/text-quote'
import { Link } from 'react-router'
import { useSettings } from '../settings/settings-api.ts'
import { fillSnippet } from './fill-snippet.ts'

export const SnippetMenu = ({ name, insert }: { name: string; insert(text: string): void }) => {
  const { data } = useSettings()
  const snippets = data?.settings.snippets ?? []
  return (
    <Menu position="top-start">
      <Menu.Target>
        <Button variant="default" size="xs" leftSection={<TextQuote size={14} aria-hidden />}>
          Snippets
        </Button>
      </Menu.Target>
      <Menu.Dropdown className="snippet-menu">
        {snippets.map(({ title, text }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two snippets may be called the same.
          <Menu.Item key={at} onClick={() => insert(fillSnippet(text, { name, site: data?.settings.name ?? '' }))}>
            {title}
          </Menu.Item>
        ))}
        {snippets.length > 0 && <Menu.Divider />}
        <Menu.Item component={Link} to="/admin/settings?tab=replies">
          {snippets.length > 0 ? 'Edit snippets' : 'Write the first snippet'}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
