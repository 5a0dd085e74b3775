import type { Field } from '../../../model/fields/fields.ts'
import { defaultSpamRules } from '../../../model/inbox/spam-rules.ts'
import { FormField } from '../../form/form-field.tsx'
import { IntegerInput } from '../../form/inputs/number-input.tsx'
import type { Form } from '../../form/use-form.ts'
import { signalGroups } from './signal-groups.ts'
import { ruleValues } from './spam-rules-api.ts'

const defaults = ruleValues(defaultSpamRules)

/** Points of each signal, and the threshold from which a message is quarantined. */
export const RuleFields = ({ form }: { form: Form }) => (
  <div className="rules">
    {[['Threshold', ['threshold']] as const, ...signalGroups].map(([title, names]) => (
      <fieldset key={title} className="rule-group">
        <legend>{title}</legend>
        {names.map((name) => {
          const field = form.fields[name] as Field
          const help = form.state.values[name] === defaults[name] ? '' : `Default: ${defaults[name]}`
          return <FormField key={name} form={form} name={name} input={IntegerInput} field={{ ...field, help }} />
        })}
      </fieldset>
    ))}
  </div>
)
