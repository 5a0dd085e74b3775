import { Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { PreviewToggle } from '../preview/preview-parts.tsx'
import type { Subject } from '../preview/subject.ts'
import { WithPreview } from '../preview/with-preview.tsx'
import { MoreMenu } from '../ui/menu.tsx'
import type { MenuOptions } from '../ui/menu-layer.tsx'
import { Screen } from '../ui/screen.tsx'
import { type Form, SaveNote } from './form.tsx'

interface Props {
  title: string
  form: Form
  subject: Subject
  reveal?(field: string): void
  /** State of publication, in words. */
  mark?: ReactNode
  share?: ReactNode
  /** Menu of rarer actions. */
  menu?: MenuOptions['children'] | undefined
  children: ReactNode
}

/** Screen of a form next to its preview; its head says what is saved and what visitors see. */
export const FormScreen = ({ title, form, subject, reveal, mark, share, menu, children }: Props) => (
  <WithPreview subject={subject} {...(reveal ? { reveal } : {})}>
    <Screen
      title={title}
      lead={
        <Group component="span" gap="sm">
          {mark}
          <SaveNote form={form} />
        </Group>
      }
      actions={
        <>
          <PreviewToggle />
          {share}
          {menu && <MoreMenu>{menu}</MoreMenu>}
        </>
      }
    >
      {children}
    </Screen>
  </WithPreview>
)
