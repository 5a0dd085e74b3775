import { Button, CopyButton, Group, Text } from '@mantine/core'
import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import type { CvVariant } from '../../../model/cv/variant.ts'
import { changeWithToast } from '../../ui/undo.ts'
import { forgetVariants, variants } from '../variants-api.ts'
import { keepVariant } from './variant-source.ts'

interface Props {
  variant: CvVariant
  /** As the form has them, which may not be saved yet. */
  access: unknown
  name: unknown
}

/** The address to send around. A link that went too far is replaced: the old one then shows nothing. */
export const VariantLink = ({ variant, access, name }: Props) => {
  const { id, urls } = variant
  if (access !== variant.access || name !== variant.name)
    return (
      <Text size="sm" c="dimmed">
        Its link is shown here once this is saved.
      </Text>
    )
  return (
    <div className="cv-link">
      <Text size="sm" className="cv-link-url" component="a" href={urls.pdf} target="_blank" rel="noopener" dir="ltr">
        {urls.pdf}
      </Text>
      <Group gap="xs">
        <CopyButton value={urls.pdf}>
          {({ copied, copy }) => (
            <Button
              size="xs"
              variant="default"
              leftSection={copied ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
              onClick={copy}
            >
              {copied ? 'Copied' : 'Copy the link'}
            </Button>
          )}
        </CopyButton>
        {access === 'link' && (
          <Button
            size="xs"
            variant="default"
            onClick={() =>
              changeWithToast(async () => keepVariant(await variants.replaceLink(id)), {
                done: 'Link replaced; the old one shows nothing now',
                failed: 'The link was not replaced',
                forget: forgetVariants,
              })
            }
          >
            Replace the link
          </Button>
        )}
      </Group>
    </div>
  )
}
