import { describePairs, pairs } from '../../tests/e2e/typefaces.ts'

describePairs(pairs)
