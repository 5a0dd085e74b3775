import { Alert } from '@mantine/core'
import { cssProblem } from '../../model/settings/checked-css.ts'
import { type InputProps, textOf } from '../form/input.ts'
import { CodeInput } from '../form/text-inputs.tsx'
import { useCheckedCss, useHiddenParts } from '../preview/shown.ts'

const list = new Intl.ListFormat('en')

/** The owner's CSS: says while it is typed what would be refused, and what it hides in the preview. */
export const OwnCssInput = (props: InputProps) => {
  const checked = useCheckedCss(textOf(props.value))
  const hidden = useHiddenParts()
  return (
    <div>
      <CodeInput {...props} error={props.error ?? (checked && cssProblem(checked))} />
      <div role="status">
        {hidden.length > 0 && (
          <Alert color="yellow" variant="light" mt="xs" p="sm">
            In the preview, your CSS hides {list.format(hidden)}. You can publish it all the same.
          </Alert>
        )}
      </div>
    </div>
  )
}
