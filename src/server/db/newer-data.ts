import { VitrineError } from '../../model/errors.ts'
import { programVersion } from '../process/program-version.ts'

/** Tables of a newer version, which this one can neither read nor change. */
export class NewerData extends VitrineError {
  constructor(unknown: readonly string[], madeBy: string | undefined) {
    const newer = madeBy === undefined ? 'a newer Vitrine' : `Vitrine ${madeBy}`
    super(
      'invalid',
      `The data is of ${newer} (${unknown.join(', ')}); this is Vitrine ${programVersion}, which cannot read it. Start ${madeBy === undefined ? 'the newer one' : newer}, or restore a backup from before the update.`,
    )
  }
}
