import { TextInput } from '@mantine/core'
import { defaultSpamRules } from '../../../model/inbox/spam-rules.ts'
import { type SpamSignalName, spamSignals } from '../../../model/inbox/spam-signals.ts'
import { signalGroups } from './signal-groups.ts'
import type { RulesForm } from './use-rules-form.ts'

const Points = ({
  form,
  name,
  label,
  first,
}: {
  form: RulesForm
  name: SpamSignalName | 'threshold'
  label: string
  first: number
}) => (
  <TextInput
    className="rule"
    name={name}
    type="number"
    inputMode="numeric"
    step={1}
    label={label}
    description={form.typed[name] === String(first) ? undefined : `At first ${first}`}
    value={form.typed[name]}
    error={form.problems[name]}
    onChange={(event) => form.set(name, event.currentTarget.value)}
    // A wheel that turns while the pointer rests here shall scroll the page, not the points.
    onWheel={(event) => event.currentTarget.blur()}
  />
)

/** What each signal counts for, and from how many points on a message is held. */
export const RuleFields = ({ form }: { form: RulesForm }) => (
  <div className="rules">
    <fieldset className="rule-group">
      <legend>Threshold</legend>
      <Points form={form} name="threshold" label="Held from so many points on" first={defaultSpamRules.threshold} />
    </fieldset>
    {signalGroups.map(([title, names]) => (
      <fieldset key={title} className="rule-group">
        <legend>{title}</legend>
        {names.map((name) => (
          <Points
            key={name}
            form={form}
            name={name}
            label={spamSignals[name].label}
            first={defaultSpamRules.points[name]}
          />
        ))}
      </fieldset>
    ))}
  </div>
)
