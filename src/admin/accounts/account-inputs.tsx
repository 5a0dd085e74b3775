import { Group, PasswordInput, type PasswordInputProps, TextInput, type TextInputProps } from '@mantine/core'

/** Input of a new password. */
export const NewPasswordInput = (props: PasswordInputProps) => (
  <PasswordInput
    label="New password"
    description="At least 8 characters; four words in a row are easy to remember."
    autoComplete="new-password"
    {...props}
  />
)

/** Inputs of a person's names; `field` returns the props of each. */
export const NameInputs = ({ field }: { field(name: 'name' | 'surname' | 'username'): TextInputProps }) => (
  <>
    <Group grow align="flex-start" gap="sm">
      <TextInput label="Name" autoComplete="given-name" {...field('name')} />
      <TextInput label="Family Name" autoComplete="family-name" {...field('surname')} />
    </Group>
    <TextInput label="Username" autoComplete="nickname" {...field('username')} />
  </>
)
