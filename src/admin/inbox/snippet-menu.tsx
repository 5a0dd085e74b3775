import { Button } from '@mantine/core'
import TextQuote from 'lucide-react/icons/text-quote'
import { Link } from 'react-router'
import { useSettings } from '../settings/settings-api.ts'
import { LazyMenu } from '../ui/menu/lazy-menu.tsx'
import { fillSnippet } from './fill-snippet.ts'

export const SnippetMenu = ({ name, insert }: { name: string; insert(text: string): void }) => {
  const { data } = useSettings()
  const snippets = data?.settings.snippets ?? []
  return (
    <LazyMenu
      position="top-start"
      className="snippet-menu"
      button={(props) => (
        <Button variant="default" size="xs" leftSection={<TextQuote size={14} aria-hidden />} {...props}>
          Snippets
        </Button>
      )}
    >
      {(Menu) => (
        <>
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
        </>
      )}
    </LazyMenu>
  )
}
