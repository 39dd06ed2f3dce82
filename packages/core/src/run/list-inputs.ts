import { resolve } from 'node:path'
import type { SuiteConfig } from '../config/config.ts'
import { feedFiles } from '../load/user/feed/feed-access.ts'

/**
 * Lists the files that a suite reads, by absolute paths: its code, the files of its forms, and the feeds that journeys of this process have read,
 * including those of other suites.
 *
 * Journeys are loaded into this thread, as for a plan; nothing is started or sent.
 *
 * @param cwd folder that the paths of the suite are relative to
 * @throws InvalidConfigError with everything that is wrong, and with each journey that cannot be loaded
 */
export async function listInputs(suite: SuiteConfig, cwd: string): Promise<readonly string[]> {
  // What reads reports needs none of it.
  const [{ hashSources }, { resolveTests }, { loadJourneys }] = await Promise.all([
    import('./hash-sources.ts'),
    import('./resolve-tests.ts'),
    import('./test-setup.ts'),
  ])
  const { tests } = await resolveTests(suite, cwd)
  const code = await hashSources(tests, cwd)
  const scenarios = tests.flatMap((test) => ('variants' in test ? test.variants[0].config.scenarios : []))
  await loadJourneys({ scenarios })
  const requests = scenarios.flatMap((scenario) => (scenario.kind === 'requests' ? scenario.requests : []))
  const forms = requests.flatMap(({ form = {} }) => Object.values(form).flatMap((field) => (field.type === 'file' ? [field.path] : [])))
  return [...code.map(({ file }) => resolve(cwd, file)), ...forms, ...feedFiles()]
}
