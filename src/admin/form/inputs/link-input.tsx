import { Button, Text, TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { completedLink } from '../../../model/fields/completed-link.ts'
import { type InputProps, inputTraits, textOf } from './input.ts'

interface LineProps extends Omit<TextInputProps, 'onChange' | 'value'> {
  value: string
  change(text: string): void
}

/** Line for a link. `github.com/name` becomes a link when the field is left; what was typed can be had back. */
export const LinkLine = ({ value, change, onBlur, ...props }: LineProps) => {
  const [typed, setTyped] = useState<string>()
  // The guess was refused once: the same text is left alone.
  const [kept, setKept] = useState<string>()
  const completed = typed !== undefined && completedLink(typed) === value

  const complete = () => {
    const link = completedLink(value)
    if (link === value || value === kept) return
    setTyped(value)
    change(link)
  }
  const undo = () => {
    if (typed === undefined) return
    setKept(typed)
    setTyped(undefined)
    change(typed)
  }
  return (
    // Not type="url", which refuses the paths of this site.
    <TextInput
      {...props}
      inputMode="url"
      autoCapitalize="none"
      spellCheck={false}
      value={value}
      onChange={(event) => change(event.currentTarget.value)}
      onKeyDown={({ key }) => key === 'Enter' && complete()}
      onBlur={(event) => {
        complete()
        onBlur?.(event)
      }}
      inputContainer={(children) => (
        <>
          {children}
          <div role="status">
            {completed && (
              <Text size="xs" c="dimmed" mt={4} className="completed-link">
                Completed to {value}
                <Button variant="subtle" size="compact-xs" onClick={undo}>
                  Undo
                </Button>
              </Text>
            )}
          </div>
        </>
      )}
    />
  )
}

export const LinkInput = (props: InputProps) => {
  const text = textOf(props.value)
  return <LinkLine {...inputTraits(props, text)} value={text} change={props.onChange} />
}
