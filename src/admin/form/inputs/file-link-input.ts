import { inputs } from './inputs.ts'
import { withFileChoice } from './with-file-choice.tsx'

/** Input of a link to a file: typed, uploaded or chosen from Media. */
export const FileLinkInput = withFileChoice(inputs.url)
