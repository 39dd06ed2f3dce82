import { InvalidConfigError } from '../base/errors/invalid-config-error.ts'
import { hideSecrets } from '../base/redact/hide-secrets.ts'
import { configIssues } from './config-issues.ts'
import type { ResolvedMicrobenchmark } from './resolved-microbenchmark.ts'
import { findMixedKinds, microbenchmarkSchema } from './schema/microbenchmark-schema.ts'

/**
 * Checks a test of functions and fills in its defaults. Nothing is loaded; only paths it names are looked up.
 *
 * @param cwd folder that paths in it are relative to
 * @throws InvalidConfigError with everything that is wrong
 */
export function resolveMicrobenchmark(input: unknown, cwd: string): ResolvedMicrobenchmark {
  const { scenarios = {}, secrets = {} } = input as Readonly<Record<string, object | undefined>>
  const [mixed] = findMixedKinds({ ...scenarios })
  // What else is wrong cannot be told while it is not known of which kind the test shall be.
  if (mixed !== undefined) throw new InvalidConfigError([{ path: 'scenarios', message: mixed.message, hint: mixed.hint }])
  const result = microbenchmarkSchema(cwd).safeParse(input, { reportInput: true })
  if (result.success) return result.data
  throw new InvalidConfigError(hideSecrets(configIssues(result.error), Object.values(secrets).filter(isText)))
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}
