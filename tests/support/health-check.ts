import { environmentChecks, runningChecks } from '../../src/server/health/checks.ts'
import type { HealthCheck } from '../../src/server/health/health-check.ts'

/** The check that Health lists under this name. */
export const checkNamed = (name: string): HealthCheck => {
  const check = [...environmentChecks, ...runningChecks].find((one) => one.name === name)
  if (!check) throw new Error(`Health has no check of the name “${name}”.`)
  return check
}
