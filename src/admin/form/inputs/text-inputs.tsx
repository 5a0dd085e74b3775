import { Button, Textarea, TextInput, type TextInputProps } from '@mantine/core'
import { type InputProps, inputTraits, textOf } from './input.ts'

/** Creates an input for one line of text; `attributes` choose keyboard and completion. */
export const lineInput = (attributes: TextInputProps = {}) => {
  const LineInput = (props: InputProps) => {
    const text = textOf(props.value)
    return (
      <TextInput
        dir="auto"
        {...attributes}
        {...inputTraits(props, text)}
        value={text}
        onChange={(event) => props.onChange(event.currentTarget.value)}
      />
    )
  }
  return LineInput
}

export const TextAreaInput = (props: InputProps) => {
  const text = textOf(props.value)
  return (
    <Textarea
      {...inputTraits(props, text)}
      autosize
      minRows={3}
      maxRows={18}
      dir="auto"
      value={text}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    />
  )
}

/** Program text: no spelling, no wrapping, left to right in every language. */
export const CodeInput = (props: InputProps) => {
  const text = textOf(props.value)
  return (
    <Textarea
      {...inputTraits(props, text)}
      className="code-input"
      autosize
      minRows={4}
      maxRows={24}
      dir="ltr"
      wrap="off"
      spellCheck={false}
      autoCapitalize="none"
      value={text}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    />
  )
}

const SlugLine = lineInput({ spellCheck: false, autoCapitalize: 'none', className: 'slug-input' })

/** Slug with a proposal, made from the title. */
export const SlugInput = (props: InputProps) => {
  const { proposal, value, onChange } = props
  return (
    <div>
      <SlugLine {...props} />
      {proposal && proposal !== value && (
        <Button variant="subtle" size="compact-xs" mt={4} onClick={() => onChange(proposal)}>
          Use “{proposal}”
        </Button>
      )}
    </div>
  )
}
