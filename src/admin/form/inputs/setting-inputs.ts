import { ItemsInput } from './items-input.tsx'
import { plainInputs } from './plain-inputs.ts'

/** Input of each field kind that settings have. Apart from those of entries, which a first load of Settings does not need. */
export const settingInputs = { ...plainInputs, items: ItemsInput }
