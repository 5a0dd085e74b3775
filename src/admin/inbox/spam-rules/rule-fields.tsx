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
    description={form.typed[name] === String(first) ? undefined : `Default: ${first}`}
    value={form.typed[name]}
    error={form.problems[name]}
    onChange={(event) => form.set(name, event.currentTarget.value)}
    // The mouse wheel scrolls the page instead of changing the points.
    onWheel={(event) => event.currentTarget.blur()}
  />
)

/** Points of each signal, and the threshold from which a message is quarantined. */
export const RuleFields = ({ form }: { form: RulesForm }) => (
  <div className="rules">
    <fieldset className="rule-group">
      <legend>Threshold</legend>
      <Points form={form} name="threshold" label="Spam threshold (points)" first={defaultSpamRules.threshold} />
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
