import { Button, TextInput } from '@mantine/core'
import { type InputProps, inputTraits, textOf } from './input.ts'

export const SlugInput = (props: InputProps) => {
  const text = textOf(props.value)
  const { proposal } = props
  const offered = proposal && proposal !== text ? proposal : undefined
  return (
    <div>
      <TextInput
        {...inputTraits(props, text)}
        spellCheck={false}
        autoCapitalize="none"
        className="slug-input"
        value={text}
        onChange={(event) => props.onChange(event.currentTarget.value)}
      />
      {offered && (
        <Button variant="subtle" size="compact-xs" mt={4} onClick={() => props.onChange(offered)}>
          Use “{offered}”
        </Button>
      )}
    </div>
  )
}
