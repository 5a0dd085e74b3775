import { Anchor } from '@mantine/core'

/** A link to another site, in a tab of its own. */
export const OutsideLink = ({ href, children }: { href: string; children: React.ReactNode }) => (
  <Anchor href={href} target="_blank" rel="noopener noreferrer" size="sm" underline="always">
    {children}
  </Anchor>
)
