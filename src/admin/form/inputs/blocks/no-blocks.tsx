import { Button, Group, Text } from '@mantine/core'
import ListTree from 'lucide-react/icons/list-tree'
import Pilcrow from 'lucide-react/icons/pilcrow'
import { useSettings } from '../../../api/settings-api.ts'
import { FileButton } from '../../../media/file-button.tsx'
import { type BlockActs, blankBlock } from './block-acts.ts'
import { outline } from './outline.ts'

export const NoBlocks = ({ acts }: { acts: BlockActs }) => {
  const { data } = useSettings()
  return (
    <div className="no-blocks" data-no-blocks>
      <Text fw={600}>Tell the story</Text>
      <Text size="sm" c="dimmed" mb="sm">
        In blocks of text, images, figures, quotes and code. Drop or paste images here to begin with them.
      </Text>
      <Group gap="xs" justify="center">
        <Button
          size="xs"
          leftSection={<Pilcrow size={15} aria-hidden />}
          onClick={() => acts.insert([blankBlock('text')], 0)}
        >
          Start writing
        </Button>
        <FileButton look="quiet" onFiles={(files) => acts.addFiles(files)} input={{ multiple: true }}>
          Upload images
        </FileButton>
        <Button
          size="xs"
          variant="default"
          leftSection={<ListTree size={15} aria-hidden />}
          onClick={() => acts.insert(outline(data?.settings.language ?? 'en'), 0)}
        >
          Outline of a case study
        </Button>
      </Group>
    </div>
  )
}
